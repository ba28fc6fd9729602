import { missing } from './fault.ts'

/** Stripe.js makes them, and a payment method out of one when a payment is confirmed with it. */
export const TOKENS: Record<string, string> = {
  ctoken_visa: 'pm_card_visa',
  ctoken_declined: 'pm_card_chargeDeclined',
  ctoken_secure: 'pm_card_authenticationRequired',
  ctoken_apple_pay: 'pm_card_visa',
  ctoken_apple_pay_declined: 'pm_card_chargeDeclined',
  ctoken_apple_pay_secure: 'pm_card_authenticationRequired',
  ctoken_google_pay: 'pm_card_visa',
}

/** What a token says of what it was made with: of a wallet's card, which wallet. */
export function findToken(id: string) {
  if (TOKENS[id] === undefined) throw missing('confirmation_token', id, 'confirmation_token')
  const type = ['apple_pay', 'google_pay'].find((name) => id.startsWith(`ctoken_${name}`))
  const card = { last4: '4242', wallet: type === undefined ? null : { type, dynamic_last4: null } }
  return { id, object: 'confirmation_token', payment_method_preview: { type: 'card', card } }
}
