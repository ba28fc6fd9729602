import PostalMime, { type Attachment, type Email } from 'postal-mime'
import type { Received } from '../outside/smtp.ts'

export type ReadMail = Omit<Email, 'attachments' | 'text' | 'html'> & {
  text: string
  html: string
  header(name: string): string | undefined
  attachment(type: string): (Omit<Attachment, 'content'> & { content: Buffer }) | undefined
}

/** A mail as a mailbox would read it, by a parser that is not ours. */
export async function readMail({ raw }: Received): Promise<ReadMail> {
  const { attachments, ...mail } = await PostalMime.parse(raw)
  return {
    ...mail,
    text: mail.text ?? '',
    html: mail.html ?? '',
    header: (name) => mail.headers.find(({ key }) => key === name.toLowerCase())?.value,
    attachment: (type) => {
      const found = attachments.find(({ mimeType }) => mimeType === type)
      return found && { ...found, content: Buffer.from(found.content as ArrayBuffer) }
    },
  }
}
