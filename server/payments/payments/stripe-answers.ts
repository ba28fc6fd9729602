import Stripe from 'stripe'
import type { Declined, KeptMeans, PaymentResult, RefundResult, Unconfirmed } from './provider.ts'
import { debitMeans } from './stripe-debits.ts'

const { StripeError, StripeAuthenticationError, StripeCardError, StripeInvalidRequestError } = Stripe.errors
const { StripePermissionError, StripeRateLimitError } = Stripe.errors

/** No bank was asked for the money, and none will be. */
export const NEVER_ARRIVED: Declined = {
  kind: 'declined',
  code: 'payment_failed',
  declineCode: 'never_arrived',
  message: 'The payment failed.',
}

/** What a PaymentIntent says of itself. */
export function toPayment(intent: Stripe.PaymentIntent): PaymentResult | Unconfirmed {
  const reference = intent.id
  if (isUnconfirmed(intent)) return { kind: 'unconfirmed', reference }
  switch (intent.status) {
    case 'succeeded':
      return { kind: 'succeeded', reference, ...cardOf(intent), ...meansOf(intent) }
    case 'processing':
      return { kind: 'processing', reference, ...typeOf(intent), ...meansOf(intent) }
    case 'requires_action': {
      const redirectUrl = intent.next_action?.redirect_to_url?.url
      if (redirectUrl)
        return {
          kind: 'requires_action',
          reference,
          nextAction: { type: 'redirect', redirect_url: redirectUrl },
          ...typeOf(intent),
        }
      return intent.client_secret === null
        ? { kind: 'unknown', cause: new Error(`${reference} needs an action and has no client secret`) }
        : {
            kind: 'requires_action',
            reference,
            nextAction: { type: 'client_secret', client_secret: intent.client_secret },
            ...typeOf(intent),
          }
    }
    case 'requires_payment_method':
      return toDeclined(intent.last_payment_error, reference)
    case 'canceled':
      if (intent.cancellation_reason === 'abandoned') return { ...NEVER_ARRIVED, reference }
      return {
        kind: 'declined',
        reference,
        code: 'payment_failed',
        declineCode: 'cancelled',
        message: 'The payment was cancelled.',
      }
    default:
      return { kind: 'unknown', cause: new Error(`${reference} is ${intent.status}`) }
  }
}

/** Said where the payment method was asked for along with the payment. */
function typeOf({ payment_method }: Stripe.PaymentIntent): { method?: string } {
  return payment_method !== null && typeof payment_method === 'object' ? { method: payment_method.type } : {}
}

/** Said where the charge was asked for along with the payment. */
function cardOf({ latest_charge }: Stripe.PaymentIntent): { cardLast4?: string } {
  const details = typeof latest_charge === 'object' ? latest_charge?.payment_method_details : undefined
  const last4 = details?.card?.last4 ?? details?.card_present?.last4
  return last4 ? { cardLast4: last4 } : {}
}

/** What was asked to be kept is, once the payment has succeeded, or a debit is submitted. */
function meansOf(intent: Stripe.PaymentIntent): { means?: KeptMeans } {
  const means = intent.setup_future_usage === 'off_session' ? (cardMeans(intent) ?? debitMeans(intent)) : undefined
  return means ? { means } : {}
}

/** A person's card, where it was asked for along with what it was given for. */
export function cardMeans({
  customer,
  payment_method,
}: Pick<Stripe.PaymentIntent | Stripe.SetupIntent, 'customer' | 'payment_method'>): KeptMeans | undefined {
  if (customer === null || payment_method === null || typeof payment_method !== 'object') return undefined
  const { card } = payment_method
  if (!card) return undefined
  return {
    customer: typeof customer === 'string' ? customer : customer.id,
    method: payment_method.id,
    kind: 'card',
    last4: card.last4,
    expiresOn: lastDayOf(card.exp_year, card.exp_month),
  }
}

/** A card is good until the end of its month. */
const lastDayOf = (year: number, month: number): string => new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)

/** Made and never confirmed: with a payment method it waits for that, and without one nothing has been tried with it yet. */
const isUnconfirmed = ({ status, last_payment_error }: Stripe.PaymentIntent): boolean =>
  status === 'requires_confirmation' || (status === 'requires_payment_method' && last_payment_error === null)

type Refusal = { type?: string; code?: string; decline_code?: string; message?: string }

/** Stripe's words for the cardholder are made to be shown; without them, ours. */
export function toDeclined(refusal: Refusal | null, reference: string | undefined): Declined {
  const byCard = refusal?.type === 'card_error' && refusal.code !== 'payment_intent_authentication_failure'
  const declineCode = refusal?.decline_code ?? refusal?.code
  return {
    kind: 'declined',
    ...(reference === undefined ? {} : { reference }),
    code: byCard ? 'card_declined' : 'payment_failed',
    ...(declineCode === undefined ? {} : { declineCode }),
    message: refusal?.message ?? 'The payment failed.',
  }
}

/**
 * What it means that a payment could not be begun: nothing was charged, and never will be. Asked `again` that is not said, for
 * an earlier call may have been answered by now.
 */
