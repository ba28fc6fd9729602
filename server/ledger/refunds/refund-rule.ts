import type { Payments } from '../../payments/payments/providers.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { toMajor, toMinor } from '../../platform/values/money.ts'
import type { LiveTicket } from './live-tickets.ts'
import type { PaidOrder } from './paid-order.ts'

export type RefundWish = { amount?: number; ticket_ids?: number[]; keep_tickets?: boolean }
export type RefundPart = { paymentId: number; amountMinor: number }
export type RefundDecision = {
  /** What goes back, by payment. */
  parts: RefundPart[]
  /** What goes back as credit, having been paid by it. */
  creditMinor: number
  /** All that goes back. */
  refundedMinor: number
  /** What of the open debts the fan need not pay any more. */
  cancelledMinor: number
  ticketIds: number[]
}

/**
 * What a refund gives back. Nothing said: all that is left, and every ticket. Tickets: those, and what was asked for them. An
 * amount: that much, and no ticket unless they are named or nothing is left. `keep_tickets`: none. Fees for the order as a whole go back
 * with the whole only. What is still
 * owed is cancelled before money goes back, and no more goes back than was paid.
 */
export function decideRefund(
  payments: Payments,
  order: PaidOrder,
  live: LiveTicket[],
  request: RefundWish,
): RefundDecision {
  if (order.status === 'pending') throw conflict('The order is still being paid.')
  const isCollecting = order.attemptedMinor > 0
  if (isCollecting && order.owedMinor === 0 && order.leftMinor + order.credit.leftMinor === 0) throw collecting()
  if (order.paidMinor === 0 && order.owedMinor === 0)
    throw conflict('Nothing was paid for this order. Cancel it instead.')
  const leftMinor = order.leftMinor + order.credit.leftMinor
  if (leftMinor === 0 && order.owedMinor === 0) {
    throw new ApiError('state_conflict', { message: 'All that was paid has been refunded.', refundable_amount: 0 })
  }
  if (order.hasMemberships && request.amount === undefined && !request.ticket_ids)
    throw conflict('What goes back of a membership is for you to say: send an amount.')
  if (request.keep_tickets && request.ticket_ids) throw keepInvalid()
  const restMinor = leftMinor + order.owedMinor
  const isWhole = request.amount === undefined || toMinor(request.amount, order.currency) === restMinor
  const taken = isWhole && !request.keep_tickets ? live : []
  const tickets = request.ticket_ids ? named(live, request.ticket_ids) : taken
  const wantedMinor = amountOf(order, tickets, request)
  if (wantedMinor === 0) throw conflict('These tickets cost nothing, so there is nothing to refund.')
  // Tickets are given back for themselves: what is owed for a membership beside them stays owed.
  const owedMinor = request.ticket_ids ? order.owedMinor - order.plannedMinor : order.owedMinor
  const cancelledMinor = Math.min(wantedMinor, owedMinor)
  const backMinor = wantedMinor - cancelledMinor
  // Of tickets that were let go for less than they cost, what was paid goes back and no more.
  if (isCollecting && request.ticket_ids && backMinor > leftMinor) throw collecting()
  const onAccount = order.openDebts.length > 0 || order.paidMinor < order.totalMinor
  const refundedMinor = request.amount === undefined && onAccount ? Math.min(backMinor, leftMinor) : backMinor
  if (refundedMinor > leftMinor) {
    const refundable_amount = toMajor(leftMinor + order.owedMinor, order.currency)
    const message = `Only ${refundable_amount} ${order.currency} of what was paid is left to refund.`
    throw new ApiError('state_conflict', { message, refundable_amount })
  }
  const { parts, creditMinor } = splitRefund(order, refundedMinor)
  for (const { paymentId, amountMinor } of parts) {
    const provider = order.payments.find((payment) => payment.paymentId === paymentId)?.provider
    if (provider && !payments.byName(provider).takes(amountMinor, order.currency))
      throw tooFine(order, amountMinor, request)
  }
  return { parts, creditMinor, refundedMinor, cancelledMinor, ticketIds: tickets.map(({ ticket_id }) => ticket_id) }
}

