import type { Mail } from '../../messages/mail/mail.ts'
import { asHtml } from '../../messages/mail/mail-html.ts'
import { asText, type MailPage } from '../../messages/mail/mail-page.ts'

/** `why` says who asks for the code; `otherwise` what to do for a reader who did not, since a stranger can type any address. */
export type CodeMailWords = { why: string; otherwise: string }

/** The mail with a code. Nothing in it depends on its reader, so that its size does not tell whether there is one. */
export function codeMail(
  organisation: string,
  code: string,
  { why, otherwise }: CodeMailWords,
): Pick<Mail, 'subject' | 'text' | 'html' | 'from_name'> {
  const page: MailPage = {
    language: 'en',
    organisation: { name: organisation, accent: null },
    preview: why,
    heading: 'Your code',
    intro: [why, 'If that is you, enter this code within ten minutes:'],
    code,
    closing: [otherwise],
    footer: [],
  }
  return {
    from_name: organisation,
    subject: `${code} is your code for ${organisation}`,
    text: asText(page),
    html: asHtml(page),
  }
}
