import type { OrgId } from '../../access/principal.ts'
import { findMandateOf } from '../../payments/mandates/find-mandate.ts'
import { begunOf } from '../../payments/payments/ask-again.ts'
import { noteProgress } from '../../payments/payments/note-progress.ts'
import type { NextAction, PaymentResult } from '../../payments/payments/provider.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { findOrdersWithTickets, type OrderRow, orderColumns } from '../../tickets/orders/order.ts'
import { signLines } from '../sale/issue-tickets.ts'
import type { CheckoutOutcome, DraftedOrder, PayingOrder, SettledOrder } from '../sale/stages.ts'
import { failPayment } from './fail-payment.ts'
import { rescueOrder } from './rescue-order.ts'
import type { SettleDeps } from './settle-deps.ts'

/** Asks for the money, outside any transaction: the rows already say what is being asked, and under which key. */
export async function payDrafted(
  deps: SettleDeps,
  { request, order, lines, payment }: DraftedOrder,
): Promise<CheckoutOutcome> {
  const { orgId, basketId } = request
  const paying = { orgId, orderId: order.order_id, basketId, lines }
  if (payment === null) return confirmSettled(deps, { ...paying, paymentId: null }, null)
  const { paymentId, provider, charge } = payment
  const result = await deps.payments.byName(provider).create(charge, begunOf(deps, orgId, paymentId))
  return settlePayment(deps, { ...paying, paymentId }, result)
}

/** Nothing to pay, or not now: confirmed as it is. */
export const settleFree = (deps: SettleDeps, orgId: OrgId, orderId: number): Promise<CheckoutOutcome> =>
  confirmSettled(deps, { orgId, orderId, paymentId: null }, null)

/**
 * Changes an order by what its payment's provider answered. The fan's own request, the reconciler and a webhook may bring the same
 * answer, any number of times and at once: every change is guarded by the state that it leaves.
 */
export async function settlePayment(
  deps: SettleDeps,
  paying: PayingOrder & { paymentId: number },
  result: PaymentResult,
): Promise<CheckoutOutcome> {
  const { orgId, paymentId, orderId } = paying
  switch (result.kind) {
    case 'succeeded':
      return confirmSettled(deps, paying, {
        paymentId,
        reference: result.reference,
        cardLast4: result.cardLast4 ?? null,
        means: result.means,
        mandate: result.mandate,
      })
    case 'processing': {
      const { reference, means, mandate = await findMandateOf(orgId, deps.sql, paymentId) } = result
      if (mandate) return confirmSettled(deps, paying, { paymentId, reference, means, mandate, isSubmitted: true })
      await noteProgress(orgId, deps.sql, deps.clock(orgId), paymentId, result)
      return undecided(deps, orgId, orderId, null)
    }
    case 'declined': {
      const { kind: _kind, ...declined } = result
      const { code, declineCode, reference } = declined
      await failPayment(deps, paying, { code, declineCode, reference })
      return { kind: 'declined', declined }
    }
    case 'refused':
      await failPayment(deps, paying, { code: 'provider_refused' })
      return { kind: 'refused', cause: result.cause }
    default: {
      await noteProgress(orgId, deps.sql, deps.clock(orgId), paymentId, result)
      return undecided(deps, orgId, orderId, result.kind === 'requires_action' ? result.nextAction : null)
    }
  }
}

/** Sells what was paid for, or what is free. Signing comes first, so that no buyer waits for a signature under a lock. */
async function confirmSettled(
  deps: SettleDeps,
  paying: PayingOrder,
  payment: SettledOrder['payment'],
): Promise<CheckoutOutcome> {
  const { orgId, orderId } = paying
  const basketId = paying.basketId ?? (await findOrder(orgId, deps.sql, orderId)).basket_id
  if (basketId === null) throw new Error(`order ${orderId} has no basket to be confirmed from`)
  const lines = await signLines(deps, orgId, orderId, paying.lines)
  const confirmation = await deps.sales.confirm({ orgId, orderId, basketId, payment, lines })
  return confirmation.kind === 'confirmed' ? confirmation : rescueOrder(deps, { orgId, orderId, basketId, payment })
}

/** A caller that heard more than we did may have confirmed the order meanwhile. */
async function undecided(
  { sql }: SettleDeps,
  orgId: OrgId,
  orderId: number,
  nextAction: NextAction | null,
): Promise<CheckoutOutcome> {
  const order = await findOrder(orgId, sql, orderId)
  const [confirmed] = order.order_status === 'confirmed' ? await findOrdersWithTickets(orgId, sql, [orderId]) : []
  return confirmed ? { kind: 'confirmed', order: confirmed } : { kind: 'pending', order, nextAction }
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
