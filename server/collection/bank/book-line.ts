import type { Actor } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { lockBaskets } from '../../checkout/baskets/find-baskets.ts'
import { afterPayment, announceDebts } from '../../ledger/debts/after-payment.ts'
import { storeRecorded } from '../../ledger/debts/record-payment.ts'
import { lockDebts } from '../../ledger/ledger/lock-debts.ts'
import { payOutDebt } from '../../ledger/refunds/pay-out-debt.ts'
import { returnTransferred } from '../../ledger/refunds/return-received.ts'
import { noteMails } from '../../messages/mail/notices.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { lockOrder } from '../../tickets/orders/lock-order.ts'
import type { BankLineReason, BankLineRow, BankLineStatus } from './bank-line.ts'
import { type Decision, decideDebt, decidePayment } from './decide-line.ts'

/** Who books, and what they say to it. */
export type BookedBy = { actor: Actor; actorName: string | null; note: string | null }
export type BookingAt = { orgId: OrgId; tx: Tx; clock: Clock; by: BookedBy }

/** An order that is to be confirmed by a line, once its decision is committed. */
export type Booking = { bankLineId: number; orderId: number; paymentId: number }

export type BookingOutcome =
  | { kind: 'booked'; booking?: Booking | undefined }
  | { kind: 'refused'; decision: Decision; orderId?: number | null; debtId?: number | null }
  | { kind: 'missing' }

type Stored = {
  status: BankLineStatus
  reason: BankLineReason | null
  orderId?: number | null
  debtId?: number | null
  suggestedOrderId?: number | null
  suggestedDebtId?: number | null
  payoutId?: number | null
  suggestedPayoutId?: number | null
}

export async function storeDecision(
  { orgId, tx, clock, by }: BookingAt,
  line: BankLineRow,
  stored: Stored,
): Promise<void> {
  const { orderId = null, debtId = null, suggestedOrderId = null, suggestedDebtId = null } = stored
  const { payoutId = null, suggestedPayoutId = null } = stored
  await tx`
    update bank_lines
    set line_status = ${stored.status}, reason = ${stored.reason}, order_id = ${orderId}, debt_id = ${debtId},
      suggested_order_id = ${suggestedOrderId}, suggested_debt_id = ${suggestedDebtId}, payout_id = ${payoutId},
      suggested_payout_id = ${suggestedPayoutId}, actor_name = ${by.actorName}, note = ${by.note}, changed_at = ${clock(orgId)}
    where org_id = ${orgId}
      and bank_line_id = ${line.bank_line_id}`
}

type PartOf = { paymentId: number } | { refundId: number }

const addPart = (
  { orgId, tx, clock }: BookingAt,
  line: BankLineRow,
  part: number,
  of: PartOf,
  amountMinor: number,
) => tx`
  insert into bank_line_parts (org_id, bank_line_id, part, payment_id, refund_id, amount_minor, created_at)
  values (
    ${orgId}, ${line.bank_line_id}, ${part}, ${'paymentId' in of ? of.paymentId : null}, ${'refundId' in of ? of.refundId : null},
    ${amountMinor}, ${clock(orgId)}
  )`

type NamedPayment = { id: number } | { orderId: number }

/** Money for an order, by the number of its payment or, as a person names it, by its own. */
export async function bookToOrder(at: BookingAt, line: BankLineRow, named: NamedPayment): Promise<BookingOutcome> {
  const payment = await lockAwaited(at, named)
  if (!payment) return { kind: 'missing' }
  const { order_id: orderId, payment_id: paymentId } = payment
  const decision = decidePayment(
    { amountMinor: line.amount_minor, currency: line.currency, kind: line.kind },
    {
      paymentStatus: payment.payment_status,
      currency: payment.currency,
      amountMinor: payment.amount_minor,
      receivedMinor: payment.received_minor,
    },
  )
  if (decision.kind === 'confirm') {
    await addPart(at, line, 1, { paymentId }, decision.wantedMinor)
    await storeDecision(at, line, { status: 'booking', reason: decision.reason, orderId })
    return { kind: 'booked', booking: { bankLineId: line.bank_line_id, orderId, paymentId } }
  }
  if (decision.kind !== 'part' && decision.kind !== 'link') return { kind: 'refused', decision, orderId }
  await addPart(at, line, 1, { paymentId }, line.amount_minor)
  const reason = decision.kind === 'part' ? 'part' : 'recorded_before'
  await storeDecision(at, line, { status: 'booked', reason, orderId })
  if (decision.kind === 'part') {
    const messageId = `payment-${paymentId}-part-${line.bank_line_id}`
    await noteMails(at.orgId, at.tx, at.clock(at.orgId), [
      { kind: 'transfer_part', orderId, aboutId: paymentId, messageId },
    ])
  }
  return { kind: 'booked' }
}

