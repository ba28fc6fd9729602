import { StripeFault } from './fault.ts'

/**
 * Amounts that Stripe does not take, by https://docs.stripe.com/currencies: of three decimals the last is zero, and ISK and UGX
 * are counted in hundredths that cannot be paid. Stripe documents the code of the second refusal; that of the first is not
 * documented, so the imitation gives none.
 */
const THREE_DECIMALS = new Set(['bhd', 'jod', 'kwd', 'omr', 'tnd'])
const WHOLE_UNITS = new Set(['isk', 'ugx'])

export function checkAmount(amount: number, currency: string): void {
  if (THREE_DECIMALS.has(currency) && amount % 10 !== 0)
    throw new StripeFault(400, undefined, `Invalid amount: the last digit of ${currency} must be 0.`, 'amount')
  if (WHOLE_UNITS.has(currency) && amount % 100 !== 0) {
    const message = `Invalid amount. ${currency} amounts must be evenly divisible by 100.`
    throw new StripeFault(400, 'invalid_charge_amount_no_decimal_compatible', message, 'amount')
  }
}
