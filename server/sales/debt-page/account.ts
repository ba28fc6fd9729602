import { invalid } from '../../resources/constraints.ts'

/** Where money is to be transferred, as the fan has written it. An IBAN has no blanks. */
export type MoneyBackAccount = { account_holder: string; account: string }

/** What a sealed account belongs to: moved to another debt it does not open. */
export const accountContext = (orgId: number, debtId: number) => `money_back_accounts ${orgId} ${debtId}`

export const ACCOUNT_CHARACTERS_MAX = 100

/** Two letters of a country and two digits that check the rest; nothing else that names an account looks like it. */
const LIKE_IBAN = /^[A-Z]{2}[0-9]{2}[A-Z0-9]*$/
const IBAN = /^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/
const DIGITS_MIN = 5

/**
 * An IBAN, whose digits check each other; or, where banks have none, whatever their customers write: a BSB or a sort code with a number. A
 * wrong digit is told at once, to the one who can mend it.
 */
export function readAccount({ account_holder, account }: MoneyBackAccount): MoneyBackAccount {
  const compact = account.replaceAll(/\s/g, '').toUpperCase()
  if (LIKE_IBAN.test(compact)) {
    if (!IBAN.test(compact) || !isChecked(compact)) throw invalid('account', 'This IBAN has a mistake in it.')()
    return { account_holder: account_holder.trim(), account: compact }
  }
  const digits = account.replaceAll(/\D/g, '').length
  if (digits < DIGITS_MIN) throw invalid('account', 'account is an IBAN, or the numbers that name an account.')()
  return { account_holder: account_holder.trim(), account: account.trim() }
}

/** ISO 13616: with its first four characters at the end, and letters as two digits, it leaves 1 when divided by 97. */
function isChecked(iban: string): boolean {
  const moved = iban.slice(4) + iban.slice(0, 4)
  const digits = moved.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  let rest = 0
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}
