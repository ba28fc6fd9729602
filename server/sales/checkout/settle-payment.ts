import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { type OrderRow, orderColumns } from '../orders/order.ts'
import { findOrdersWithTickets, type OrderWithTickets } from '../orders/order-with-tickets.ts'
import type { Declined, NextAction, PaymentResult } from '../payments/provider.ts'
import type { Confirming } from './confirm-orders.ts'
import { confirm, type SettleDeps } from './confirmations.ts'
import { failPayment } from './fail-payment.ts'
import type { ExpectedTickets } from './prepare-tickets.ts'
import { rescueOrder } from './rescue-order.ts'

/** A payment for an order, whoever has heard of it. */
export type SettlingPayment = {
  orgId: OrgId
  paymentId: number
  orderId: number
  basketId?: string
  /** What is to be issued, where that is known. */
  tickets?: ExpectedTickets
}

export type Settled =
  | { kind: 'confirmed'; order: OrderWithTickets }
  /** Nothing is decided yet; the places stay held. */
  | { kind: 'pending'; order: OrderRow; nextAction: NextAction | null }
  | { kind: 'declined'; declined: Omit<Declined, 'kind'> }
  /** The provider would not be asked; nothing was charged. */
  | { kind: 'refused'; cause: unknown }
  /** Paid, but the places were gone: the money goes back. */
  | { kind: 'refunded' }

/**
 * The one place where a provider's answer changes an order. It may be told the same answer any number of times, by the fan's
 * own request, the reconciler and a webhook at once: every change is guarded by the state that it leaves.
 */
export async function settlePayment(
  deps: SettleDeps,
  payment: SettlingPayment,
  result: PaymentResult,
): Promise<Settled> {
  const { orgId, paymentId, orderId } = payment
  switch (result.kind) {
    case 'succeeded':
      return confirmPaid(deps, payment, { paymentId, reference: result.reference })
    case 'declined': {
      await failPayment(deps, payment, {
        code: result.code,
        declineCode: result.declineCode,
        reference: result.reference,
      })
      const { kind: _kind, ...declined } = result
      return { kind: 'declined', declined }
    }
    case 'refused':
      await failPayment(deps, payment, { code: 'provider_refused' })
      return { kind: 'refused', cause: result.cause }
    default:
      await noteProgress(orgId, deps.sql, deps.clock(), paymentId, result)
      return undecided(deps, orgId, orderId, result.kind === 'requires_action' ? result.nextAction : null)
  }
}

/** Whoever heard more than we did may have confirmed the order meanwhile. */
async function undecided(
  { sql }: SettleDeps,
  orgId: OrgId,
  orderId: number,
  nextAction: NextAction | null,
): Promise<Settled> {
  const order = await findOrder(orgId, sql, orderId)
  const [there] = order.order_status === 'confirmed' ? await findOrdersWithTickets(orgId, sql, [orderId]) : []
  return there ? { kind: 'confirmed', order: there } : { kind: 'pending', order, nextAction }
}

/** Nothing to pay: confirmed as it is. */
export const settleFree = (deps: SettleDeps, orgId: OrgId, orderId: number): Promise<Settled> =>
  confirmPaid(deps, { orgId, orderId }, null)

async function confirmPaid(
  deps: SettleDeps,
  { orgId, orderId, basketId: known, tickets }: Omit<SettlingPayment, 'paymentId'>,
  payment: Confirming['payment'],
): Promise<Settled> {
  const basketId = known ?? (await findOrder(orgId, deps.sql, orderId)).basket_id
  if (basketId === null) throw new Error(`order ${orderId} has no basket to be confirmed from`)
  const confirming = { orgId, orderId, basketId, payment, tickets }
  const confirmed = await confirm(deps, confirming)
  return confirmed.kind === 'confirmed' ? confirmed : rescueOrder(deps, confirming)
}

async function findOrder(orgId: OrgId, sql: Db, orderId: number): Promise<OrderRow & { basket_id: string | null }> {
  const [order] = await sql<(OrderRow & { basket_id: string | null })[]>`
    select ${orderColumns(sql)}, basket_id
    from orders
    where org_id = ${orgId}
      and order_id = ${orderId}`
  if (!order) throw new Error(`there is no order ${orderId}`)
  return order
}

type Progress = Extract<PaymentResult, { kind: 'requires_action' | 'processing' | 'unknown' }>

/** Never back from an end: a late answer that nothing is known yet changes nothing. */
const noteProgress = (orgId: OrgId, sql: Db, now: Date, paymentId: number, result: Progress) => sql`
  update payments
  set payment_status = ${result.kind},
    provider_reference = coalesce(${result.kind === 'unknown' ? null : result.reference}, provider_reference),
    next_action = ${result.kind === 'requires_action' ? JSON.stringify(result.nextAction) : null}::text::jsonb,
    changed_at = ${now}
  where org_id = ${orgId}
    and payment_id = ${paymentId}
    and payment_status not in ('succeeded', 'failed', 'cancelled')`
