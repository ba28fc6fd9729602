import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { type RandomBytes, systemRandom } from '../../platform/values/random.ts'

/** Base32 without I, L, O and U: nothing that is read aloud or typed from a card is taken for something else. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const RANDOM_LENGTH = 12

/** 60 random bits and a check character: what members have as their number and on their barcode. */
export function memberCode(random: RandomBytes = systemRandom): string {
  const digits = [...random(RANDOM_LENGTH)].map((byte) => byte % ALPHABET.length)
  return [...digits, checkDigit(digits)].map((digit) => ALPHABET[digit]).join('')
}

/** Every single wrong character, and every two that changed places, make a code that is none. */
export function isMemberCode(text: string): boolean {
  const digits = [...text].map((character) => ALPHABET.indexOf(character))
  return digits.length === RANDOM_LENGTH + 1 && !digits.includes(-1) && digits.reduce(addDigit, 0) === 0
}

/** The sum of digit × xⁿ in the field of 32 elements; the check digit makes it zero. The powers of x are all different. */
const addDigit = (sum: number, digit: number) => timesX(sum) ^ digit
const checkDigit = (digits: number[]) => timesX(digits.reduce(addDigit, 0))

/** Modulo x⁵ + x² + 1. */
const timesX = (value: number) => (value & 16 ? (value << 1) ^ 37 : value << 1)

const DRAWS = 5

/**
 * A code that no member of the organisation has in that column: it draws several and takes the first that nobody has. The
 * unique constraint has the last word.
 */
export async function unusedCode(
  orgId: OrgId,
  sql: Db,
  column: 'member_number' | 'barcode',
  draws: string[] = Array.from({ length: DRAWS }, () => memberCode()),
): Promise<string> {
  const used = await sql<{ code: string }[]>`
    select ${sql(column)} as code
    from members
    where org_id = ${orgId}
      and ${sql(column)} = any (${draws}::text[])`
  const usedCodes = new Set(used.map(({ code }) => code))
  const code = draws.find((draw) => !usedCodes.has(draw))
  if (code === undefined) throw new Error(`${draws.length} codes were drawn, and each belongs to a member`)
  return code
}
