import { hasLink } from '../../platform/values/has-link.ts'

/** As many digits can be called. */
const DIGITS_MAX = 5

/**
 * A person's name as our mails show it. Buyers and holders type what they like, and an order that costs nothing brings a mail to any
 * address: with a link or a number in the name, it would be an advertisement of a stranger's under the organisation's name. Such a
 * name is left out.
 */
export function nameInMail(name: string | null): string | null {
  const digits = name?.match(/\p{N}/gu)?.length ?? 0
  return name === null || hasLink(name) || digits >= DIGITS_MAX ? null : name
}

/** The same where a sentence or a list cannot do without it. */
export const knownName = (name: string): string => nameInMail(name) ?? '…'
