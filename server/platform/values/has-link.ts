/** Whether a reader's mail program would make a link of something in a text, with or without its protocol. */
export const hasLink = (text: string): boolean =>
  /:\/\/|\bwww\.|[\p{L}\p{N}-][.。．｡]\p{L}{2,}(?![\p{L}\p{N}])/iu.test(text)
