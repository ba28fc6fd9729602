import type { GivenAnswer } from '../../programme/questions/answer.ts'
import type { OrderRow } from '../../tickets/orders/order.ts'
import type { Cost } from '../baskets/cost-of-basket.ts'
import type { BasketContents } from '../baskets/find-baskets.ts'
import type { OrderAmounts } from './amounts-of-order.ts'
import type { TicketHolder } from './holders.ts'
import { newOrderUuid } from './own-order.ts'
import type { CheckoutRequest, OrderLine } from './stages.ts'

/** The ids of a line and of its tickets. */
export type DrawnLine = { order_line_id: number; ticket_ids: number[] }

/** A line for each item of the basket. Holders are in the order of the tickets of all lines. */
export function orderLines(
  orderId: number,
  { row, items }: BasketContents,
  currency: string,
  { cost, holders, ids }: { cost: Cost; holders: TicketHolder[] | null; ids: Map<number, DrawnLine> },
): OrderLine[] {
  let firstTicket = 0
  return items.map((item, index) => {
    const drawn = ids.get(item.basket_item_id)
    if (!drawn) throw new Error(`no ids were drawn for item ${item.basket_item_id}`)
    const itsHolders = holders?.slice(firstTicket, firstTicket + item.places) ?? null
    firstTicket += item.places
    return {
      ...drawn,
      order_id: orderId,
      event_id: item.event_id,
      price_category_id: item.price_category_id,
      category_title: item.price_category_title,
      section_label: item.section_label,
      gate: item.gate,
      entrance: item.entrance,
      price_id: item.price_id,
      price_title: item.title,
      quantity: item.quantity,
      places: item.places,
      price_minor: item.price_minor,
      rebate_minor: item.rebate_minor,
      service_fee_minor: item.service_fee_minor,
      service_tax_minor: item.service_tax_minor,
      discount_minor: cost.lineDiscounts[index] ?? 0,
      tax: cost.tax.lines[index] ?? null,
      currency,
      reserved_seating: row.reserved_seating,
      holders: itsHolders,
    }
  })
}

/** Of the order of an attempt before, or of one that is new. */
type OrderIds = { order_id: number; order_uuid?: string; created_at?: Date }

type NewOrder = {
  eventId: number | null
  currency: string
  amounts: OrderAmounts
  answers: GivenAnswer[] | null
}

export const newOrder = (
  { buyer, mark, channel = 'online' }: CheckoutRequest,
  ids: OrderIds,
  { eventId, currency, amounts: { cost, creditMinor, owedMinor }, answers }: NewOrder,
  now: Date,
): OrderRow => ({
  order_id: ids.order_id,
  order_uuid: ids.order_uuid ?? newOrderUuid(mark),
  event_id: eventId,
  user_id: null,
  order_status: 'pending',
  sales_channel: channel,
  first_name: buyer.first_name,
  last_name: buyer.last_name,
  email_address: buyer.email,
  mobile_number: buyer.mobile_number,
  postcode: buyer.postcode,
  country_id: buyer.country_id,
  marketing_opt_in: buyer.marketing_emails,
  payment_method: null,
  currency,
  price_minor: cost.price_minor,
  discount_minor: cost.discount_minor,
  service_fee_minor: cost.service_fee_minor,
  service_tax_minor: cost.service_tax_minor,
  transaction_fee_minor: cost.transaction_fee_minor,
  rebate_minor: cost.rebate_minor,
  total_minor: cost.total_minor,
  added_tax_minor: cost.tax.order.added_tax_minor,
  taxes: cost.tax.order.taxes,
  refunded_minor: 0,
  credit_minor: creditMinor,
  owed_minor: owedMinor,
  answers,
  created_at: ids.created_at ?? now,
  changed_at: now,
})
