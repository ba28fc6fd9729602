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

/** By the same page: the least of a charge, in the unit that Stripe counts in. A list of its own: the program is checked by it. */
const LEAST: Record<string, number> = {
  ...{
    usd: 50,
    aed: 200,
    aud: 50,
    bgn: 100,
    brl: 50,
    cad: 50,
    chf: 50,
    czk: 1500,
    dkk: 250,
    eur: 50,
    gbp: 30,
    hkd: 400,
  },
  ...{
    huf: 17500,
    inr: 50,
    jpy: 50,
    mxn: 1000,
    myr: 200,
    nok: 300,
    nzd: 50,
    pln: 200,
    ron: 200,
    sek: 300,
    sgd: 50,
    thb: 1000,
  },
}

/** Of a single payment by methods that have bounds of their own, likewise; where Stripe names none, what the method's operator does. */
const OF_METHODS: Record<string, Record<string, [least: number, most: number]>> = {
  eps: { eur: [100, 99_999_999] },
  p24: { eur: [50, 1_200_000], pln: [200, 5_500_000] },
  klarna: {
    ...{
      chf: [100, 500_000],
      czk: [2500, 10_000_000],
      dkk: [800, 10_000_000],
      eur: [100, 1_000_000],
      gbp: [100, 400_000],
    },
    ...{ nok: [1000, 10_000_000], pln: [500, 2_000_000], ron: [500, 2_000_000], sek: [1000, 15_000_000] },
  },
  twint: { chf: [50, 500_000] },
  swish: { sek: [300, 15_000_000] },
}

/** What is too little for any method, or too little or too much for this one. */
export function checkBounds(amount: number, currency: string, type?: string): void {
  const [least, most] = OF_METHODS[type ?? '']?.[currency] ?? [LEAST[currency] ?? 1, 99_999_999]
  const bounds = `The amount must be between ${least} and ${most} ${currency}.`
  if (amount < least) throw new StripeFault(400, 'amount_too_small', bounds, 'amount')
  if (amount > most) throw new StripeFault(400, 'amount_too_large', bounds, 'amount')
}

/** What the platform takes of a charge. */
export function feeOf(value: unknown, amount: number): number | null {
  const fee = value === undefined ? null : Number(value)
  if (fee !== null && (fee < 1 || fee > amount)) {
    const message = 'Your application fee cannot exceed the amount of the charge.'
    throw new StripeFault(400, undefined, message, 'application_fee_amount')
  }
  return fee
}
