import type { PaymentDeps } from '../../payments/payments/providers.ts'
import { ApiError, invalidParameters } from '../../platform/http/errors.ts'
import { StockError } from '../../programme/stock/errors.ts'
import type { OrderRow } from '../../tickets/orders/order.ts'
import { basketRefusal } from '../baskets/basket-state.ts'
import type { BasketContents } from '../baskets/find-baskets.ts'
import { SaleError } from '../errors.ts'
import { amountsOf, type InvoiceRule } from './amounts-of-order.ts'
import type { BasketBeingPaid, LiveEvent } from './draft-orders.ts'
import { draftPayment, isAtCounter, type PaymentRules, refuseReaderOnline } from './draft-payment.ts'
import { type AskedQuestion, readDetails } from './holders.ts'
import { type DrawnLine, newOrder, orderLines } from './order-rows.ts'
import type { CheckoutRequest, DraftedOrder } from './stages.ts'

/** What was read under the locks. */
type Rows = {
  baskets: Map<string, BasketContents>
  liveEvents: Map<number, LiveEvent>
  /** By event, of those that ask some. */
  questions: Map<number, AskedQuestion[]>
  /** From attempts before, whose payments failed. */
  orders: Map<number, OrderRow>
  holds: Map<string, unknown[]>
  itemIds: Map<number, DrawnLine>
  /** For memberships. */
  lineIds: Iterator<number, undefined>
  payee: PaymentRules & InvoiceRule
}

/**
 * The order as it will be; throws an ApiError if there can be none. The first of two requests for one basket wins; the other finds it being
 * paid.
 */
export function draftOrder(
  { payments }: PaymentDeps,
  rows: Rows,
  request: CheckoutRequest,
  ids: { order_id: number; payment_id: number },
  now: Date,
): DraftedOrder | BasketBeingPaid {
  refuseReaderOnline(request)
  const basket = rows.baskets.get(request.basketId)
  if (basket?.row.basket_status === 'paying') return { payingOrderId: orderOf(basket) }
  const { contents, currency, event } = requireSellable(rows, basket, request.basketId, now)
  const { row, items } = contents
  requireAcceptedTerms(request, row.terms_version)
  const amounts = amountsOf(contents, currency, request, { lineIds: rows.lineIds, invoice: rows.payee, now })
  if (amounts.chargedMinor > 0 && request.paymentMethod === null) {
    throw new ApiError('parameter_missing', { param: 'payment_method', message: 'payment_method is missing.' })
  }
  const details = requireDetails(rows, event, contents, request)
  const earlier = row.order_id === null ? undefined : rows.orders.get(row.order_id)
  const eventId = items.length === 0 ? null : row.event_id
  const order = newOrder(request, earlier ?? ids, { eventId, currency, amounts, answers: details.answers }, now)
  const lines = orderLines(order.order_id, contents, currency, {
    cost: amounts.cost,
    holders: details.holders,
    ids: rows.itemIds,
  })
  const payment =
    amounts.chargedMinor === 0
      ? null
      : draftPayment(payments, rows.payee, {
          request,
          orderId: order.order_id,
          paymentId: ids.payment_id,
          amountMinor: amounts.chargedMinor,
          currency,
          startsAt: event?.starts_at ?? null,
          memberships: amounts.memberships,
          now,
        })
  markAsPaying(contents, order)
  return {
    request,
    basket: contents,
    eventId,
    eventCap: event?.max_per_customer ?? null,
    order,
    tax: amounts.cost.tax,
    lines,
    memberships: amounts.memberships,
    payment,
    redrafted: earlier !== undefined,
  }
}

function orderOf({ row }: BasketContents): number {
  if (row.order_id === null) throw new Error(`basket ${row.basket_id} is being paid, and has no order`)
  return row.order_id
}

/** An open basket with something in it, whose event is on sale and whose places are still held. */
function requireSellable(
  { liveEvents, holds }: Rows,
  basket: BasketContents | undefined,
  basketId: string,
  now: Date,
): { contents: BasketContents; currency: string; event: LiveEvent | undefined } {
  const refusal = basketRefusal(basket, now)
  if (refusal) throw refusal
  if (!basket) throw new ApiError('resource_missing')
  const { row, items, memberships } = basket
  if (items.length + memberships.length === 0 || row.currency === null) {
    throw new ApiError('state_conflict', { message: 'The basket is empty.' })
  }
  const event = items.length === 0 || row.event_id === null ? undefined : liveEvents.get(row.event_id)
  if (!event && items.length > 0) throw new StockError('price_unavailable', { message: 'The event is not on sale.' })
  // A hold that is missing was reclaimed by a process whose clock is ahead: the basket has expired after all.
  const heldItems = holds.get(basketId)?.length ?? 0
  const areHeld = heldItems === items.length && memberships.every((membership) => membership.holds_place)
  if (!areHeld) throw new SaleError('basket_expired')
  return { contents: basket, currency: row.currency, event }
}

/** A buyer online agrees to the present terms, where the organisation asks for it. A renewal was agreed to before. */
function requireAcceptedTerms(request: CheckoutRequest, present: number | null): void {
  if (isAtCounter(request) || request.means || present === null) return
  const accepted = request.termsVersion ?? null
  if (accepted === present) return
  if (accepted === null) {
    throw new ApiError('parameter_missing', {
      param: 'terms_version',
      message: 'The buyer has to agree to the terms.',
    })
  }
  throw new ApiError('parameter_invalid', {
    param: 'terms_version',
    message: `The terms have changed: the present version is ${present}.`,
  })
}

const NOTHING_ASKED = { holderNames: 'none' as const, questions: [] }

/** The holders and answers that the event asks for. */
function requireDetails(
  { questions }: Rows,
  event: LiveEvent | undefined,
  { items }: BasketContents,
  request: CheckoutRequest,
) {
  const asking = event
    ? { holderNames: event.holder_names, questions: questions.get(event.event_id) ?? [] }
    : NOTHING_ASKED
  const tickets = items.reduce((sum, { places }) => sum + places, 0)
  const details = readDetails(asking, request.details, tickets)
  if ('problems' in details) throw invalidParameters(details.problems)
  return details
}

/** A caller that asks for the same basket again in this batch finds it as it will be. */
function markAsPaying(basket: BasketContents, { order_id, order_uuid }: OrderRow): void {
  basket.row = { ...basket.row, basket_status: 'paying', order_id, order_uuid, order_status: 'pending' }
}
