import { recordAs, systemActor } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { publish } from '../../messages/webhooks/publish.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { type Clock, organisationClock } from '../../platform/values/clock.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import { findOrderForMessage } from '../../tickets/orders/order.ts'
import { moveMembers } from '../instalments/move-members.ts'
import { planNextAttempt } from '../ladder/next-attempt.ts'
import { lockDebts } from '../ledger/lock-debts.ts'
import { openDebt } from '../ledger/open-debts.ts'
import { writeReversal } from '../ledger/payment-reversal.ts'
import { addToOrder, findSettlements, releaseDebt, reverseSettlement, settleDebt } from '../ledger/settle-debt.ts'
import { cancelDebts } from '../refunds/cancel-debts.ts'
import { closeTickets } from '../refunds/close-tickets.ts'
import { lockLiveTickets } from '../refunds/live-tickets.ts'
import { lockPaidOrder } from '../refunds/paid-order.ts'

/** What a provider says of a payment that came back. */
export type ProviderReversal = {
  paymentId: number
  kind: 'dispute_opened' | 'provider_refund' | 'returned'
  /** Of the dispute, the refund or the return: each counts once. */
  reference: string
  amountMinor: number
  /** Why a debit came back, where the bank says it. */
  declineCode?: string
}

type ReversedPayment = { order_id: number | null; currency: string; left_minor: number }

/**
 * A payment that its provider took back, wholly or in part: what it paid is owed again. A refund that staff made at the provider was
 * meant, so that the fan does not owe it; a dispute stops the tickets, where the organisation wants that; a debit that came back is tried
 * again as the ladder says. True when it was not known before.
 */
export async function reversePayment(orgId: OrgId, tx: Tx, clock: Clock, reversal: ProviderReversal): Promise<boolean> {
  const { paymentId, kind, reference } = reversal
  const actor = systemActor(orgId)
  const orderIds = await lockOrdersOf(orgId, tx, paymentId)
  const [payment] = await tx<ReversedPayment[]>`
    select order_id, currency, amount_minor - refunded_minor - reversed_minor as left_minor
    from payments
    where org_id = ${orgId}
      and payment_id = ${paymentId}
      and payment_status = 'succeeded'
      and not surplus
    for no key update`
  if (!payment || (await isKnown(orgId, tx, paymentId, kind, reference))) return false
  // What has gone back already cannot come back as well.
  const amountMinor = Math.min(reversal.amountMinor, payment.left_minor)
  if (amountMinor === 0) return false
  // Of one instant: by it the rows of one act are known again.
  const now = clock(orgId)
  const write = (debtId: number, orderId: number | null, minor: number) =>
    writeReversal(
      orgId,
      tx,
      organisationClock(() => now),
      {
        paymentId,
        debtId,
        orderId,
        kind,
        amountMinor: minor,
        currency: payment.currency,
        reference,
        reason: null,
      },
    )
  const reopened =
    payment.order_id === null
      ? await reopenDebts(orgId, tx, now, paymentId, amountMinor, write)
      : [
          await oweAgain(
            orgId,
            tx,
            clock,
            { orderId: payment.order_id, currency: payment.currency, amountMinor },
            write,
          ),
        ]
  if (kind === 'provider_refund') await cancelReopened(orgId, tx, clock, reopened)
  else {
    if (kind === 'returned') {
      const { declineCode = null } = reversal
      await planNextAttempt(orgId, tx, clock, paymentId, { code: 'payment_failed', declineCode })
    }
    for (const orderId of orderIds) {
      // A bank that had no money at last takes no side: the fan is asked again, and their tickets stay.
      if (kind === 'dispute_opened') await stopTickets(orgId, tx, clock, orderId)
      await moveMembers({ orgId, tx, clock, actor }, orderId, true)
    }
  }
  const entry = { action: 'payment.reversed', objectType: 'payment', objectId: paymentId }
  await recordAs(tx, clock, actor, { ...entry, after: { kind, reference, amount_minor: amountMinor } })
  return true
}

type Reopened = { debtId: number; amountMinor: number }
type Write = (debtId: number, orderId: number | null, amountMinor: number) => Promise<void>

async function lockOrdersOf(orgId: OrgId, tx: Tx, paymentId: number): Promise<number[]> {
  const rows = await tx<{ order_id: number }[]>`
    select order_id
    from orders
    where org_id = ${orgId}
      and order_id in (
        select order_id
        from payments
        where org_id = ${orgId}
          and payment_id = ${paymentId}
        union
        select d.order_id
        from payment_debts p
        join debts d on d.org_id = ${orgId} and d.debt_id = p.debt_id
        where p.org_id = ${orgId}
          and p.payment_id = ${paymentId}
      )
    order by order_id
    for no key update`
  return rows.map(({ order_id }) => order_id)
}

