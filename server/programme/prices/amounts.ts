import { invalidParameters, type Problem } from '../../platform/http/errors.ts'
import { toMinor } from '../../platform/values/money.ts'

/** Most minor units of one amount: a hundred items of a hundred units each still add up to an exact number. */
export const AMOUNT_MINOR_MAX = 100_000_000_000

const columnNames = {
  price: 'price_minor',
  rebate: 'rebate_minor',
  service_fee: 'service_fee_minor',
  service_tax: 'service_tax_minor',
} as const

type Amounts = { [Name in keyof typeof columnNames]?: number } & { currency?: string }
export type AmountColumns = { -readonly [Name in keyof typeof columnNames as (typeof columnNames)[Name]]?: number }

/** Amounts as the event's currency counts them. All that do not fit it are refused in one answer. */
export function amountColumns(amounts: Amounts, currency: string): AmountColumns {
  const problems: Problem[] = []
  const refuse = (param: string, message: string) => problems.push({ param, code: 'parameter_invalid', message })
  if (amounts.currency !== undefined && amounts.currency !== currency) {
    refuse('currency', `currency must be ${currency}, the currency of the event.`)
  }
  const columns: AmountColumns = {}
  for (const name of Object.keys(columnNames) as (keyof typeof columnNames)[]) {
    const amount = amounts[name]
    if (amount === undefined) continue
    const minor = toMinor(amount, currency)
    if (minor === undefined) refuse(name, `${name} is finer than ${currency} allows.`)
    else if (minor > AMOUNT_MINOR_MAX) refuse(name, `${name} is too large for ${currency}.`)
    else columns[columnNames[name]] = minor
  }
  if (problems.length > 0) throw invalidParameters(problems)
  return columns
}