export function toFailedBeginning(error: unknown, again: boolean): PaymentResult {
  const result = toFailedCharge(error, again)
  return result.kind === 'unknown' && !again ? { kind: 'refused', cause: error } : result
}

/** Whether asking again under the key would only bring this answer again: Stripe keeps its own failures too. */
export const isKeptFailure = (error: unknown): boolean => error instanceof StripeError && (error.statusCode ?? 0) >= 500

/** A key that Stripe knows from a request that was another one. */
export const isKeyOfAnother = (error: unknown): boolean => error instanceof Stripe.errors.StripeIdempotencyError

/**
 * What a failed attempt to charge means. Only an answer that proves that nothing was charged is more than `unknown`; asked
 * `again`, a refusal at Stripe's door proves nothing about the call whose answer was lost.
 */
export function toFailedCharge(error: unknown, again: boolean): PaymentResult {
  // 409: another request under the same key is still running there.
  if (!(error instanceof StripeError) || error.statusCode === 409) return { kind: 'unknown', cause: error }
  const reference = error.payment_intent?.id
  if (error instanceof StripeCardError) {
    const { code, decline_code, message } = error
    return toDeclined(
      { type: 'card_error', ...(code ? { code } : {}), ...(decline_code ? { decline_code } : {}), message },
      reference,
    )
  }
  if (error instanceof StripeInvalidRequestError) return toInvalid(error, reference, again)
  if (error instanceof StripeAuthenticationError || isAtTheDoor(error))
    return again ? { kind: 'unknown', cause: error } : { kind: 'refused', cause: error }
  return { kind: 'unknown', cause: error }
}

/** A confirmation that failed: turned down for what the payment is by now, it is that. */
export function toFailedConfirmation(error: unknown, reference: string, again: boolean): PaymentResult | Unconfirmed {
  if (error instanceof StripeInvalidRequestError && error.code === 'payment_intent_unexpected_state') {
    return error.payment_intent ? toPayment(error.payment_intent) : { kind: 'unknown', cause: error }
  }
  const result = toFailedCharge(error, again)
  return result.kind === 'declined' ? { ...result, reference } : result
}

const isAtTheDoor = (error: unknown) => error instanceof StripePermissionError || error instanceof StripeRateLimitError

const AMOUNT_CODES = ['amount_too_small', 'amount_too_large']

function toInvalid(
  error: InstanceType<typeof StripeInvalidRequestError>,
  reference: string | undefined,
  again: boolean,
): PaymentResult {
  const declined = { kind: 'declined' as const, ...(reference === undefined ? {} : { reference }) }
  if (error.code === 'payment_intent_incompatible_payment_method')
    return { ...declined, code: 'payment_method_not_offered', message: 'This way to pay is not offered for this.' }
  // Taken back at the bank, and no event of it has come.
  if (error.code === 'payment_intent_mandate_invalid')
    return { ...declined, code: 'payment_failed', declineCode: 'debit_not_authorized', message: error.message }
  if (
    error.param === 'payment_method' ||
    error.param === 'confirmation_token' ||
    error.code?.startsWith('payment_method_')
  ) {
    return { ...declined, code: 'payment_method_invalid', message: 'The payment method cannot be used.' }
  }
  if (error.code !== undefined && AMOUNT_CODES.includes(error.code)) {
    return { ...declined, code: 'payment_failed', declineCode: error.code, message: error.message }
  }
  // What is wrong now, such as the account, need not have been wrong when the call was made whose answer was lost.
  return { kind: again ? 'unknown' : 'refused', cause: error }
}

/** What a refund says of itself. */
export function toRefundResult(refund: Stripe.Refund): RefundResult {
  const reference = refund.id
  if (refund.status === 'succeeded') return { kind: 'succeeded', reference }
  if (refund.status === 'failed' || refund.status === 'canceled') {
    return { kind: 'failed', reference, code: refund.failure_reason ?? refund.status }
  }
  return { kind: 'processing', reference }
}

/** A request that Stripe understood and turned down made no refund; whatever else went wrong may have. */
export function toFailedRefund(error: unknown): RefundResult {
  const turnedDown = error instanceof StripeInvalidRequestError && error.statusCode !== 409
  return turnedDown ? { kind: 'failed', code: error.code ?? 'refused' } : { kind: 'unknown', cause: error }
}

/** Called off since its card was declined, it is still that: the caller that hears of it second is told the same. */
export const asDeclined = (intent: Stripe.PaymentIntent): Stripe.PaymentIntent =>
  intent.status === 'canceled' && intent.last_payment_error !== null
    ? { ...intent, status: 'requires_payment_method' }
    : intent

/** Refused, unless a bank had turned it down before, or it was paid all the same. */
export const refusedUnless = (refused: PaymentResult, cancelled: PaymentResult): PaymentResult =>
  cancelled.kind === 'declined' && cancelled.declineCode === NEVER_ARRIVED.declineCode ? refused : cancelled

/** Neither paid nor on its way nor called off. */
export const isPayable = ({ status }: Stripe.PaymentIntent) =>
  ['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(status)
