import { StripeExpress } from './stripe-express.tsx'
import { confirmWithStripe, StripePayment } from './stripe-payment.tsx'

/** All that Stripe's script is loaded for. */
export const stripeParts = { confirmWithStripe, StripeExpress, StripePayment }
