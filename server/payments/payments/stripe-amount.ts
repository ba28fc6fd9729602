import { currencyExponent } from '../../platform/values/money.ts'

/** Digits after the point that Stripe counts in where they are not those of ISO 4217. */
const STRIPE_EXPONENTS: Record<string, number> = { ISK: 2, UGX: 2, MGA: 0 }

/** Stripe takes the last of three digits as a zero only. */
const STEPS: Record<number, number> = { 3: 10 }

/** An amount in the unit that Stripe counts in; undefined where Stripe has no such amount. */
export function toStripeAmount(amountMinor: number, currency: string): number | undefined {
  const exponent = STRIPE_EXPONENTS[currency] ?? currencyExponent(currency)
  const amount = amountMinor * 10 ** (exponent - currencyExponent(currency))
  return Number.isSafeInteger(amount) && amount % (STEPS[exponent] ?? 1) === 0 ? amount : undefined
}

/** And back. */
export function fromStripeAmount(amount: number, currency: string): number {
  const exponent = STRIPE_EXPONENTS[currency] ?? currencyExponent(currency)
  return Math.round(amount * 10 ** (currencyExponent(currency) - exponent))
}
