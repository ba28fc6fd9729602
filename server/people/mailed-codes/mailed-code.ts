import { type RandomBytes, systemRandom } from '../../platform/values/random.ts'
import type { Seal } from '../../platform/values/seal.ts'

/** Six digits that prove a mailbox: a person who has read them there can read what comes there. */

export const CODE_KEPT_MS = 10 * 60_000
export const TRIES_MAX = 5

const CODES = 1_000_000
/** The largest multiple of a million that four bytes can hold: what lies above it would favour the low codes. */
const UNBIASED_BELOW = 4_294_000_000

export function newMailedCode(random: RandomBytes = systemRandom): string {
  for (;;) {
    const number = random(4).readUInt32BE()
    if (number < UNBIASED_BELOW) return String(number % CODES).padStart(6, '0')
  }
}

/** The code and the address that was typed, kept together: who has the address is asked again when the code comes back. */
export type MailedCode = { code: string; email: string }

/** Bound to its row by the context: moved to another one it does not open. */
export const sealMailedCode = (seal: Seal, context: string, code: MailedCode): Buffer =>
  seal.close(JSON.stringify(code), context)

export const openMailedCode = (seal: Seal, context: string, sealed: Buffer): MailedCode =>
  JSON.parse(seal.open(sealed, context)) as MailedCode
