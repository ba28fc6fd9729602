import type Stripe from 'stripe'
import { isCardWallet, paymentMethodNames } from './payment-methods.ts'
import { type Charge, isReader } from './provider.ts'
import { toStripeAmount } from './stripe-amount.ts'
import { type InTime, inNameOf } from './stripe-client.ts'

/**
 * What the buyer could choose from, and nothing else. Without that, of what was kept and of payments from before, all that needs no visit to
 * another page.
 */
export const methodParams = ({ paymentMethod, returnUrl, allowedMethods }: Charge): Pick<CreateParams, Params> => {
  if (isReader(paymentMethod)) return { allowed_payment_method_types: ['card_present'] }
  const method = isConfirmationToken(paymentMethod) ? {} : { payment_method: paymentMethod }
  if (allowedMethods) {
    const types = allowedMethods.filter((name) => !isCardWallet(name)) as AllowedMethod[]
    return { ...method, allowed_payment_method_types: types }
  }
  const redirects = returnUrl === null ? ('never' as const) : ('always' as const)
  return { ...method, automatic_payment_methods: { enabled: true, allow_redirects: redirects } }
}

/** Goes to the platform's own account at Stripe as soon as the payment succeeds. */
export function feeParams({ operatorFeeMinor, currency }: Charge): Pick<CreateParams, 'application_fee_amount'> {
  const fee = operatorFeeMinor === undefined ? undefined : toStripeAmount(operatorFeeMinor, currency)
  return fee === undefined ? {} : { application_fee_amount: fee }
}

type CreateParams = Stripe.PaymentIntentCreateParams
type AllowedMethod = Stripe.PaymentIntentCreateParams.AllowedPaymentMethodType
type Params = 'payment_method' | 'allowed_payment_method_types' | 'automatic_payment_methods'

/** Of Stripe.js: names the payment method only while a payment is confirmed. */
export const isConfirmationToken = (paymentMethod: string) => paymentMethod.startsWith('ctoken_')

/**
 * The wallet that a card came from, if the organisation takes none of that wallet. To Stripe it is a card like others, so that the token has to
 * be looked at: only where one is switched off.
 */
export async function refusedWallet(
  { paymentMethod, allowedMethods, account }: Charge,
  { stripe, inTime }: { stripe: Stripe; inTime: InTime },
): Promise<string | undefined> {
  const refused = paymentMethodNames.filter((name) => isCardWallet(name) && !allowedMethods?.includes(name))
  if (!allowedMethods?.includes('card') || refused.length === 0 || !isConfirmationToken(paymentMethod)) return undefined
  const token = await inTime(() => stripe.confirmationTokens.retrieve(paymentMethod, {}, inNameOf(account)))
  const wallet = token.payment_method_preview?.card?.wallet?.type
  return refused.find((name) => name === wallet)
}