/** So much of what an order was paid by: credit before or after the payments, as the organisation wants it, and each as far as it goes. */
export function splitRefund(
  { payments, credit, leftMinor: paymentsMinor }: Pick<PaidOrder, 'payments' | 'credit' | 'leftMinor'>,
  amountMinor: number,
): { parts: RefundPart[]; creditMinor: number } {
  const creditMinor = credit.isFirst
    ? Math.min(credit.leftMinor, amountMinor)
    : Math.max(0, Math.min(credit.leftMinor, amountMinor - paymentsMinor))
  let restMinor = amountMinor - creditMinor
  const parts = payments.flatMap(({ paymentId, leftMinor }) => {
    const part = Math.min(leftMinor, restMinor)
    restMinor -= part
    return part > 0 ? [{ paymentId, amountMinor: part }] : []
  })
  return { parts, creditMinor }
}

function amountOf(
  { currency, leftMinor, owedMinor, credit }: PaidOrder,
  tickets: LiveTicket[],
  request: RefundWish,
): number {
  if (request.amount !== undefined) {
    const minor = toMinor(request.amount, currency)
    if (minor !== undefined) return minor
    throw amountInvalid(`amount is finer than ${currency} allows.`)
  }
  return request.ticket_ids
    ? tickets.reduce((sum, { paid_minor }) => sum + paid_minor, 0)
    : leftMinor + credit.leftMinor + owedMinor
}

/** A ticket of another order is answered like one that does not exist, and so is one that has been given back already. */
function named(live: LiveTicket[], ids: number[]): LiveTicket[] {
  const wanted = new Set(ids)
  const tickets = live.filter(({ ticket_id }) => wanted.has(ticket_id))
  if (tickets.length < wanted.size) {
    throw new ApiError('resource_missing', {
      param: 'ticket_ids',
      message: 'ticket_ids names a ticket that is not an active ticket of this order.',
    })
  }
  return tickets
}

function keepInvalid(): ApiError {
  const param = 'keep_tickets'
  const message = 'keep_tickets cannot go with ticket_ids.'
  return new ApiError('parameter_invalid', { param, message, errors: [{ param, code: 'parameter_invalid', message }] })
}

function amountInvalid(message: string): ApiError {
  const errors = [{ param: 'amount', code: 'parameter_invalid' as const, message }]
  return new ApiError('parameter_invalid', { param: 'amount', message, errors })
}

/** Said before a ticket is taken back: the provider would turn the refund down, and the ticket would be gone. */
function tooFine({ currency }: PaidOrder, amountMinor: number, request: RefundWish): ApiError {
  if (request.amount !== undefined)
    return amountInvalid(`amount is finer than the payment provider refunds ${currency}.`)
  const paid = `${toMajor(amountMinor, currency)} ${currency}`
  return conflict(`The payment provider cannot refund ${paid} exactly. Send an amount together with the tickets.`)
}

/** What is being paid can neither be cancelled nor given back yet; the whole order can, and the money then goes back by itself. */
const collecting = () => conflict('It is just being paid. Try again in some minutes, or cancel the order.')

const conflict = (message: string) => new ApiError('state_conflict', { message })

type Left = Pick<PaidOrder, 'status' | 'refundedMinor' | 'paidMinor' | 'owedMinor'>

/**
 * An order is refunded when nothing is left of it, neither money nor debts nor tickets, and cancelled where nothing was ever paid; until
 * then it stays what it was.
 */
export function orderStatusAfterRefund(
  order: Left,
  live: LiveTicket[],
  { refundedMinor, cancelledMinor, ticketIds }: RefundDecision,
) {
  const givenMinor = order.refundedMinor + refundedMinor
  const whole = givenMinor === order.paidMinor && cancelledMinor === order.owedMinor && ticketIds.length === live.length
  if (!whole || order.status !== 'confirmed') return order.status
  return givenMinor > 0 ? 'refunded' : 'cancelled'
}
