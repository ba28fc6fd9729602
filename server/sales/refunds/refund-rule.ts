import { ApiError } from '../../platform/http/errors.ts'
import { toMajor, toMinor } from '../../platform/values/money.ts'
import type { Payments } from '../payments/providers.ts'
import type { LiveTicket } from './live-tickets.ts'
import type { PaidOrder } from './paid-order.ts'

export type RefundWish = { amount?: number; ticket_ids?: number[]; keep_tickets?: boolean }
export type RefundDecision = { paymentId: number; amountMinor: number; ticketIds: number[] }

/**
 * What a refund gives back. Nothing said: all that is left, and every ticket. Tickets: those, and what was paid for them. An
 * amount: that much, and no ticket unless they are named or nothing is left. `keep_tickets`: none. Fees for the order as a whole go back with the whole only.
 */
export function decideRefund(
  payments: Payments,
  order: PaidOrder,
  live: LiveTicket[],
  request: RefundWish,
): RefundDecision {
  const { payment } = order
  if (order.status === 'pending') throw conflict('The order is still being paid.')
  if (!payment) throw conflict('Nothing was paid for this order. Cancel it instead.')
  if (payment.leftMinor === 0) {
    throw new ApiError('state_conflict', { message: 'All that was paid has been refunded.', refundable_amount: 0 })
  }
  if (request.keep_tickets && request.ticket_ids) throw keepInvalid()
  const isWhole = request.amount === undefined || toMinor(request.amount, order.currency) === payment.leftMinor
  const taken = isWhole && !request.keep_tickets ? live : []
  const tickets = request.ticket_ids ? named(live, request.ticket_ids) : taken
  const amountMinor = amountOf(order, payment.leftMinor, tickets, request)
  if (amountMinor === 0) throw conflict('These tickets cost nothing, so there is nothing to refund.')
  if (amountMinor > payment.leftMinor) {
    const refundable_amount = toMajor(payment.leftMinor, order.currency)
    const message = `Only ${refundable_amount} ${order.currency} of what was paid is left to refund.`
    throw new ApiError('state_conflict', { message, refundable_amount })
  }
  if (!payments.byName(payment.provider).takes(amountMinor, order.currency)) throw tooFine(order, amountMinor, request)
  return { paymentId: payment.paymentId, amountMinor, ticketIds: tickets.map(({ ticket_id }) => ticket_id) }
}

function amountOf({ currency }: PaidOrder, leftMinor: number, tickets: LiveTicket[], request: RefundWish): number {
  if (request.amount !== undefined) {
    const minor = toMinor(request.amount, currency)
    if (minor !== undefined) return minor
    throw amountInvalid(`amount is finer than ${currency} allows.`)
  }
  return request.ticket_ids ? tickets.reduce((sum, { paid_minor }) => sum + paid_minor, 0) : leftMinor
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
  const [param, message] = ['keep_tickets', 'keep_tickets cannot go with ticket_ids.']
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

const conflict = (message: string) => new ApiError('state_conflict', { message })

/** An order is refunded when nothing is left of it, neither money nor tickets; until then it stays what it was. */
export function orderStatusAfterRefund(
  order: PaidOrder,
  live: LiveTicket[],
  { amountMinor, ticketIds }: RefundDecision,
) {
  const whole = order.refundedMinor + amountMinor === order.totalMinor && ticketIds.length === live.length
  return whole && order.status === 'confirmed' ? 'refunded' : order.status
}
