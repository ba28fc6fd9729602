import { UnreadableFile } from './unreadable-file.ts'

/** The file as a whole cannot be read: which line, and why. */
export class CsvFileError extends UnreadableFile {}
