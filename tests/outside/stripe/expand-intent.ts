import { debitAccount, debitDetails } from './debits.ts'
import type { Intent } from './intent.ts'
import type { Values } from './parameters.ts'
import { redirectOf } from './redirects.ts'

/** With its charge and its payment method in full, where the caller asks for them. */
export const expanded = (intent: Intent, { expand }: Values) => {
  const { latest_charge: charge, payment_method: id } = intent
  const isAsked = (name: string) => Array.isArray(expand) && expand.includes(name)
  return {
    ...intent,
    ...(isAsked('latest_charge') &&
      charge !== null && {
        latest_charge: {
          id: charge,
          object: 'charge',
          payment_method_details: debitDetails(intent) ?? detailsOf(intent),
        },
      }),
    ...(isAsked('payment_method') && id !== null && { payment_method: debitAccount(id) ?? methodOf(id) }),
  }
}

const methodOf = (id: string) => {
  const type = redirectOf(id) ?? 'card'
  const card = { brand: 'visa', last4: '4242', exp_month: 2, exp_year: 2031 }
  return { id, object: 'payment_method', type, ...(type === 'card' && { card }) }
}

const detailsOf = ({ payment_method_types }: Intent) =>
  payment_method_types.includes('card_present')
    ? { type: 'card_present', card_present: { brand: 'visa', last4: '1881' } }
    : { type: 'card', card: { brand: 'visa', last4: '4242' } }
