import type { OrgId } from '../../access/principal.ts'
import { reversePayment } from '../../ledger/disputes/reverse-payment.ts'
import { giveCredit, lockCredit, takeCredit } from '../../ledger/ledger/credit.ts'
import { type LockedDebt, lockDebtsOf } from '../../ledger/ledger/lock-debts.ts'
import { openInvoices } from '../../ledger/ledger/open-debts.ts'
import { writeReversal } from '../../ledger/ledger/payment-reversal.ts'
import { findSettlements, releaseDebt, reverseSettlement, settleDebt } from '../../ledger/ledger/settle-debt.ts'
import { closeTickets } from '../../ledger/refunds/close-tickets.ts'
import { openRefund } from '../../ledger/refunds/open-refund.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { organisationClock } from '../../platform/values/clock.ts'
import { HOUR_MS } from '../../platform/values/durations.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import { findOrdersById } from '../../tickets/orders/order.ts'
import type { DebtStep } from './club.ts'
import { addDays, addMs } from './days.ts'
import { HARBOUR_CITY } from './harbour-city.ts'
import { amountIn } from './venues.ts'

const actorName = HARBOUR_CITY.owner.name

/** An order that was sold, by its id and the numbers of its tickets. */
export type SoldOrder = { orderId: number; ticketIds: number[]; createdAt: Date; totalMinor: number }

