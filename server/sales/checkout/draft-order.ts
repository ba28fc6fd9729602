import type { Deps } from '../../operation.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { StockError } from '../../programme/stock/errors.ts'
import { type BasketContents, ruleOf } from '../baskets/basket.ts'
import { basketRefusal } from '../baskets/basket-refusal.ts'
import { type Totals, totalsOf } from '../baskets/totals.ts'
import { SaleError } from '../errors.ts'
import type { OrderRow } from '../orders/order.ts'
import { amountNotChargeable } from '../payments/provider.ts'
import { lineOf } from './order-tickets.ts'
import { newOrderUuid, newPaymentKey } from './own-order.ts'
import type { Draft, PaymentToMake, Started, Starting } from './starting.ts'

/** What was read under the locks. */
export type Known = {
  baskets: Map<string, BasketContents>
  liveEvents: Set<number>
  orders: Map<number, OrderRow>
  holds: Map<string, unknown[]>
  ids: Map<number, { order_line_id: number; ticket_ids: number[] }>
}

/** The order as it will be, or why there can be none. The first of two requests for one basket wins; the other finds it paying. */
export function draftOrder(
  { payments }: Pick<Deps, 'payments'>,
  { baskets, liveEvents, orders, holds, ids: drawn }: Known,
  starting: Starting,
  ids: { order_id: number; payment_id: number },
  account: string | null,
  now: Date,
): Draft | Started | ApiError {
  const { orgId, basketId, paymentMethod } = starting
  const basket = baskets.get(basketId)
  if (basket?.row.basket_status === 'paying') return { kind: 'paying', orderId: basket.row.order_id ?? ids.order_id }
  const refusal = basketRefusal(basket, now)
  if (refusal || !basket) return refusal ?? new ApiError('resource_missing')
  const { row, items } = basket
  const { event_id: eventId, currency } = row
  if (items.length === 0 || eventId === null || currency === null) {
    return new ApiError('state_conflict', { message: 'The basket is empty.' })
  }
  if (!liveEvents.has(eventId)) return new StockError('price_unavailable', { message: 'The event is not on sale.' })
  // A hold that is missing was reclaimed by somebody whose clock is ahead: the basket has expired after all.
  if (holds.get(basketId)?.length !== items.length) return new SaleError('basket_expired')
  const totals = totalsOf(items, ruleOf(row))
  if (totals.total_minor > 0 && paymentMethod === null) {
    return new ApiError('parameter_missing', { param: 'payment_method', message: 'payment_method is missing.' })
  }
  const earlier = row.order_id === null ? undefined : orders.get(row.order_id)
  const order = newOrder(
    starting,
    { eventId, currency, totals, earlier, orderId: earlier?.order_id ?? ids.order_id },
    now,
  )
  const lines = items.map((item, place) => ({
    ...lineOf(item, order.order_id, { currency, reserved_seating: row.reserved_seating }),
    order_line_id: drawn.get(item.basket_item_id)?.order_line_id ?? 0,
    discount_minor: totals.lineDiscounts[place] ?? 0,
  }))
  let payment: PaymentToMake | null = null
  if (totals.total_minor > 0) {
    const chosen =
      starting.channel === 'boxoffice'
        ? { provider: payments.byName('manual'), account: null }
        : payments.forOrganisation(account)
    if (!chosen.provider.takes(totals.total_minor, currency)) {
      const { code, declineCode, message } = amountNotChargeable(currency)
      return new SaleError(code, { message, decline_code: declineCode })
    }
    payment = {
      orgId,
      paymentId: ids.payment_id,
      orderId: order.order_id,
      basketId,
      provider: chosen.provider.name,
      account: chosen.account,
      idempotencyKey: newPaymentKey(starting.mark),
      paymentMethod: paymentMethod ?? '',
      amountMinor: totals.total_minor,
      currency,
      createdAt: now,
      tickets: {
        lines,
        ids: items.map(({ basket_item_id }) => drawn.get(basket_item_id)?.ticket_ids ?? []),
      },
    }
  }
  // Whoever asks for the same basket again in this batch finds it as it will be.
  basket.row = {
    ...row,
    basket_status: 'paying',
    order_id: order.order_id,
    order_uuid: order.order_uuid,
    order_status: 'pending',
  }
  return { starting, basket, order, lines, payment, again: earlier !== undefined }
}

type NewOrder = {
  totals: Totals
  eventId: number
  currency: string
  earlier: OrderRow | undefined
  orderId: number
}

const newOrder = (
  { buyer, mark, channel = 'online' }: Starting,
  { eventId, currency, totals, earlier, orderId }: NewOrder,
  now: Date,
): OrderRow => ({
  order_id: orderId,
  order_uuid: earlier?.order_uuid ?? newOrderUuid(mark),
  event_id: eventId,
  user_id: null,
  order_status: 'pending',
  sales_channel: channel,
  first_name: buyer.first_name,
  last_name: buyer.last_name,
  email_address: buyer.email,
  mobile_number: buyer.mobile_number,
  postcode: buyer.postcode,
  country_id: null,
  marketing_opt_in: buyer.marketing_emails,
  payment_method: null,
  currency,
  price_minor: totals.price_minor,
  discount_minor: totals.discount_minor,
  service_fee_minor: totals.service_fee_minor,
  service_tax_minor: totals.service_tax_minor,
  transaction_fee_minor: 0,
  total_minor: totals.total_minor,
  refunded_minor: 0,
  created_at: earlier?.created_at ?? now,
  changed_at: now,
})
