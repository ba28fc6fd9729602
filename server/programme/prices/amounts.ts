import { invalidParameters, type Problem } from '../../platform/http/errors.ts'
import { toMinor } from '../../platform/values/money.ts'

/** Most minor units of one amount: a hundred items of a hundred units each still add up to an exact number. */
export const AMOUNT_MINOR_MAX = 100_000_000_000

const columns = {
  price: 'price_minor',
  rebate: 'rebate_minor',
  service_fee: 'service_fee_minor',
  service_tax: 'service_tax_minor',
} as const

type Amounts = { [Name in keyof typeof columns]?: number } & { currency?: string }
export type AmountColumns = { -readonly [Name in keyof typeof columns as (typeof columns)[Name]]?: number }

/** Amounts as the event's currency counts them. All that do not fit it are refused in one answer. */
export function amountColumns(sent: Amounts, currency: string): AmountColumns {
  const problems: Problem[] = []
  const refuse = (param: string, message: string) => problems.push({ param, code: 'parameter_invalid', message })
  if (sent.currency !== undefined && sent.currency !== currency) {
    refuse('currency', `currency must be ${currency}, the currency of the event.`)
  }
  const found: AmountColumns = {}
  for (const name of Object.keys(columns) as (keyof typeof columns)[]) {
    const amount = sent[name]
    if (amount === undefined) continue
    const minor = toMinor(amount, currency)
    if (minor === undefined) refuse(name, `${name} is finer than ${currency} allows.`)
    else if (minor > AMOUNT_MINOR_MAX) refuse(name, `${name} is too large for ${currency}.`)
    else found[columns[name]] = minor
  }
  if (problems.length > 0) throw invalidParameters(problems)
  return found
}
