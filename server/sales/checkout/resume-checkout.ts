import type { OrganisationMode, OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { SaleError } from '../errors.ts'
import type { NextAction, PaymentProviderName } from '../payments/provider.ts'
import { type SettleDeps, settleFree, settlePayment } from './settle-payment.ts'
import type { CheckoutOutcome } from './stages.ts'

/** For so long a request that has asked the provider may still be waiting for the answer. */
const UNDER_WAY_MS = 30_000

export type OpenPayment = {
  payment_id: number
  provider: PaymentProviderName
  /** Of the organisation. */
  mode: OrganisationMode
  payment_account_id: string | null
  idempotency_key: string
  payment_method: string | null
  provider_reference: string | null
  payment_status: string
  amount_minor: number
  currency: string
  next_action: NextAction | null
  created_at: Date
  changed_at: Date
}

/**
 * The checkout of a basket that is being paid: whatever the first request came to, the provider is asked what it knows. While
 * that request may still be under way, the second is told so.
 */
export async function resumeCheckout(deps: SettleDeps, orgId: OrgId, orderId: number): Promise<CheckoutOutcome> {
  const [payment] = await findOpenPayment(orgId, deps.sql, orderId)
  if (!payment) return resumeWithout(deps, orgId, orderId)
  const underWay = payment.changed_at.getTime() > deps.clock().getTime() - UNDER_WAY_MS
  if (payment.payment_status === 'created' && underWay) throw stillPaying(orderId)
  return settlePayment(
    deps,
    { orgId, orderId, paymentId: payment.payment_id },
    await askAgain(deps, orgId, orderId, payment),
  )
}

/** By its reference, or, where none has come back, by the very same request under the same key. */
export function askAgain(deps: SettleDeps, orgId: OrgId, orderId: number, payment: OpenPayment) {
  const provider = deps.payments.forStored(payment)
  if (payment.provider_reference !== null) {
    return provider.retrieve(payment.payment_account_id, payment.provider_reference)
  }
  return provider.create({
    orgId,
    orderId,
    account: payment.payment_account_id,
    amountMinor: payment.amount_minor,
    currency: payment.currency,
    paymentMethod: payment.payment_method ?? '',
    idempotencyKey: payment.idempotency_key,
    createdAt: payment.created_at,
    again: true,
  })
}

/** Nothing to pay, or settled between two reads. */
async function resumeWithout(deps: SettleDeps, orgId: OrgId, orderId: number): Promise<CheckoutOutcome> {
  const [order] = await deps.sql<{ total_minor: number; order_status: string }[]>`
    select total_minor, order_status
    from orders
    where org_id = ${orgId}
      and order_id = ${orderId}`
  if (order?.total_minor === 0 && order.order_status === 'pending') return settleFree(deps, orgId, orderId)
  // The other request's payment has just come to nothing: the basket can be checked out again.
  if (order?.order_status === 'pending') throw stillPaying(orderId)
  throw new SaleError(
    'basket_already_checked_out',
    order ? { order_id: orderId, order_status: order.order_status } : {},
  )
}

const stillPaying = (orderId: number) =>
  new SaleError('basket_already_checked_out', {
    message: 'The basket is being paid by another request.',
    order_id: orderId,
    headers: { 'retry-after': '1' },
  })

/** What is no end is open: said so, since the planner would take the worker's index of all open payments for the other way. */
export const findOpenPayment = (orgId: OrgId, sql: Db, orderId: number) => sql<OpenPayment[]>`
  select p.payment_id, p.provider, o.mode, p.payment_account_id, p.idempotency_key, p.payment_method, p.provider_reference,
    p.payment_status, p.amount_minor, p.currency, p.next_action, p.created_at, p.changed_at
  from payments p
  join organisations o using (org_id)
  where p.org_id = ${orgId}
    and p.order_id = ${orderId}
    and p.payment_status not in ('succeeded', 'failed', 'cancelled')`
