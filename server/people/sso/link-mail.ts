import type { Mail } from '../../messages/mail/mail.ts'

/** The mail with the code. It says what to do when one did not ask for it, since anybody can type anybody's address. */
export function linkMail(organisation: string, code: string): Pick<Mail, 'subject' | 'text' | 'html' | 'from_name'> {
  const sentences = [
    `Somebody who is signed in with another account wants to connect it with your tickets at ${organisation}.`,
    'If that is you, enter this code within ten minutes:',
    'If it is not you, do nothing. Without the code nobody can see your tickets; give it to nobody.',
  ] as const
  return {
    from_name: organisation,
    subject: `${code} is your code for ${organisation}`,
    text: `${sentences[0]}\n\n${sentences[1]}\n\n    ${code}\n\n${sentences[2]}\n`,
    html: [
      '<!doctype html><html lang="en"><body style="font-family:sans-serif">',
      `<p>${escapeHtml(sentences[0])}</p><p>${sentences[1]}</p>`,
      `<p style="font-size:2em;letter-spacing:0.2em"><strong>${code}</strong></p>`,
      `<p>${sentences[2]}</p></body></html>`,
    ].join('\n'),
  }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
