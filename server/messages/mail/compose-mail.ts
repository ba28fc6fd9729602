import { domainToASCII } from 'node:url'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { ComposedMail } from './deliver.ts'
import type { Content } from './mail.ts'

export type MailSender = { address: string }

/** The bytes of a mail, plain text and HTML beside each other. Nothing is ever read from a file or an address. */
export async function composeMail(
  { address }: MailSender,
  { org_id, mail_message_id }: { org_id: number; mail_message_id: string },
  content: Content,
  now: Date,
): Promise<ComposedMail> {
  const messageId = `<${mail_message_id}.${org_id}@${address.slice(address.lastIndexOf('@') + 1)}>`
  const composer = new MailComposer({
    from: { name: content.from_name ?? 'Grandstand', address },
    to: { name: '', address: content.to },
    ...(content.reply_to === undefined ? {} : { replyTo: { name: '', address: content.reply_to } }),
    subject: content.subject,
    text: content.text,
    html: content.html,
    messageId,
    date: now,
    // Out-of-office replies to a machine help nobody.
    headers: { 'Auto-Submitted': 'auto-generated' },
    attachments: content.attachments.map(({ filename, content_type, content_base64, cid }) => ({
      filename,
      contentType: content_type,
      content: Buffer.from(content_base64, 'base64'),
      ...(cid === undefined ? {} : { cid }),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: '\r\n',
  })
  return { from: address, to: overTheWire(content.to), messageId, bytes: await composer.compile().build() }
}

/** A domain in other letters has a spelling in ASCII, which every server takes; the part before the @ has none. */
function overTheWire(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = domainToASCII(address.slice(at + 1))
  return domain === '' ? address : `${address.slice(0, at)}@${domain}`
}
