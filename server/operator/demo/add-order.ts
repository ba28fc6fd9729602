import { HOUR_MS, MINUTE_MS } from '../../platform/values/durations.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import { addMs } from './days.ts'
import {
  costOf,
  type DemoLine,
  type DemoOrder,
  demoUuid,
  discountOf,
  drawTickets,
  OUTCOMES,
  placesOf,
  sum,
} from './order.ts'
import { type RowId, stamp, type Writer } from './writer.ts'

const CARD_FEE_MINOR = 5

export type AddedOrder = { orderId: RowId; ticketIds: RowId[]; barcodes: (string | null)[]; totalMinor: number }

/** The rows of an order: its lines, its tickets, what was paid and what went back. */
export function addOrder(writer: Writer, order: DemoOrder): AddedOrder {
  const { buyer, offer, outcome, channel, createdAt } = order
  const { status, isPaid: isConfirmed } = OUTCOMES[outcome]
  const isPaid = isConfirmed && !order.isOnInvoice
  const orderId = writer.id('orders')
  const paymentId = isPaid ? writer.id('payments') : null
  const isCard = isPaid && channel === 'online'
  const fee = isCard ? placesOf(order) * CARD_FEE_MINOR : 0
  const totals = totalsOf(order, fee)
  const tickets = drawTickets(order)
  const backMinor =
    sum(
      tickets.filter(({ statusId }) => statusId === ticketStatus.refunded),
      costOf,
    ) + (outcome === 'refunded' ? fee : 0)
  const refundId = backMinor > 0 ? writer.id('refunds') : null
  const confirmedAt = isConfirmed ? addMs(createdAt, MINUTE_MS) : null
  const isClosed = status === 'cancelled' || status === 'refunded' || status === 'expired'
  const closedAt = isClosed ? (offer.cancelled_at ?? addMs(createdAt, HOUR_MS)) : null
  const changedAt = closedAt ?? confirmedAt ?? createdAt
  writer.add('orders', {
    order_id: orderId,
    order_uuid: demoUuid(order.n, order.series),
    event_id: offer.event_id,
    user_id: outcome === 'expired' ? null : buyer.user_id,
    discount_id: order.discountId,
    order_status: status,
    sales_channel: channel,
    first_name: buyer.first_name,
    last_name: buyer.last_name,
    email_address: buyer.email_address,
    mobile_number: buyer.mobile_number,
    postcode: buyer.postcode,
    country_id: 36,
    marketing_opt_in: buyer.marketing_emails,
    payment_method: isPaid ? (isCard ? 'card' : 'cash') : channel === 'boxoffice' ? 'invoice' : null,
    currency: offer.currency,
    price_minor: totals.price,
    discount_minor: totals.discount,
    service_fee_minor: totals.fee,
    service_tax_minor: totals.tax,
    transaction_fee_minor: fee,
    rebate_minor: totals.rebate,
    total_minor: totals.total,
    refunded_minor: backMinor,
    confirmed_at: confirmedAt,
    closed_at: closedAt,
    ...stamp(createdAt, changedAt),
  })
  const lineIds = order.lines.map((line) => addLine(writer, orderId, order, line))
  const key = `demo-${order.series}-${order.n}`
  if (paymentId) {
    writer.add('payments', {
      payment_id: paymentId,
      order_id: orderId,
      provider: isCard ? 'test' : 'manual',
      idempotency_key: key,
      provider_reference: isCard ? key.replaceAll('-', '_') : null,
      payment_status: 'succeeded',
      amount_minor: totals.total,
      currency: offer.currency,
      refunded_minor: backMinor,
      succeeded_at: confirmedAt,
      ...stamp(createdAt, changedAt),
    })
  }
  if (refundId) {
    writer.add('refunds', {
      refund_id: refundId,
      payment_id: paymentId,
      idempotency_key: `${key}-refund`,
      provider_reference: `${key}-refund`.replaceAll('-', '_'),
      refund_status: 'succeeded',
      amount_minor: backMinor,
      reason: offer.cancelled_at ? 'event cancelled' : 'asked for by the customer',
      ...stamp(changedAt),
    })
  }
  const ticketIds = tickets.map((ticket) => {
    const ticketId = writer.id('tickets')
    writer.add('tickets', {
      ticket_id: ticketId,
      event_id: offer.event_id,
      order_id: orderId,
      order_line_id: lineIds[ticket.line] ?? null,
      price_category_id: ticket.price.price_category_id,
      price_id: ticket.price.price_id,
      ticket_status_id: ticket.statusId,
      barcode: ticket.barcode,
      seat_id: ticket.seatId,
      refund_id: ticket.statusId === ticketStatus.refunded ? refundId : null,
      ticket_name: `${buyer.first_name} ${buyer.last_name}`,
      email_address: buyer.email_address,
      price_minor: ticket.priceMinor,
      discount_minor: ticket.discountMinor,
      rebate_minor: ticket.rebateMinor,
      service_fee_minor: ticket.feeMinor,
      service_tax_minor: ticket.taxMinor,
      ...stamp(confirmedAt ?? createdAt, changedAt),
    })
    return ticketId
  })
  return { orderId, ticketIds, barcodes: tickets.map(({ barcode }) => barcode), totalMinor: totals.total }
}

function totalsOf(order: DemoOrder, transactionFee: number) {
  const { lines } = order
  const price = sum(lines, (line) => line.quantity * line.price.price_minor)
  const discount = sum(lines, (line) => discountOf(order, line))
  const fee = sum(lines, (line) => line.quantity * line.price.service_fee_minor)
  const tax = sum(lines, (line) => line.quantity * line.price.service_tax_minor)
  const rebate = sum(lines, (line) => line.quantity * line.price.rebate_minor)
  return { price, discount, fee, tax, rebate, total: price - discount + fee + tax + transactionFee }
}

function addLine(writer: Writer, orderId: RowId, order: DemoOrder, line: DemoLine): RowId {
  const { price, quantity } = line
  const lineId = writer.id('order_lines')
  writer.add('order_lines', {
    order_id: orderId,
    order_line_id: lineId,
    event_id: order.offer.event_id,
    price_category_id: price.price_category_id,
    price_id: price.price_id,
    quantity,
    places: quantity * price.tickets_included,
    price_minor: price.price_minor,
    rebate_minor: price.rebate_minor,
    service_fee_minor: price.service_fee_minor,
    service_tax_minor: price.service_tax_minor,
    discount_minor: discountOf(order, line),
    created_at: order.createdAt,
  })
  return lineId
}
