import type Stripe from 'stripe'
import { type Charge, isReader } from './provider.ts'

/**
 * What the buyer could choose from, and nothing else. Without that, of what was kept and of payments from before, all that needs no visit to
 * another page.
 */
export const methodParams = ({ paymentMethod, returnUrl, allowedMethods }: Charge): Pick<CreateParams, Params> => {
  if (isReader(paymentMethod)) return { allowed_payment_method_types: ['card_present'] }
  const method = isConfirmationToken(paymentMethod) ? {} : { payment_method: paymentMethod }
  if (allowedMethods) return { ...method, allowed_payment_method_types: allowedMethods as AllowedMethod[] }
  const redirects = returnUrl === null ? ('never' as const) : ('always' as const)
  return { ...method, automatic_payment_methods: { enabled: true, allow_redirects: redirects } }
}

type CreateParams = Stripe.PaymentIntentCreateParams
type AllowedMethod = Stripe.PaymentIntentCreateParams.AllowedPaymentMethodType
type Params = 'payment_method' | 'allowed_payment_method_types' | 'automatic_payment_methods'

/** Of Stripe.js: names the payment method only while a payment is confirmed. */
export const isConfirmationToken = (paymentMethod: string) => paymentMethod.startsWith('ctoken_')
