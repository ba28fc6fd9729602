import type { OrgId } from '../../access/principal.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import type { Row } from './bulk.ts'
import type { DemoBuyer } from './buyers.ts'
import type { DemoOffer } from './offers.ts'
import { type DemoLine, type DemoOrder, type DemoTicket, fullName } from './order-of.ts'

export type PlacedOrder = DemoOrder & {
  n: number
  orderId: number
  lineIds: number[]
  paymentId: number | null
  refundId: number | null
  offer: DemoOffer
  buyer: DemoBuyer
  discountId: number
}

/** De30… and the number: an order's UUID is what finds the last demo order again. */
export const demoUuid = (n: number): string => `de300000-0000-8000-8000-${n.toString(16).padStart(12, '0')}`

const sum = <T>(items: T[], of: (item: T) => number): number => items.reduce((total, item) => total + of(item), 0)

export function orderTotals({ lines, transactionFeeMinor }: DemoOrder) {
  const price = sum(lines, (line) => line.quantity * line.price.price_minor)
  const discount = sum(lines, (line) => line.discountMinor)
  const fee = sum(lines, (line) => line.quantity * line.price.service_fee_minor)
  const tax = sum(lines, (line) => line.quantity * line.price.service_tax_minor)
  const rebate = sum(lines, (line) => line.quantity * line.price.rebate_minor)
  return { price, discount, fee, tax, rebate, total: price - discount + fee + tax + transactionFeeMinor }
}

const changedAt = ({ closedAt, confirmedAt, createdAt }: DemoOrder) => closedAt ?? confirmedAt ?? createdAt

export function orderRow(orgId: OrgId, order: PlacedOrder): Row {
  const { price, discount, fee, tax, rebate, total } = orderTotals(order)
  const { buyer } = order
  return {
    org_id: orgId,
    order_id: order.orderId,
    order_uuid: demoUuid(order.n),
    event_id: order.offer.event_id,
    user_id: order.status === 'expired' ? null : buyer.user_id,
    discount_id: order.discounted ? order.discountId : null,
    order_status: order.status,
    sales_channel: order.channel,
    first_name: buyer.first_name,
    last_name: buyer.last_name,
    email_address: buyer.email_address,
    mobile_number: buyer.mobile_number,
    postcode: buyer.postcode,
    country_id: 36,
    marketing_opt_in: buyer.marketing_emails,
    payment_method: order.method,
    currency: order.offer.currency,
    price_minor: price,
    discount_minor: discount,
    service_fee_minor: fee,
    service_tax_minor: tax,
    transaction_fee_minor: order.transactionFeeMinor,
    rebate_minor: rebate,
    total_minor: total,
    refunded_minor: order.refundedMinor,
    confirmed_at: order.confirmedAt,
    closed_at: order.closedAt,
    created_at: order.createdAt,
    changed_at: changedAt(order),
  }
}

export const lineRow = (orgId: OrgId, order: PlacedOrder, line: DemoLine, at: number): Row => ({
  org_id: orgId,
  order_id: order.orderId,
  order_line_id: order.lineIds[at] ?? null,
  event_id: order.offer.event_id,
  price_category_id: line.price.price_category_id,
  price_id: line.price.price_id,
  quantity: line.quantity,
  places: line.quantity * line.price.tickets_included,
  price_minor: line.price.price_minor,
  rebate_minor: line.price.rebate_minor,
  service_fee_minor: line.price.service_fee_minor,
  service_tax_minor: line.price.service_tax_minor,
  discount_minor: line.discountMinor,
  created_at: order.createdAt,
})

export const ticketRow = (orgId: OrgId, order: PlacedOrder, line: DemoLine, at: number, ticket: DemoTicket): Row => ({
  org_id: orgId,
  event_id: order.offer.event_id,
  order_id: order.orderId,
  order_line_id: order.lineIds[at] ?? null,
  price_category_id: line.price.price_category_id,
  price_id: line.price.price_id,
  ticket_status_id: ticket.statusId,
  barcode: ticket.barcode,
  refund_id: ticket.statusId === ticketStatus.refunded ? order.refundId : null,
  ticket_name: fullName(order.buyer),
  email_address: order.buyer.email_address,
  price_minor: ticket.priceMinor,
  discount_minor: ticket.discountMinor,
  rebate_minor: ticket.rebateMinor,
  service_fee_minor: ticket.feeMinor,
  service_tax_minor: ticket.taxMinor,
  created_at: order.confirmedAt ?? order.createdAt,
  changed_at: changedAt(order),
})

export const paymentRow = (orgId: OrgId, order: PlacedOrder): Row => ({
  org_id: orgId,
  payment_id: order.paymentId,
  order_id: order.orderId,
  provider: order.method === 'cash' ? 'manual' : 'test',
  idempotency_key: `demo-order-${order.n}`,
  provider_reference: order.method === 'cash' ? null : `demo_order_${order.n}`,
  payment_status: 'succeeded',
  amount_minor: orderTotals(order).total,
  currency: order.offer.currency,
  refunded_minor: order.refundedMinor,
  succeeded_at: order.confirmedAt,
  created_at: order.createdAt,
  changed_at: changedAt(order),
})

export const refundRow = (orgId: OrgId, order: PlacedOrder): Row => ({
  org_id: orgId,
  refund_id: order.refundId,
  payment_id: order.paymentId,
  idempotency_key: `demo-refund-${order.n}`,
  provider_reference: `demo_refund_${order.n}`,
  refund_status: 'succeeded',
  amount_minor: order.refundedMinor,
  reason: order.offer.cancelled_at ? 'event cancelled' : 'asked for by the customer',
  created_at: changedAt(order),
  changed_at: changedAt(order),
})