/** What is done about money in the demo is done as the program does it, each at its hour of a day gone by. */
export function bookkeeperOf(orgId: OrgId, tx: Tx, today: Date) {
  const at = (daysAgo: number) => addMs(addDays(today, -daysAgo), 15 * HOUR_MS)
  const clockAt = (time: Date) => organisationClock(() => time)

  /** A sale on an invoice, with what came of it. */
  async function addInvoice({ orderId, createdAt, totalMinor }: SoldOrder, steps: readonly DebtStep[]): Promise<void> {
    await tx`
      update orders
      set paid_minor = 0, owed_minor = total_minor
      where org_id = ${orgId}
        and order_id = ${orderId}`
    const orders = await findOrdersById(orgId, tx, [orderId])
    const invoices = orders.map((order) => ({ order, amountMinor: order.total_minor }))
    await openInvoices(orgId, tx, clockAt(createdAt), invoices)
    for (const [n, step] of steps.entries()) {
      const [debt] = await lockDebtsOf(orgId, tx, orderId)
      if (!debt) throw new Error(`order ${orderId} owes nothing`)
      const share = 'percent' in step ? Math.round((totalMinor * step.percent) / 100) : 0
      await take(debt, step, Math.min(share, debt.open_minor), `demo-debt-${orderId}-${n}`)
    }
  }

  async function take(debt: LockedDebt, step: DebtStep, amountMinor: number, key: string): Promise<void> {
    const now = at(step.daysAgo)
    switch (step.step) {
      case 'paid':
        return pay(debt, { amountMinor, method: step.by, reference: step.reference ?? null, key, now })
      case 'paid by credit':
        return payByCredit(debt, amountMinor, step, now)
      case 'taken back':
        return takeBack(debt, step, now)
      case 'waived':
        return releaseDebt(orgId, tx, debt, { kind: 'waived', amountMinor, reason: step.reason, actorName, now })
      case 'reminded':
        await tx`
          update debts
          set reminded_at = ${now}, changed_at = ${now}
          where org_id = ${orgId}
            and debt_id = ${debt.debt_id}`
    }
  }

  type Paid = { amountMinor: number; method: string; reference: string | null; key: string; now: Date }

  async function pay(debt: LockedDebt, { amountMinor, method, reference, key, now }: Paid): Promise<void> {
    const [payment] = await tx<{ payment_id: number }[]>`
      insert into payments (
        org_id, provider, idempotency_key, payment_method, payment_status, amount_minor, currency, succeeded_at, created_at, changed_at
      )
      values (${orgId}, 'manual', ${key}, ${method}, 'succeeded', ${amountMinor}, ${debt.currency}, ${now}, ${now}, ${now})
      returning payment_id`
    if (!payment) throw new Error('a payment left no row')
    const { payment_id: paymentId } = payment
    await tx`
      insert into payment_debts (org_id, payment_id, debt_id, amount_minor, created_at)
      values (${orgId}, ${paymentId}, ${debt.debt_id}, ${amountMinor}, ${now})`
    await settleDebt(orgId, tx, debt, { paymentId, amountMinor, reference, actorName, now })
  }

  async function payByCredit(
    debt: LockedDebt,
    amountMinor: number,
    { grantedDollars, reason }: Extract<DebtStep, { step: 'paid by credit' }>,
    now: Date,
  ): Promise<void> {
    const { user_id: userId, currency, order_id: orderId } = debt
    if (userId === null) throw new Error('credit is of a customer')
    const clock = clockAt(now)
    const wanted = { userId, currency }
    const given = { kind: 'granted' as const, amountMinor: amountIn(currency, grantedDollars), reason }
    const credit = await lockCredit(orgId, tx, now, wanted)
    await giveCredit(orgId, tx, clock, credit, { ...given, expiresAt: addDays(now, 365) })
    const spent = { kind: 'spent' as const, amountMinor, orderId, reason: null }
    const { entryId } = await takeCredit(orgId, tx, clock, await lockCredit(orgId, tx, now, wanted), spent)
    await settleDebt(orgId, tx, debt, { creditEntryId: entryId, amountMinor, actorName, now })
  }

  async function takeBack(
    debt: LockedDebt,
    { as: kind, reason }: Extract<DebtStep, { step: 'taken back' }>,
    now: Date,
  ): Promise<void> {
    const [last] = await findSettlements(orgId, tx, { debtId: debt.debt_id })
    if (!last || last.payment_id === null) throw new Error('there is no payment to take back')
    const outcome = kind === 'returned' ? 'returned' : null
    await reverseSettlement(orgId, tx, debt, last, { outcome, actorName, now })
    await writeReversal(orgId, tx, clockAt(now), {
      paymentId: last.payment_id,
      debtId: debt.debt_id,
      orderId: debt.order_id,
      kind,
      reason,
      reference: null,
      amountMinor: last.amount_minor,
      currency: debt.currency,
    })
  }

  /** The bank has taken the money of a card back. */
  async function addDispute({ orderId, totalMinor }: SoldOrder, daysAgo: number): Promise<void> {
    const paymentId = await paymentOf(orderId)
    const reversal = { paymentId, kind: 'dispute_opened' as const, reference: `du_demo_${orderId}` }
    await reversePayment(orgId, tx, clockAt(at(daysAgo)), { ...reversal, amountMinor: totalMinor })
  }

  /** All of an order that was paid at the counter goes back by hand: staff have done so, or are still to. */
  async function addRefundByHand(
    { orderId, ticketIds, totalMinor }: SoldOrder,
    { daysAgo, reason, transferred }: { daysAgo: number; reason: string; transferred?: string | undefined },
  ): Promise<void> {
    const now = at(daysAgo)
    const clock = clockAt(now)
    const refund = { paymentId: await paymentOf(orderId), orderId, amountMinor: totalMinor, reason }
    const key = `demo-refund-${orderId}`
    const refundId = await openRefund(orgId, tx, clock, { ...refund, idempotencyKey: key })
    await closeTickets(orgId, tx, clock, { ticketIds, status: ticketStatus.refunded, refundId })
    await tx`
      update orders
      set order_status = 'refunded', closed_at = ${now}
      where org_id = ${orgId}
        and order_id = ${orderId}`
    await tx`
      update debts
      set kind = ${transferred === undefined ? 'cash_refund' : 'transfer_refund'}
      where org_id = ${orgId}
        and refund_id = ${refundId}`
    if (transferred === undefined) return
    const debt = (await lockDebtsOf(orgId, tx, orderId)).find(({ refund_id }) => refund_id === refundId)
    if (!debt) throw new Error(`refund ${refundId} is owed by nobody`)
    await settleDebt(orgId, tx, debt, { refundId, amountMinor: totalMinor, reference: transferred, actorName, now })
    await tx`
      update refunds
      set refund_status = 'succeeded', provider_reference = ${key}, changed_at = ${now}
      where org_id = ${orgId}
        and refund_id = ${refundId}`
  }

  async function paymentOf(orderId: number): Promise<number> {
    const [payment] = await tx<{ payment_id: number }[]>`
      select payment_id
      from payments
      where org_id = ${orgId}
        and order_id = ${orderId}`
    if (!payment) throw new Error(`order ${orderId} was not paid`)
    return payment.payment_id
  }

  /** As the page of the tickets writes it down. */
  async function addRefundRequest(
    { orderId, ticketIds }: SoldOrder,
    { daysAgo, reason }: { daysAgo: number; reason: string },
  ): Promise<void> {
    const now = at(daysAgo)
    await tx`
      insert into refund_requests (org_id, order_id, ticket_ids, reason, created_at, changed_at)
      values (${orgId}, ${orderId}, ${ticketIds}, ${reason}, ${now}, ${now})`
  }

  return { addInvoice, addDispute, addRefundByHand, addRefundRequest }
}
