import { checkBounds } from './amounts.ts'
import { debitOf } from './debits.ts'
import { StripeFault } from './fault.ts'
import type { Intent } from './intent.ts'

/**
 * Methods that send the buyer to another page, by the type that Stripe names them with, and the currencies of each. A list of its own: what
 * the program believes is not what it is checked by. Which currencies Stripe takes today, only Stripe can say.
 */
const CURRENCIES: Record<string, string> = {
  ideal: 'eur',
  bancontact: 'eur',
  eps: 'eur',
  p24: 'eur pln',
  klarna: 'aud cad chf czk dkk eur gbp nok nzd pln ron sek usd',
  paypal: 'aud cad chf czk dkk eur gbp hkd nok nzd pln sek sgd usd',
  mobilepay: 'dkk eur nok sek',
  twint: 'chf',
  swish: 'sek',
  revolut_pay: 'dkk eur gbp huf pln ron',
}

export const REDIRECTS: readonly string[] = Object.keys(CURRENCIES)

/** `pm_ideal`, or `ctoken_ideal` of Stripe.js. */
export const redirectOf = (method: string | null): string | undefined => {
  const type = method?.replace(/^(?:pm|ctoken)_/, '') ?? ''
  return REDIRECTS.includes(type) ? type : undefined
}

/** Whether there is such a payment: of what Stripe is allowed, it leaves out what does not fit. */
export const takes = (type: string, currency: string): boolean =>
  CURRENCIES[type]?.split(' ').includes(currency) ?? true

const mayLeave = ({ allow_redirects, currency }: Intent, type: string): boolean =>
  allow_redirects === 'always' && takes(type, currency)

/** What Stripe says no to before the buyer is sent anywhere. */
export function checkRedirect(intent: Intent, returnUrl: unknown): void {
  const type = redirectOf(intent.payment_method)
  const isListed = type !== undefined && intent.is_listed && intent.payment_method_types.includes(type)
  const isOpen = intent.allow_redirects === 'always' || isListed
  if (isOpen && returnUrl === undefined)
    throw new StripeFault(
      400,
      undefined,
      'This PaymentIntent is configured to accept payment methods that might redirect your customer; you must provide a `return_url`.',
      'return_url',
    )
  if (returnUrl !== undefined && !/^https?:\/\/\S+$/.test(String(returnUrl)))
    throw new StripeFault(400, 'url_invalid', 'Not a valid URL', 'return_url')
  const wanted = type ?? debitOf(intent.payment_method) ?? 'card'
  if (intent.is_listed ? !intent.payment_method_types.includes(wanted) : type && !mayLeave(intent, type))
    throw new StripeFault(
      400,
      'payment_intent_incompatible_payment_method',
      `The PaymentMethod provided (${wanted}) is not allowed for this PaymentIntent.`,
      'payment_method',
    )
  if (type) checkBounds(intent.amount, intent.currency, type)
}

/** Off to the bank. */
export function redirect(intent: Intent, returnUrl: unknown): void {
  intent.status = 'requires_action'
  const url = `https://pm-redirects.stripe.com/authorize/${intent.account}/${intent.id}`
  intent.next_action = { type: 'redirect_to_url', redirect_to_url: { url, return_url: String(returnUrl) } }
}
