import type { Mail } from '../../messages/mail/mail.ts'
import { asHtml } from '../../messages/mail/mail-html.ts'
import { asText, type MailPage } from '../../messages/mail/mail-page.ts'

export type LinkMailWords = { subject: string; why: string; link: string; until: string; otherwise: string }

/** A mail with one link in it. */
export function linkMail(
  from: string,
  { subject, why, link, until, otherwise }: LinkMailWords,
): Pick<Mail, 'subject' | 'text' | 'html' | 'from_name'> {
  const page: MailPage = {
    language: 'en',
    organisation: { name: from, accent: null },
    preview: why,
    heading: subject,
    intro: [why],
    button: { label: 'Open the link', href: link },
    closing: [until, otherwise],
    footer: [],
  }
  return { from_name: from, subject, text: asText(page), html: asHtml(page) }
}
