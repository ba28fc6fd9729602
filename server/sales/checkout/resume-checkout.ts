import { setTimeout } from 'node:timers/promises'
import type { OrganisationMode, OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { SaleError } from '../errors.ts'
import type { NextAction, PaymentProviderName, PaymentResult } from '../payments/provider.ts'
import { begunOf, type SettleDeps, settleFree, settlePayment } from './settle-payment.ts'
import type { CheckoutOutcome } from './stages.ts'

/** For so long a request that has asked the provider may still be waiting for the answer. */
const UNDER_WAY_MS = 30_000
/** A press too many, or an answer that was lost: the first request nearly always ends within these three seconds. */
const WAITS_MS = [50, 100, 200, 400, 750, 750, 750]
/** For so long a payment that the buyer has not confirmed still can be; later the fan is gone, and it is called off. */
const CONFIRM_MAX_MS = 15 * 60_000

export type OpenPayment = {
  payment_id: number
  provider: PaymentProviderName
  /** Of the organisation. */
  mode: OrganisationMode
  payment_account_id: string | null
  idempotency_key: string
  payment_method: string | null
  return_url: string | null
  /** With spaces between. */
  allowed_methods: string | null
  provider_reference: string | null
  payment_status: string
  amount_minor: number
  currency: string
  operator_fee_minor: number | null
  next_action: NextAction | null
  keeps: boolean
  /** Of the text of a mandate that its buyer agreed to. */
  mandate_version: number | null
  /** Of the order that it is for, or whose debts, as its buyer is called there. */
  payer_email: string | null
  payer_name: string | null
  /** Of what was kept, where it is charged without the fan. */
  customer_reference: string | null
  created_at: Date
  changed_at: Date
}

/**
 * The checkout of a basket that is being paid: whatever the first request came to, the provider is asked what it knows. While
 * that request may still be under way, the second waits for it a little and is then told so.
 */
export async function resumeCheckout(deps: SettleDeps, orgId: OrgId, orderId: number): Promise<CheckoutOutcome> {
  const waits = WAITS_MS.values()
  for (;;) {
    const [payment] = await findOpenPayment(orgId, deps.sql, orderId)
    if (!payment) return resumeWithout(deps, orgId, orderId)
    const underWayMs = underWayFor(payment, deps.clock(orgId))
    if (underWayMs <= 0) {
      const result = await askAgain(deps, orgId, orderId, payment)
      return settlePayment(deps, { orgId, orderId, paymentId: payment.payment_id }, result)
    }
    const { value: waitMs } = waits.next()
    if (waitMs === undefined) throw stillPaying(orderId, Math.ceil(underWayMs / 1000))
    await setTimeout(waitMs)
  }
}

/** For so long yet the request that drafted a payment may be asking for the money; no other process asks meanwhile. */
export const underWayFor = (
  { payment_status, changed_at }: Pick<OpenPayment, 'payment_status' | 'changed_at'>,
  now: Date,
): number => (payment_status === 'created' ? Math.max(changed_at.getTime() + UNDER_WAY_MS - now.getTime(), 0) : 0)

/** By its reference, or, where none is on record and so the provider was never asked for the money, by beginning it under its key. */
export async function askAgain(
  deps: SettleDeps,
  orgId: OrgId,
  /** Null of an attempt at paying debts. */
  orderId: number | null,
  payment: OpenPayment,
): Promise<PaymentResult> {
  const provider = deps.payments.forStored(payment)
  const { payment_account_id: account, provider_reference: reference, created_at: createdAt } = payment
  const by = {
    paymentMethod: payment.payment_method ?? '',
    returnUrl: payment.return_url,
    ...(payment.customer_reference !== null && { offSession: { customer: payment.customer_reference } }),
    ...(payment.mandate_version !== null && { mandate: { version: payment.mandate_version } }),
  }
  if (reference !== null) {
    const result = await provider.retrieve(account, reference)
    if (result.kind !== 'unconfirmed') return result
    const isLate = deps.clock(orgId).getTime() - createdAt.getTime() > CONFIRM_MAX_MS
    return isLate ? provider.cancel(account, reference) : provider.confirm(account, reference, by)
  }
  const charge = {
    orgId,
    orderId,
    account,
    amountMinor: payment.amount_minor,
    currency: payment.currency,
    ...(payment.operator_fee_minor !== null && { operatorFeeMinor: payment.operator_fee_minor }),
    ...by,
    idempotencyKey: payment.idempotency_key,
    createdAt,
    again: true,
    ...(payment.allowed_methods !== null && { allowedMethods: payment.allowed_methods.split(' ') }),
    ...(payment.keeps && { keeps: { email: payment.payer_email, name: payment.payer_name } }),
  }
  return provider.create(charge, begunOf(deps, orgId, payment.payment_id))
}

/** Nothing to pay now, or settled between two reads. */
async function resumeWithout(deps: SettleDeps, orgId: OrgId, orderId: number): Promise<CheckoutOutcome> {
  const [order] = await deps.sql<{ needs_no_payment: boolean; order_status: string }[]>`
    select total_minor = coalesce(credit_minor, 0) + coalesce(owed_minor, 0) as needs_no_payment, order_status
    from orders
    where org_id = ${orgId}
      and order_id = ${orderId}`
  if (order?.needs_no_payment && order.order_status === 'pending') return settleFree(deps, orgId, orderId)
  // The other request's payment has just come to nothing: the basket can be checked out again.
  if (order?.order_status === 'pending') throw stillPaying(orderId, 1)
  throw new SaleError(
    'basket_already_checked_out',
    order ? { order_id: orderId, order_status: order.order_status } : {},
  )
}

/** At the latest after so many seconds a repetition takes over, also where the other request has died. */
const stillPaying = (orderId: number, seconds: number) =>
  new SaleError('basket_already_checked_out', {
    message: 'The basket is being paid by another request.',
    order_id: orderId,
    headers: { 'retry-after': String(seconds) },
  })

/** Of payments `p` of the organisation `o`. */
export const openPaymentColumns = (orgId: OrgId, sql: Db) => sql`
  p.payment_id, p.provider, o.mode, p.payment_account_id, p.idempotency_key, p.payment_method, p.return_url, p.allowed_methods,
  p.provider_reference, p.payment_status, p.amount_minor, p.currency, p.operator_fee_minor, p.next_action, p.created_at, p.changed_at, p.keeps, p.mandate_version,
  (
    select w.email_address
    from orders w
    where w.org_id = ${orgId}
      and w.order_id = ${keepingOrder(orgId, sql)}
      and p.keeps
  ) as payer_email, (
    select nullif(concat_ws(' ', w.first_name, w.last_name), '')
    from orders w
    where w.org_id = ${orgId}
      and w.order_id = ${keepingOrder(orgId, sql)}
      and p.keeps
  ) as payer_name, (
    select k.customer_reference
    from payment_means k
    where k.org_id = ${orgId}
      and k.payment_means_id = p.payment_means_id
  ) as customer_reference`

/** The order of a payment `p`, or of the debts that it is to pay, which are of one plan where it keeps a card. */
const keepingOrder = (orgId: OrgId, sql: Db) => sql`coalesce(p.order_id, (
      select min(d.order_id)
      from payment_debts f
      join debts d on d.org_id = ${orgId} and d.debt_id = f.debt_id
      where f.org_id = ${orgId}
        and f.payment_id = p.payment_id
    ))`

/** What is no end is open: said so, since the planner would take the worker's index of all open payments for the other way. */
export const findOpenPayment = (orgId: OrgId, sql: Db, orderId: number) => sql<OpenPayment[]>`
  select ${openPaymentColumns(orgId, sql)}
  from payments p
  join organisations o using (org_id)
  where p.org_id = ${orgId}
    and p.order_id = ${orderId}
    and p.payment_status not in ('succeeded', 'failed', 'cancelled')`

/** An attempt at paying debts, while it is open. */
export const findOpenAttempt = (orgId: OrgId, sql: Db, paymentId: number) => sql<OpenPayment[]>`
  select ${openPaymentColumns(orgId, sql)}
  from payments p
  join organisations o using (org_id)
  where p.org_id = ${orgId}
    and p.payment_id = ${paymentId}
    and p.payment_status not in ('succeeded', 'failed', 'cancelled')`

/** The open one, or the last that ended without the provider's word. */
export const findUnansweredPayment = (orgId: OrgId, sql: Db, orderId: number) => sql<OpenPayment[]>`
  select ${openPaymentColumns(orgId, sql)}
  from payments p
  join organisations o using (org_id)
  where p.org_id = ${orgId}
    and p.order_id = ${orderId}
    and (p.payment_status not in ('succeeded', 'failed', 'cancelled') or (p.payment_status = 'failed' and p.watched))
  order by p.created_at desc, p.payment_id desc
  limit 1`
