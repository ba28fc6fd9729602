import type { Mail } from '../../messages/mail/mail.ts'
import { escapeHtml } from '../../platform/values/html.ts'

export type LinkMailWords = { subject: string; why: string; link: string; until: string; otherwise: string }

/** A mail with one link in it. */
export const linkMail = (
  from: string,
  { subject, why, link, until, otherwise }: LinkMailWords,
): Pick<Mail, 'subject' | 'text' | 'html' | 'from_name'> => ({
  from_name: from,
  subject,
  text: `${why}\n\n${link}\n\n${until}\n\n${otherwise}\n`,
  html: [
    '<!doctype html><html lang="en"><body style="font-family:sans-serif">',
    `<p>${escapeHtml(why)}</p><p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`,
    `<p>${escapeHtml(until)}</p><p>${escapeHtml(otherwise)}</p></body></html>`,
  ].join('\n'),
})
