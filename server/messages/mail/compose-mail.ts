import { domainToASCII } from 'node:url'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { ComposedMail } from './deliver.ts'
import { isMailAddress, type Letter, oneLine } from './mail.ts'

export type MailSender = { address: string }

/** The bytes of a mail, plain text and HTML beside each other. Nothing is ever read from a file or an address. */
export async function composeMail(
  { address }: MailSender,
  { org_id, mail_message_id }: { org_id: number; mail_message_id: string },
  letter: Letter,
  now: Date,
): Promise<ComposedMail> {
  const messageId = `<${mail_message_id}.${org_id}@${address.slice(address.lastIndexOf('@') + 1)}>`
  const { to, from_name: fromName = 'Grandstand', reply_to: replyTo, language } = letter
  if (!isMailAddress(to)) throw new Error('not an address')
  const composer = new MailComposer({
    from: { name: oneLine(fromName, 100), address },
    to: { name: '', address: to },
    ...(replyTo === undefined || !isMailAddress(replyTo) ? {} : { replyTo: { name: '', address: replyTo } }),
    subject: oneLine(letter.subject, 200),
    text: letter.text,
    html: letter.html,
    messageId,
    date: now,
    headers: {
      // Out-of-office replies to a machine help nobody.
      'Auto-Submitted': 'auto-generated',
      ...(language === undefined ? {} : { 'Content-Language': oneLine(language, 35) }),
    },
    attachments: letter.attachments.map(({ filename, content_type, content, cid }) => ({
      filename: oneLine(filename, 100),
      contentType: oneLine(content_type, 100),
      content,
      ...(cid === undefined ? {} : { cid: oneLine(cid, 100) }),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: '\r\n',
  })
  return { from: address, to: overTheWire(to), messageId, bytes: await composer.compile().build() }
}

/** A domain in other letters has a spelling in ASCII, which every server takes; the part before the @ has none. */
function overTheWire(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = domainToASCII(address.slice(at + 1))
  return domain === '' ? address : `${address.slice(0, at)}@${domain}`
}
