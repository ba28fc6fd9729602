import { DAY_MS, MINUTE_MS } from '../../platform/values/durations.ts'

/**
 * Ways to pay that send the buyer to a page of their bank or wallet, by the names that Stripe gives them: in which currencies, and for how long
 * an attempt may keep places: minutes while the buyer is there, days while the money is on its way.
 */
type RedirectRule = { currencies: readonly string[]; minutes: number; days: number }

const WALLET = { minutes: 30, days: 1 }
const BANK = { minutes: 30, days: 1 }

export const redirectMethods = {
  ideal: { ...BANK, currencies: ['EUR'] },
  bancontact: { ...BANK, currencies: ['EUR'] },
  eps: { ...BANK, currencies: ['EUR'] },
  // Some of its banks book on the next working day.
  p24: { minutes: 45, days: 4, currencies: ['EUR', 'PLN'] },
  // Looks at the buyer first, which can take it days.
  klarna: {
    minutes: 45,
    days: 3,
    currencies: ['AUD', 'CAD', 'CHF', 'CZK', 'DKK', 'EUR', 'GBP', 'NOK', 'NZD', 'PLN', 'RON', 'SEK', 'USD'],
  },
  paypal: {
    minutes: 45,
    days: 3,
    currencies: ['AUD', 'CAD', 'CHF', 'CZK', 'DKK', 'EUR', 'GBP', 'HKD', 'NOK', 'NZD', 'PLN', 'SEK', 'SGD', 'USD'],
  },
  mobilepay: { ...WALLET, currencies: ['DKK', 'EUR', 'NOK', 'SEK'] },
  twint: { ...WALLET, currencies: ['CHF'] },
  swish: { ...WALLET, currencies: ['SEK'] },
  revolut_pay: { ...WALLET, currencies: ['DKK', 'EUR', 'GBP', 'HUF', 'PLN', 'RON'] },
} satisfies Record<string, RedirectRule>

export type RedirectMethod = keyof typeof redirectMethods

const isRedirect = (name: string): name is RedirectMethod => Object.hasOwn(redirectMethods, name)

export const redirectRule = (name: string | undefined): RedirectRule | undefined =>
  name !== undefined && isRedirect(name) ? redirectMethods[name] : undefined

/** Of a card's 3-D Secure, and of debits, which banks may turn down for two weeks. */
const OTHERS = { minutes: 15, days: 14 }

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
