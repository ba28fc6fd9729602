import type { Mail } from '../../messages/mail/mail.ts'
import { escapeHtml } from '../../platform/values/html.ts'

/** `why` says who asks for the code; `otherwise` what to do for one who did not, since anybody can type anybody's address. */
export type CodeMailWords = { why: string; otherwise: string }

/** The mail with a code. */
export function codeMail(
  organisation: string,
  code: string,
  { why, otherwise }: CodeMailWords,
): Pick<Mail, 'subject' | 'text' | 'html' | 'from_name'> {
  const enter = 'If that is you, enter this code within ten minutes:'
  return {
    from_name: organisation,
    subject: `${code} is your code for ${organisation}`,
    text: `${why}\n\n${enter}\n\n    ${code}\n\n${otherwise}\n`,
    html: [
      '<!doctype html><html lang="en"><body style="font-family:sans-serif">',
      `<p>${escapeHtml(why)}</p><p>${enter}</p>`,
      `<p style="font-size:2em;letter-spacing:0.2em"><strong>${code}</strong></p>`,
      `<p>${escapeHtml(otherwise)}</p></body></html>`,
    ].join('\n'),
  }
}
