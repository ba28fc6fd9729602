import type { OrganisationMode } from '../../access/principal.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/values/durations.ts'

/** The least and the most of a currency, in its major unit. */
type Limit = { min?: number; max?: number }

/**
 * A way to pay, by the name that Stripe gives it: in which currencies and between which amounts, and for how long an attempt may keep places:
 * minutes while the buyer is at the bank, days while the money is on its way. A slow one takes days as a rule, and not only when something is amiss.
 */
type MethodRule = {
  /** Absent: all of them. */
  currencies?: readonly string[]
  limits?: Readonly<Record<string, Limit>>
  minutes: number
  days: number
  isSlow?: true
}

const WALLET = { minutes: 30, days: 1 }
const BANK = { minutes: 30, days: 1 }
/** Of a card's 3-D Secure, and of debits, which banks may turn down for two weeks. */
const OTHERS = { minutes: 15, days: 14 }

/**
 * The least that Stripe charges, whatever by: docs.stripe.com/currencies, “Minimum and maximum charge amounts”. Of any other currency it says only
 * that it has to be worth the least of the currency that the account is paid out in, which Stripe alone can say.
 */
const LEAST_CHARGES: Readonly<Record<string, number>> = {
  USD: 0.5,
  AED: 2,
  AUD: 0.5,
  BGN: 1,
  BRL: 0.5,
  CAD: 0.5,
  CHF: 0.5,
  CZK: 15,
  DKK: 2.5,
  EUR: 0.5,
  GBP: 0.3,
  HKD: 4,
  HUF: 175,
  INR: 0.5,
  JPY: 50,
  MXN: 10,
  MYR: 2,
  NOK: 3,
  NZD: 0.5,
  PLN: 2,
  RON: 2,
  SEK: 3,
  SGD: 0.5,
  THB: 10,
}

/** Those that send the buyer to a page of their bank or wallet. */
export const redirectMethods = {
  ideal: { ...BANK, currencies: ['EUR'] },
  bancontact: { ...BANK, currencies: ['EUR'] },
  eps: { ...BANK, currencies: ['EUR'], limits: { EUR: { min: 1 } } },
  // Some of its banks book on the next working day.
  p24: {
    minutes: 45,
    days: 4,
    isSlow: true,
    currencies: ['EUR', 'PLN'],
    limits: { EUR: { max: 12_000 }, PLN: { max: 55_000 } },
  },
  // Looks at the buyer first, which can take it days.
  klarna: {
    minutes: 45,
    days: 3,
    isSlow: true,
    currencies: ['AUD', 'CAD', 'CHF', 'CZK', 'DKK', 'EUR', 'GBP', 'NOK', 'NZD', 'PLN', 'RON', 'SEK', 'USD'],
    limits: {
      CHF: { min: 1, max: 5000 },
      CZK: { min: 25, max: 100_000 },
      DKK: { min: 8, max: 100_000 },
      EUR: { min: 1, max: 10_000 },
      GBP: { min: 1, max: 4000 },
      NOK: { min: 10, max: 100_000 },
      PLN: { min: 5, max: 20_000 },
      RON: { min: 5, max: 20_000 },
      SEK: { min: 10, max: 150_000 },
    },
  },
  paypal: {
    minutes: 45,
    days: 3,
    currencies: ['AUD', 'CAD', 'CHF', 'CZK', 'DKK', 'EUR', 'GBP', 'HKD', 'NOK', 'NZD', 'PLN', 'SEK', 'SGD', 'USD'],
  },
  mobilepay: { ...WALLET, currencies: ['DKK', 'EUR', 'NOK', 'SEK'] },
  twint: { ...WALLET, currencies: ['CHF'], limits: { CHF: { max: 5000 } } },
  swish: { ...WALLET, currencies: ['SEK'], limits: { SEK: { max: 150_000 } } },
  revolut_pay: { ...WALLET, currencies: ['DKK', 'EUR', 'GBP', 'HUF', 'PLN', 'RON'] },
} satisfies Record<string, MethodRule>

