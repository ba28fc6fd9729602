/** A file that is not what it has to be. The message is for the person who sent it; it is all of the error that leaves a parser's thread. */
export class UnreadableFile extends Error {}