async function isKnown(orgId: OrgId, tx: Tx, paymentId: number, kind: string, reference: string): Promise<boolean> {
  const rows = await tx`
    select 1 as one
    from payment_reversals
    where org_id = ${orgId}
      and payment_id = ${paymentId}
      and kind = ${kind}
      and reference = ${reference}`
  return rows.length > 0
}

/** A sale that was paid at once had no debt: from now on there is one. */
async function oweAgain(
  orgId: OrgId,
  tx: Tx,
  clock: Clock,
  { orderId, currency, amountMinor }: { orderId: number; currency: string; amountMinor: number },
  write: Write,
): Promise<Reopened> {
  const now = clock(orgId)
  const [order] = await tx<{ user_id: number | null }[]>`
    select user_id
    from orders
    where org_id = ${orgId}
      and order_id = ${orderId}`
  const userId = order?.user_id ?? null
  const fresh = {
    kind: 'returned_payment' as const,
    orderId,
    refundId: null,
    userId,
    currency,
    amountMinor,
    dueAt: now,
  }
  const debtId = await openDebt(orgId, tx, clock, fresh)
  await write(debtId, orderId, amountMinor)
  await addToOrder(orgId, tx, orderId, { paidMinor: -amountMinor, owedMinor: amountMinor }, now)
  return { debtId, amountMinor }
}

/** What it settled last is open again first. A settlement is taken back whole, and what stays of the payment settles the rest anew. */
async function reopenDebts(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  paymentId: number,
  amountMinor: number,
  write: Write,
): Promise<Reopened[]> {
  const reopened: Reopened[] = []
  let restMinor = amountMinor
  for (const settlement of await findSettlements(orgId, tx, { paymentId })) {
    const part = Math.min(settlement.amount_minor, restMinor)
    if (part === 0) break
    restMinor -= part
    const [debt] = await lockDebts(orgId, tx, [settlement.debt_id])
    if (!debt) throw new Error(`debt ${settlement.debt_id} was lost`)
    await reverseSettlement(orgId, tx, debt, settlement, { outcome: 'returned', now })
    await write(debt.debt_id, debt.order_id, part)
    const keptMinor = settlement.amount_minor - part
    if (keptMinor > 0) await settleDebt(orgId, tx, debt, { paymentId, amountMinor: keptMinor, now })
    reopened.push({ debtId: debt.debt_id, amountMinor: part })
  }
  return reopened
}

async function cancelReopened(orgId: OrgId, tx: Tx, clock: Clock, reopened: Reopened[]): Promise<void> {
  for (const { debtId, amountMinor } of reopened) {
    const [debt] = await lockDebts(orgId, tx, [debtId])
    if (!debt) throw new Error(`debt ${debtId} was lost`)
    const reason = 'It was refunded at the payment provider.'
    await releaseDebt(orgId, tx, debt, { kind: 'cancelled', amountMinor, reason, now: clock(orgId) })
  }
}

/**
 * A fan who takes the money back gets no entry for it, and is not asked to pay again either: the same whether the order stands or was
 * cancelled before, whose tickets let no one in any more.
 */
async function stopTickets(orgId: OrgId, tx: Tx, clock: Clock, orderId: number): Promise<void> {
  const [organisation] = await tx<{ disputed_tickets: string }[]>`
    select disputed_tickets
    from organisations
    where org_id = ${orgId}`
  if (organisation?.disputed_tickets !== 'stop') return
  const order = await lockPaidOrder(orgId, tx, String(orderId))
  if (order.hasMemberships) return
  const reason = 'The payment is disputed.'
  await cancelDebts(orgId, tx, clock, order, { amountMinor: order.owedMinor, reason })
  if (order.status !== 'confirmed') return
  const now = clock(orgId)
  const ticketIds = (await lockLiveTickets(orgId, tx, orderId)).map(({ ticket_id }) => ticket_id)
  if (ticketIds.length > 0) await closeTickets(orgId, tx, clock, { ticketIds, status: ticketStatus.cancelled })
  await tx`
    update orders
    set order_status = 'cancelled', closed_at = ${now}, changed_at = ${now}
    where org_id = ${orgId}
      and order_id = ${orderId}`
  const entry = { action: 'order.cancelled', objectType: 'order', objectId: orderId }
  const after = { order_status: 'cancelled', ticket_ids: ticketIds, reason }
  await recordAs(tx, clock, systemActor(orgId), { ...entry, after })
  await publish(orgId, tx, clock, 'order.cancelled', { order: await findOrderForMessage(orgId, tx, orderId) })
}
