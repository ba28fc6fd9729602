/** A mail as a change writes it. Everything in it comes from rows, so everything in it has a bound. */
export type Mail = {
  /** One address, without a name. */
  to: string
  subject: string
  text: string
  html: string
  /** Who it is from, beside the installation's address: the organisation's name. */
  from_name?: string
  reply_to?: string
  attachments?: Attachment[]
  /**
   * `order-17-tickets`, and the like: the same one within an organisation is sent once, however often it is written.
   * Without it every mail is one of its own.
   */
  message_id?: string
  /** A person waits for it at a screen. */
  urgent?: boolean
  /** When it would be of no use any more; a day from now unless said. */
  give_up_after_ms?: number
}

export type Attachment = {
  filename: string
  content_type: string
  content: Buffer
  /** Named by `<img src="cid:…">` in the HTML; such an attachment is shown in place. */
  cid?: string
}

/** A mail as it is handed to the composer, whether it was sealed into the row or made from other rows. */
export type Letter = Pick<Mail, 'to' | 'subject' | 'text' | 'html' | 'from_name' | 'reply_to'> & {
  attachments: Attachment[]
  /** BCP 47. */
  language?: string
  /** Where a reader says that they want no more news. */
  unsubscribe?: string
}

/** What is sealed into the row. */
export type Content = Pick<Mail, 'to' | 'subject' | 'text' | 'html' | 'from_name' | 'reply_to'> & {
  attachments: (Omit<Attachment, 'content'> & { content_base64: string })[]
}

export const sealContext = (orgId: number, messageId: string) => `mails ${orgId} ${messageId}`

/**
 * Stricter than RFC 5322, which allows quoted and commented addresses: what passes here is one address in any header and
 * any SMTP command, and can be nothing else.
 */
const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]{1,64}@[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]{1,253}$/u

export const isMailAddress = (text: string): boolean => text.length <= 254 && ADDRESS.test(text)

/** A line break in a title is a space in a header: nothing that a row holds can begin a header of its own. */
export const oneLine = (text: string, charactersMax: number): string =>
  text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, charactersMax)
    .toWellFormed()

export const letterOf = ({ attachments, ...content }: Content): Letter => ({
  ...content,
  attachments: attachments.map(({ content_base64, ...attachment }) => ({
    ...attachment,
    content: Buffer.from(content_base64, 'base64'),
  })),
})
