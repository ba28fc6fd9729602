import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import type { SystemClock } from '../../platform/values/clock.ts'
import {
  amountNotChargeable,
  type Begun,
  type Charge,
  type ConfirmedBy,
  type Declined,
  isReader,
  type PaymentProvider,
  type PaymentResult,
  type Unconfirmed,
} from './provider.ts'
import { toStripeAmount } from './stripe-amount.ts'
import {
  asDeclined,
  isKeptFailure,
  isKeyOfAnother,
  isPayable,
  NEVER_ARRIVED,
  refusedUnless,
  toFailedBeginning,
  toFailedConfirmation,
  toPayment,
} from './stripe-answers.ts'
import { type InTime, inNameOf, type StripeClient } from './stripe-client.ts'
import { CONSENT_KEY, createStripeMandates, mandateDataOf } from './stripe-debits.ts'
import { feeParams, isConfirmationToken, methodParams, refusedWallet } from './stripe-methods.ts'
import { createStripeReaders, ofReader, toReaderRefusal } from './stripe-readers.ts'

/** From so long on a payment that was never begun is not begun any more: the fan is gone. */
const BEGIN_MAX_MS = 15 * 60_000
const CONFIRM_ATTEMPTS_MAX = 2
/** Said at Stripe, and read from there again: its bank was never asked. */
const UNASKED = { cancellation_reason: 'abandoned' } as const

const WALLET_NOT_OFFERED: Declined = {
  kind: 'declined',
  code: 'payment_method_not_offered',
  message: 'This way to pay is not offered for this.',
}

/**
 * Direct charges: the money goes to the organisation's own account, and every call is made in its name.
 *
 * A payment takes two steps. The PaymentIntent is made first and moves no money, so that it may be made anew where its answer
 * was lost, or was a failure of Stripe's own, which Stripe keeps for the key. Its id is on record before it is confirmed, and
 * Stripe charges a PaymentIntent once at most, however often it is confirmed.
 */
