import { type Language, spokenOf } from '../../../faces/kit/languages.ts'
import type { Mail } from '../../messages/mail/mail.ts'
import { asHtml } from '../../messages/mail/mail-html.ts'
import { asText, type MailPage } from '../../messages/mail/mail-page.ts'
import { codeWords } from './code-words.ts'

type Sender = { name: string; language: string }

/**
 * The mail with a code, in the language of the fan who asks for it, else the organisation's. Nothing in it depends on the address, so that
 * its size does not tell whether a customer has it.
 */
export function codeMail(
  organisation: Sender | undefined,
  code: string,
  what: 'member' | 'link',
  asked: Language | undefined,
): Pick<Mail, 'subject' | 'text' | 'html' | 'from_name'> {
  const { name, language: usual } = organisation ?? { name: '', language: 'en' }
  const language = asked ?? spokenOf(usual) ?? 'en'
  const words = codeWords[language]
  const { why, otherwise } = words[what](name)
  const page: MailPage = {
    language,
    organisation: { name, accent: null },
    preview: why,
    heading: words.heading,
    intro: [why, words.enter],
    code,
    closing: [otherwise],
    footer: [],
  }
  return { from_name: name, subject: words.subject(code, name), text: asText(page), html: asHtml(page) }
}
