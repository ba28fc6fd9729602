import { compactAccount, isIban } from '../../platform/values/iban.ts'
import { invalid } from '../../resources/constraints.ts'

/** Where money is to be transferred, as the fan has written it. An IBAN has no blanks. */
export type MoneyBackAccount = { account_holder: string; account: string }

/** What a sealed account belongs to: moved to another debt it does not open. */
export const accountContext = (orgId: number, debtId: number) => `money_back_accounts ${orgId} ${debtId}`

export const ACCOUNT_CHARACTERS_MAX = 100

/** Two letters of a country and two digits that check the rest; nothing else that names an account looks like it. */
const LIKE_IBAN = /^[A-Z]{2}[0-9]{2}[A-Z0-9]*$/
const DIGITS_MIN = 5

/**
 * An IBAN, whose digits check each other; or, where banks have none, whatever their customers write: a BSB or a sort code with a number. A
 * wrong digit is told at once, to the one who can mend it.
 */
export function readAccount({ account_holder, account }: MoneyBackAccount): MoneyBackAccount {
  const compact = compactAccount(account)
  if (LIKE_IBAN.test(compact)) {
    if (!isIban(compact)) throw invalid('account', 'This IBAN has a mistake in it.')()
    return { account_holder: account_holder.trim(), account: compact }
  }
  const digits = account.replaceAll(/\D/g, '').length
  if (digits < DIGITS_MIN) throw invalid('account', 'account is an IBAN, or the numbers that name an account.')()
  return { account_holder: account_holder.trim(), account: account.trim() }
}
