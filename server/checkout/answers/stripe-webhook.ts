import type { FastifySchema } from 'fastify'
import { isHere, ownedRows } from '../../access/organisations.ts'
import { findAccountOwner, followAccount } from '../../ledger/disputes/follow-disputes.ts'
import { carryOutRefund } from '../../ledger/refunds/carry-out-refund.ts'
import { followMandate } from '../../payments/mandates/follow-mandate.ts'
import type { PaymentDeps } from '../../payments/payments/providers.ts'
import { toStripeAmount } from '../../payments/payments/stripe-amount.ts'
import type { MandateHint, ProviderHint, StripeHint } from '../../payments/payments/stripe-events.ts'
import { readSoon } from '../../payments/payouts/read-payouts.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { keepRawJson } from '../../platform/http/raw-body.ts'
import type { Operation } from '../../platform/operation.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Clocks } from '../../platform/values/clock.ts'
import { applyAnswer } from './apply-answer.ts'
import type { SettleDeps, SettleNeeds } from './settle-deps.ts'

const EVENT_BYTES_MAX = 256 * 1024

/**
 * Where Stripe tells us that something happened. It is not in the description of the API: only Stripe can call it. An
 * event is only a hint. Whatever it says, the object is read anew from Stripe, so events may come twice, late and in any order.
 */
export const stripeWebhook: Operation<SettleNeeds> = (app, deps) => {
  app.register(async (scope) => {
    const rawBodyOf = keepRawJson(scope)
    scope.post(
      '/v1/payments/stripe/webhook',
      // An event holds a whole payment. Until its signature is proven, its bytes are hashed and nothing else.
      { config: { scope: 'public' }, bodyLimit: EVENT_BYTES_MAX, schema: { hide: true } as FastifySchema },
      async (request) => {
        const hint = readHint(deps, rawBodyOf(request), String(request.headers['stripe-signature'] ?? ''))
        if (hint?.about === 'payment') await lookAtPayment(deps, hint)
        if (hint?.about === 'refund') await lookAtRefund(deps, hint)
        if (hint?.about === 'account') await lookAtAccount(deps, hint.account)
        if (hint?.about === 'payouts') await lookAtPayouts(deps, hint.account)
        if (hint?.about === 'mandate') await lookAtMandate(deps, hint)
        // What we do not know, or what is not ours, is received all the same: Stripe would only send it again.
        return { received: true }
      },
    )
  })
}

function readHint({ payments }: PaymentDeps, body: Buffer, signature: string): ProviderHint | undefined {
  if (!payments.readStripeEvent) throw new ApiError('route_unknown')
  try {
    return payments.readStripeEvent(body, signature)
  } catch (cause) {
    const message = 'This is not a recent event with a signature of Stripe’s.'
    const errors = [{ param: 'Stripe-Signature', code: 'parameter_invalid' as const, message }]
    throw new ApiError('parameter_invalid', { param: 'Stripe-Signature', message, errors, cause })
  }
}

/** Disputes and refunds that were made at Stripe: the account's own lists are read, at once instead of within the hour. */
async function lookAtAccount(deps: SettleDeps & Clocks, account: string): Promise<void> {
  const [owner] = await findAccountOwner(deps, account)
  if (!owner) return
  try {
    await followAccount(deps, owner.org_id)
  } catch (cause) {
    throw new ApiError('service_unavailable', { cause })
  }
}

/** Payouts of days are many pages: the worker reads them, at once instead of within the hour. */
async function lookAtPayouts(deps: SettleDeps & Clocks, account: string): Promise<void> {
  const [owner] = await findAccountOwner(deps, account)
  if (owner) await readSoon(owner.org_id, deps.sql, deps.clock(owner.org_id))
}

/** A mandate that its fan has taken back at the bank, or that the bank will not hear of. */
async function lookAtMandate(deps: SettleDeps & Clocks, { account, reference }: MandateHint): Promise<void> {
  const [owner] = await findAccountOwner(deps, account)
  if (owner && !(await followMandate(deps, owner.org_id, reference))) throw new ApiError('service_unavailable')
}

async function lookAtPayment(deps: SettleDeps, hint: StripeHint) {
  const { orgId: named, account, reference, idempotencyKey } = hint
  const [payment] = await findPayment(named, deps.sql, idempotencyKey, account)
  if (!payment || payment.payment_status === 'succeeded') return
  if (!isOf(payment, hint)) return
  const result = await deps.payments.byName('stripe').retrieve(account, reference)
  if (result.kind === 'unknown') throw new ApiError('service_unavailable', { cause: result.cause })
  // The caller that made it is about to confirm it, or the worker will.
  if (result.kind === 'unconfirmed') return
  await applyAnswer(deps, payment.org_id, payment, result)
}

/** Another payment that bears our key pays for nothing here, however much of it was collected. */
const isOf = (payment: Omit<StripePayment, 'org_id'>, { reference, amount, currency }: StripeHint): boolean =>
  (payment.provider_reference ?? reference) === reference &&
  amount === toStripeAmount(payment.amount_minor, payment.currency) &&
  currency === payment.currency

type StripePayment = {
  org_id: number
  payment_id: number
  order_id: number | null
  payment_status: string
  provider_reference: string | null
  amount_minor: number
  currency: string
}

/** Only a payment that is there, with this key and this account, proves whose it is; the event says no more than a name. By our key, since the reference is not known yet when Stripe is quicker than its own answer. */
const findPayment = (named: number, sql: Db, idempotencyKey: string, account: string | null) =>
  ownedRows(sql<StripePayment[]>`
  select org_id, payment_id, order_id, payment_status, provider_reference, amount_minor, currency
  from payments
  where org_id = ${named}
    and provider = 'stripe'
    and idempotency_key = ${idempotencyKey}
    and payment_account_id is not distinct from ${account}
    and ${isHere(sql, named)}`)

async function lookAtRefund(deps: SettleDeps, { orgId: named, account, idempotencyKey }: StripeHint) {
  const [refund] = await findRefund(named, deps.sql, idempotencyKey, account)
  if (refund) await carryOutRefund(deps, refund.org_id, refund.refund_id, { again: true, recheck: true })
}

type StripeRefund = { org_id: number; refund_id: number }

const findRefund = (named: number, sql: Db, idempotencyKey: string, account: string | null) =>
  ownedRows(sql<StripeRefund[]>`
  select r.org_id, r.refund_id
  from refunds r
  join payments p on p.org_id = r.org_id and p.payment_id = r.payment_id
  where r.org_id = ${named}
    and p.org_id = ${named}
    and p.provider = 'stripe'
    and p.payment_account_id is not distinct from ${account}
    and r.idempotency_key = ${idempotencyKey}
    and ${isHere(sql, named)}`)
