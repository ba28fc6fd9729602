import type { TimelineEntry } from '@grandstand/sdk'
import { mailTitle } from '../parts/mail-title.ts'
import { words } from '../words/week.ts'
import { mailState } from './mail-state.ts'

/** An entry of the story in words; one that is new to this page is told as the API names it. */
export function entryTitle(type: string, detail: string | null = null): string {
  const known = words.story[type]
  if (known !== undefined) return known
  if (type.startsWith('mail.'))
    return words.storyMail({
      kind: detail === null ? words.mail : mailTitle(detail),
      state: mailState(type.slice(5), null).title,
    })
  const plain = type.replaceAll(/[._]/g, ' ')
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}

/** What else there is to tell of an entry, a line each: what it changed from what to what, where a mail went and why it came back. */
export function entryLines({ type, detail, email_address, error_code, changes }: TimelineEntry): string[] {
  const changed = changes.map(({ field, from, to }) => {
    const title = words.storyFields[field] ?? field
    if (from === null && to === null) return words.fieldChanged({ field: title })
    return words.changed({ field: title, from: from ?? words.nothingThere, to: to ?? words.nothingThere })
  })
  if (!type.startsWith('mail.')) return [...(detail === null ? [] : [detail]), ...changed]
  const { why } = mailState(type.slice(5), error_code)
  const mail = [email_address, why].filter(Boolean).join(', ')
  return mail === '' ? [] : [mail]
}