type AwaitedRow = {
  payment_id: number
  order_id: number
  payment_status: string
  amount_minor: number
  currency: string
  received_minor: number
}

/** A payment by transfer with basket and order locked before it, as all transactions lock them. */
async function lockAwaited({ orgId, tx }: BookingAt, named: NamedPayment): Promise<AwaitedRow | undefined> {
  const [order] = await tx<{ order_id: number; basket_id: string | null }[]>`
    select o.order_id, o.basket_id
    from payments p
    join orders o on o.org_id = ${orgId} and o.order_id = p.order_id
    where p.org_id = ${orgId}
      and ${'id' in named ? tx`p.payment_id = ${named.id}` : tx`p.order_id = ${named.orderId}`}
      and p.provider = 'manual'
      and p.payment_method = 'transfer'
      and p.expires_at is not null
    limit 1`
  if (!order) return undefined
  if (order.basket_id !== null) await lockBaskets(orgId, tx, [order.basket_id])
  await lockOrder(orgId, tx, order.order_id)
  const [payment] = await tx<AwaitedRow[]>`
    select p.payment_id, p.order_id, p.payment_status, p.amount_minor, p.currency,
      (
        select coalesce(sum(b.amount_minor), 0)::bigint
        from bank_line_parts b
        where b.org_id = ${orgId}
          and b.payment_id = p.payment_id
      ) as received_minor
    from payments p
    where p.org_id = ${orgId}
      and ${'id' in named ? tx`p.payment_id = ${named.id}` : tx`p.order_id = ${named.orderId}`}
      and p.provider = 'manual'
      and p.payment_method = 'transfer'
      and p.expires_at is not null
    order by p.payment_id desc
    limit 1`
  return payment
}

/** Money of a fan for a debt, or what the organisation has transferred for one of its own. */
export async function bookToDebt(at: BookingAt, line: BankLineRow, debtId: number): Promise<BookingOutcome> {
  const { orgId, tx, clock, by } = at
  const [debt] = await lockDebts(orgId, tx, [debtId])
  if (!debt) return { kind: 'missing' }
  const decision = decideDebt(
    { amountMinor: line.amount_minor, currency: line.currency, kind: line.kind },
    {
      owedBy: debt.owed_by,
      currency: debt.currency,
      openMinor: debt.open_minor,
      attemptedMinor: debt.attempted_minor,
      isPaid: debt.debt_status === 'paid',
    },
  )
  const reference = line.bank_reference ?? `line ${line.line}`
  const changeBy = { orgId, tx, clock, actor: by.actor }
  if (decision.kind === 'pay_out') {
    if (debt.refund_id === null) return { kind: 'refused', decision: { kind: 'unclear', reason: 'not_owed' }, debtId }
    await payOutDebt(changeBy, debt, { way: 'transfer', reference, tillId: null })
    await announceDebts(changeBy, [debt], 'paid_out')
    await addPart(at, line, 1, { refundId: debt.refund_id }, -line.amount_minor)
    await storeDecision(at, line, { status: 'booked', reason: null, orderId: debt.order_id, debtId })
    return { kind: 'booked' }
  }
  if (decision.kind !== 'pay_debt') return { kind: 'refused', decision, orderId: debt.order_id, debtId }
  const { wantedMinor } = decision
  const { name: actorName = null } = by.actor
  const parts = [{ debt, amountMinor: wantedMinor }]
  const paymentId = await storeRecorded(orgId, tx, clock, parts, { paymentMethod: 'transfer', reference, actorName })
  await afterPayment(changeBy, [debt])
  await addPart(at, line, 1, { paymentId }, wantedMinor)
  if (wantedMinor < line.amount_minor) {
    const restMinor = line.amount_minor - wantedMinor
    const rest = {
      orderId: debt.order_id,
      amountMinor: restMinor,
      currency: line.currency,
      reason: 'More was transferred than was owed.',
    }
    await addPart(at, line, 2, { paymentId: await returnTransferred(orgId, tx, clock, rest) }, restMinor)
  }
  await storeDecision(at, line, { status: 'booked', reason: decision.reason, orderId: debt.order_id, debtId })
  return { kind: 'booked' }
}

/** All of it goes back to the buyer of an order, who is asked for an account. */
export async function oweBack(at: BookingAt, line: BankLineRow, orderId: number): Promise<void> {
  const { orgId, tx, clock } = at
  const reason = 'It was transferred for nothing that is owed.'
  const surplus = { orderId, amountMinor: line.amount_minor, currency: line.currency, reason }
  await addPart(at, line, 1, { paymentId: await returnTransferred(orgId, tx, clock, surplus) }, line.amount_minor)
  await storeDecision(at, line, { status: 'booked', reason: 'owed_back', orderId })
}