export function createStripePayments(
  client: StripeClient,
  clock: SystemClock,
): Pick<PaymentProvider, 'create' | 'retrieve' | 'confirm' | 'cancel' | 'readers'> {
  const { stripe, startTime } = client
  const readers = createStripeReaders(client)
  const { withMandate } = createStripeMandates(client)
  const create = async (charge: Charge, begun: Begun): Promise<PaymentResult> => {
    const { account, paymentMethod, again } = charge
    const amount = toStripeAmount(charge.amountMinor, charge.currency)
    if (amount === undefined) return amountNotChargeable(charge.currency)
    const inTime = startTime()
    const isLate = clock().getTime() - charge.createdAt.getTime() > BEGIN_MAX_MS
    // A reader is sent a payment while a buyer stands there who pressed for it, and at no other time.
    if (again && (isLate || isReader(paymentMethod))) return endUnbegun(charge, amount, inTime)
    let intent: Stripe.PaymentIntent
    try {
      if (await refusedWallet(charge, { stripe, inTime })) return WALLET_NOT_OFFERED
      intent = await begin(charge, amount, inTime)
    } catch (error) {
      return toFailedBeginning(error, again)
    }
    if (!(await begun(intent.id))) return { kind: 'unknown', cause: new Error(`${intent.id} is not what pays`) }
    const result = await settled(account, intent, inTime)
    if (result.kind !== 'unconfirmed') return result
    if (isReader(paymentMethod)) return send(account, intent.id, paymentMethod, inTime)
    return confirm(account, intent.id, charge, { again, inTime })
  }

  /** The PaymentIntent: under the key, or, where that has a failure for an answer, the one that is there already, or another. */
  const begin = async (charge: Charge, amount: number, inTime: InTime): Promise<Stripe.PaymentIntent> => {
    const params = {
      amount,
      currency: charge.currency.toLowerCase(),
      ...feeParams(charge),
      ...methodParams(charge),
      ...(await payerOf(charge, inTime)),
      metadata: {
        ...(isReader(charge.paymentMethod) && { grandstand_reader: charge.paymentMethod }),
        grandstand_org_id: String(charge.orgId),
        ...(charge.orderId !== null && { grandstand_order_id: String(charge.orderId) }),
        ...(charge.mandate && { [CONSENT_KEY]: String(charge.mandate.version) }),
        grandstand_payment: charge.idempotencyKey,
      },
    } satisfies Stripe.PaymentIntentCreateParams
    const make = (idempotencyKey: string) =>
      inTime(() => stripe.paymentIntents.create(params, { ...inNameOf(charge.account), idempotencyKey }))
    try {
      return await make(charge.idempotencyKey)
    } catch (error) {
      if (!isKeptFailure(error) && !isKeyOfAnother(error)) throw error
      const earlier = charge.again ? await search(charge, amount, inTime) : undefined
      if (earlier) return earlier
      if (isKeyOfAnother(error)) throw error
      return make(`${charge.idempotencyKey}.${randomUUID()}`)
    }
  }

  /** Whose the payment method is: one that was kept has its person there; one that is to be kept is given one, under the payment's key. */
  const payerOf = async ({ keeps, offSession, account, orgId, idempotencyKey }: Charge, inTime: InTime) => {
    if (offSession) return { customer: offSession.customer }
    if (!keeps) return {}
    const person = {
      ...(keeps.email !== null && { email: keeps.email }),
      ...(keeps.name !== null && { name: keeps.name }),
      metadata: { grandstand_org_id: String(orgId) },
    }
    const under = { ...inNameOf(account), idempotencyKey: `${idempotencyKey}.customer` }
    const { id } = await inTime(() => stripe.customers.create(person, under))
    return { customer: id, setup_future_usage: 'off_session' as const }
  }

  /**
   * Stripe's index is a minute behind, and an hour at the worst: what is not found may be there all the same. The owner of the
   * account can write our key on a payment of their own, so amount and currency must be ours too.
   */
  const search = async ({ account, idempotencyKey, currency }: Charge, amount: number, inTime: InTime) => {
    const query = `metadata['grandstand_payment']:'${idempotencyKey}'`
    const page = await inTime(() => stripe.paymentIntents.search({ query, limit: 10 }, inNameOf(account)))
    return page.data.find((intent) => intent.amount === amount && intent.currency === currency.toLowerCase())
  }

  /** No reference was ever on record, so the buyer was never asked for the money. */
  const endUnbegun = async (charge: Charge, amount: number, inTime: InTime): Promise<PaymentResult> => {
    try {
      const intent = await search(charge, amount, inTime)
      if (!intent) return NEVER_ARRIVED
      const result = await settled(charge.account, intent, inTime)
      return result.kind === 'unconfirmed' ? cancel(charge.account, intent.id, inTime, UNASKED) : result
    } catch (error) {
      return { kind: 'unknown', cause: error }
    }
  }

  /** Without an answer to it the reader is asked what it shows; where it does not show the payment, that is called off. */
  const send = async (
    account: string | null,
    reference: string,
    reader: string,
    inTime: InTime,
  ): Promise<PaymentResult> => {
    try {
      await readers.send(account, reader, reference, inTime)
      return waiting(reference, reader)
    } catch (error) {
      const result = await look(account, reference, inTime)
      return result.kind === 'unconfirmed'
        ? callOff(account, toReaderRefusal(error, reference), reference, inTime)
        : result
    }
  }

  /** What it is declined with, once it can no longer be paid. */
  const callOff = async (account: string | null, declined: Declined, reference: string, inTime: InTime) => {
    const cancelled = await cancel(account, reference, inTime)
    return cancelled.kind === 'declined' ? declined : cancelled
  }

  /** Without an idempotency key, which would bring a failure of Stripe's own again: the PaymentIntent itself is the guard. */
  const confirm = async (
    account: string | null,
    reference: string,
    { paymentMethod, returnUrl, offSession, mandate }: ConfirmedBy,
    { again = true, inTime = startTime() } = {},
  ): Promise<PaymentResult> => {
    const consent = mandate && mandateDataOf(mandate)
    // What a fan agreed to in a request that is lost cannot be shown to Stripe: they are asked again.
    if (mandate && !consent) return cancel(account, reference, inTime)
    const params = {
      ...consent,
      ...WITH_CHARGE,
      ...(isConfirmationToken(paymentMethod) && { confirmation_token: paymentMethod }),
      ...(returnUrl !== null && { return_url: returnUrl }),
      ...(offSession && { off_session: true }),
    }
    for (let attempt = 1; ; attempt += 1) {
      let failed: PaymentResult
      try {
        const intent = await inTime(() => stripe.paymentIntents.confirm(reference, params, inNameOf(account)))
        return withMandate(account, intent, confirmed(toPayment(intent)), inTime)
      } catch (error) {
        failed = confirmed(toFailedConfirmation(error, reference, again || attempt > 1))
      }
      // The package repeats a call whose connection was closed, and tells the second answer alone: the first call may have charged.
      if (failed.kind === 'refused') return refusedUnless(failed, await cancel(account, reference, inTime, UNASKED))
      if (failed.kind !== 'unknown') return failed
      const result = await look(account, reference, inTime)
      if (result.kind !== 'unconfirmed') return result
      if (attempt === CONFIRM_ATTEMPTS_MAX) return failed
    }
  }

  /**
   * A PaymentIntent that lacks a payment method can still be paid by a buyer who has its client secret, so before it is called
   * declined, it is cancelled.
   */
  const settled = async (account: string | null, intent: Stripe.PaymentIntent, inTime: InTime) => {
    const reader = intent.metadata.grandstand_reader
    if (reader !== undefined && isPayable(intent)) return atReader(account, intent, reader, inTime)
    const result = toPayment(reader === undefined ? intent : asDeclined(intent))
    if (result.kind === 'unconfirmed' || intent.status !== 'requires_payment_method')
      return withMandate(account, intent, result, inTime)
    const cancelled = await cancel(account, intent.id, inTime)
    return cancelled.kind === 'declined' ? result : cancelled
  }

  /**
   * While the reader is at it, it has the word: it asks for the card to be inserted where a tap was declined. Once it has given up,
   * the payment is called off, unless it was collected all the same and only the reader did not hear of it.
   */
  const atReader = async (
    account: string | null,
    intent: Stripe.PaymentIntent,
    reader: string,
    inTime: InTime,
  ): Promise<PaymentResult | Unconfirmed> => {
    const { id: reference, last_payment_error } = intent
    try {
      const action = await readers.actionOn(account, reader, reference, inTime)
      if (action?.status === 'in_progress') return waiting(reference, reader)
      if (action?.status === 'succeeded')
        return { kind: 'unknown', cause: new Error(`${reference} was paid since it was read`) }
      if (!action && last_payment_error === null) return { kind: 'unconfirmed', reference }
      const declined = last_payment_error === null ? undefined : toPayment(intent)
      const refusal =
        declined?.kind === 'declined' ? declined : ofReader(reference, action?.failureCode ?? 'reader_failed')
      return await callOff(account, refusal, reference, inTime)
    } catch (error) {
      return { kind: 'unknown', cause: error }
    }
  }

  const look = async (account: string | null, reference: string, inTime: InTime) => {
    try {
      const intent = await inTime(() => stripe.paymentIntents.retrieve(reference, WITH_CHARGE, inNameOf(account)))
      return await settled(account, intent, inTime)
    } catch (error) {
      return { kind: 'unknown' as const, cause: error }
    }
  }

  const cancel = async (
    account: string | null,
    reference: string,
    inTime = startTime(),
    params: Stripe.PaymentIntentCancelParams = {},
  ): Promise<PaymentResult> => {
    let intent: Stripe.PaymentIntent | undefined
    try {
      intent = await inTime(() => stripe.paymentIntents.cancel(reference, params, inNameOf(account)))
    } catch (error) {
      // Too late, or done before: Stripe says what it is by now.
      intent = error instanceof Stripe.errors.StripeInvalidRequestError ? error.payment_intent : undefined
      if (!intent) return { kind: 'unknown', cause: error }
    }
    const reader = intent.metadata.grandstand_reader
    if (reader !== undefined && intent.status !== 'succeeded') await readers.clear(account, reader, reference, inTime)
    // An error has the payment without its charge, which names the mandate.
    if (intent.status !== 'canceled' && intent.metadata[CONSENT_KEY] !== undefined)
      return confirmed(await look(account, reference, inTime))
    return confirmed(toPayment(asDeclined(intent)))
  }

  return {
    create,
    retrieve: (account, reference) => look(account, reference, startTime()),
    confirm: (account, reference, by) =>
      isReader(by.paymentMethod)
        ? callOff(account, ofReader(reference, 'reader_timeout'), reference, startTime())
        : confirm(account, reference, by),
    cancel: (account, reference) => cancel(account, reference),
    readers: readers.list,
  }
}

/** The charge says which card it was, and the method for how long the places may be kept. */
const WITH_CHARGE = { expand: ['latest_charge', 'payment_method'] }

const waiting = (reference: string, reader: string): PaymentResult => ({
  kind: 'requires_action',
  reference,
  nextAction: { type: 'present_card', reader_id: reader },
})

/** After it was confirmed or cancelled, none should say that it was not. */
const confirmed = (result: PaymentResult | Unconfirmed): PaymentResult =>
  result.kind === 'unconfirmed' ? { kind: 'unknown', cause: new Error(`${result.reference} is unconfirmed`) } : result
