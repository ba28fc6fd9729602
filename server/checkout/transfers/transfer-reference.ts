import { isQrIban, restOf97 } from '../../platform/values/iban.ts'

/*
 * What a fan writes beside a transfer, so that the money is known again. It says what it pays, with digits that check the rest:
 *
 *   RF45 1000 0023 45       ISO 11649, of any account: two check digits, 1 (an order's payment) or 2 (a debt), the number in nine digits
 *   00 00000 … 01000 02345 of a QR-IBAN, which takes no other: 27 digits, the last of which checks them
 *
 * Nothing of it is stored. A mistyped one names nothing.
 */

/** What a reference is for. */
export type TransferPurpose = { kind: 'payment' | 'debt'; id: number }

const KINDS = { payment: '1', debt: '2' } as const
const QR_DIGITS = 27
/** As many at least, so that digits which follow are not taken for a part of it; no more count exactly. */
const ID_DIGITS_MIN = 9
const ID_DIGITS_MAX = 15

export function transferReference(iban: string, { kind, id }: TransferPurpose): string {
  const body = KINDS[kind] + String(id).padStart(ID_DIGITS_MIN, '0')
  if (isQrIban(iban)) {
    const digits = body.padStart(QR_DIGITS - 1, '0')
    return digits + checkDigit(digits)
  }
  const check = String(98 - restOf97(`RF00${body}`)).padStart(2, '0')
  return `RF${check}${body}`
}

/** As people read and type it. */
export const spacedReference = (reference: string): string =>
  reference.startsWith('RF')
    ? reference.replaceAll(/(.{4})(?=.)/g, '$1 ')
    : `${reference.slice(0, 2)} ${reference.slice(2).replaceAll(/(.{5})(?=.)/g, '$1 ')}`

/** What the references in a text are for, each once. Banks wrap lines and people leave blanks, so these do not count, nor do dots, dashes and slashes. */
export function purposesIn(text: string): TransferPurpose[] {
  const compact = text.toUpperCase().replaceAll(/[\s.\-/]/g, '')
  const references = [
    ...[...compact.matchAll(/RF\d{2}[12]\d{9,15}/g)].flatMap(([run]) => shortestChecked(run)),
    ...[...compact.matchAll(/(?<!\d)\d{27}(?!\d)/g)].flatMap(([digits]) => (isQrReference(digits) ? [digits] : [])),
  ]
  const purposes = references.flatMap((reference) => purposeOf(reference) ?? [])
  return [...new Map(purposes.map((each) => [`${each.kind} ${each.id}`, each])).values()]
}

/** Digits that follow may be the bank's. */
function shortestChecked(run: string): string[] {
  for (let length = 5 + ID_DIGITS_MIN; length <= run.length; length += 1) {
    const part = run.slice(0, length)
    if (restOf97(part) === 1) return [part]
  }
  return []
}

function purposeOf(reference: string): TransferPurpose | undefined {
  const body = reference.startsWith('RF') ? reference.slice(4) : reference.slice(0, -1).replace(/^0+/, '')
  const kind = body.startsWith(KINDS.payment) ? 'payment' : body.startsWith(KINDS.debt) ? 'debt' : undefined
  const digits = body.slice(1)
  const id = Number(digits)
  const isId = digits.length >= ID_DIGITS_MIN && digits.length <= ID_DIGITS_MAX && id > 0
  return kind !== undefined && isId ? { kind, id } : undefined
}

const isQrReference = (digits: string) => checkDigit(digits.slice(0, -1)) === digits.at(-1)

/** Modulo 10, recursive, as Swiss payment slips have it. */
function checkDigit(digits: string): string {
  const TABLE = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5]
  let carry = 0
  for (const digit of digits) carry = TABLE[(carry + Number(digit)) % 10] ?? 0
  return String((10 - carry) % 10)
}