export type RedirectMethod = keyof typeof redirectMethods

/** Debits: each is a bank's scheme, of one currency. They are confirmed once the mandate is given, and money days later. */
export const debitMethods = {
  sepa_debit: { ...OTHERS, isSlow: true, currencies: ['EUR'], limits: { EUR: { max: 10_000 } } },
  bacs_debit: { ...OTHERS, isSlow: true, currencies: ['GBP'], limits: { GBP: { max: 100_000 } } },
  au_becs_debit: { ...OTHERS, isSlow: true, currencies: ['AUD'], limits: { AUD: { max: 10_000 } } },
} satisfies Record<string, MethodRule>

export type DebitScheme = keyof typeof debitMethods

/** Cards that a phone or a browser keeps: to the provider each is a card, and is offered where cards are. */
const cardWallets = { apple_pay: OTHERS, google_pay: OTHERS } satisfies Record<string, MethodRule>

export type CardWallet = keyof typeof cardWallets

/** Every way that can be offered. */
const methodRules = {
  card: OTHERS,
  ...cardWallets,
  link: OTHERS,
  ...debitMethods,
  ...redirectMethods,
} satisfies Record<string, MethodRule>

export type PaymentMethodName = keyof typeof methodRules

export const paymentMethodNames = Object.keys(methodRules) as PaymentMethodName[]

export const ruleOfMethod = (name: PaymentMethodName): MethodRule => methodRules[name]

/** Between which amounts a way to pay is taken, by currency. Nothing is charged in a sandbox, so that its least is the method's own. */
export function amountLimitsOf(name: PaymentMethodName, mode: OrganisationMode): Record<string, Limit> {
  const { currencies, limits = {} } = ruleOfMethod(name)
  if (mode === 'test') return { ...limits }
  const charged = (currencies ?? Object.keys(LEAST_CHARGES)).filter((currency) => LEAST_CHARGES[currency] !== undefined)
  const least = charged.map((currency): [string, Limit] => {
    const { min = 0, ...most } = limits[currency] ?? {}
    return [currency, { min: Math.max(min, LEAST_CHARGES[currency] ?? 0), ...most }]
  })
  return { ...limits, ...Object.fromEntries(least) }
}

export const isRedirect = (name: string): name is RedirectMethod => Object.hasOwn(redirectMethods, name)

export const isCardWallet = (name: string): name is CardWallet => Object.hasOwn(cardWallets, name)

/** Those that bring the buyer's name and address along, and stand above the form as buttons of their own. */
export const expressMethods = ['apple_pay', 'google_pay', 'link'] as const

export const isDebit = (name: string | undefined): name is DebitScheme =>
  name !== undefined && Object.hasOwn(debitMethods, name)

/** The scheme that debits in a currency; undefined where there is none. */
export const debitSchemeOf = (currency: string): DebitScheme | undefined =>
  (Object.keys(debitMethods) as DebitScheme[]).find((scheme) =>
    (debitMethods[scheme].currencies as readonly string[]).includes(currency),
  )

export const redirectRule = (name: string | undefined): (MethodRule & { currencies: readonly string[] }) | undefined =>
  name !== undefined && isRedirect(name) ? redirectMethods[name] : undefined

/** Neither paid nor over: it waits for its buyer, or for the money. */
type Waiting = { kind: 'requires_action' | 'processing'; method?: string }

/** For how long an attempt may keep its places so. */
export function keepsPlacesMs({ kind, method }: Waiting): number {
  const { minutes, days } = redirectRule(method) ?? OTHERS
  return kind === 'processing' ? days * DAY_MS : minutes * MINUTE_MS
}

/** Until when an attempt that was made then may keep its places. */
export const deadlineOf = (createdAt: Date, waiting: Waiting): Date =>
  new Date(createdAt.getTime() + keepsPlacesMs(waiting))
