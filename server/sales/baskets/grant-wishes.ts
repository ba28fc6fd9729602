import { ApiError } from '../../platform/http/errors.ts'
import type { OfferRow } from '../../programme/stock/pool.ts'
import { SaleError } from '../errors.ts'
import type { BasketContents } from './basket.ts'
import { boundRefusal } from './basket-bounds.ts'
import type { BasketItemRow } from './find-baskets.ts'
import { type Asker, offerRefusal } from './offer-refusal.ts'
import type { Stock, Taken } from './stock.ts'
import { refusalAt, type Wish } from './wishes.ts'

export type GrantedItem = Taken & { wish: Wish; item: BasketItemRow }

export type Granting = { stock: Stock; now: Date; asker: Asker; itemIds: Iterator<number> }

/** All wishes of one request, or the reason why one of them cannot be granted; then none of them takes anything. */
export async function grantWishes(
  { row, items }: BasketContents,
  wishes: Wish[],
  { stock, now, asker, itemIds }: Granting,
): Promise<GrantedItem[] | ApiError> {
  const granted: GrantedItem[] = []
  let eventId = row.event_id
  for (const wish of wishes) {
    const offer = stock.offer(wish.priceId)
    const others = [...items, ...granted.map(({ item }) => item)]
    const refusal = offerRefusal(offer, now, asker) ?? fitRefusal(eventId, others, wish, offer as OfferRow)
    const taken = refusal ?? (await stock.take(offer as OfferRow, wish))
    if (taken instanceof Error) {
      for (const one of granted) stock.putBack(one)
      return refusalAt(wish, taken)
    }
    eventId = taken.offer.event_id
    granted.push({ ...taken, wish, item: newItem(row.basket_id, itemIds.next().value, wish.quantity, taken) })
  }
  return granted
}

/** Why a wish does not go with what is in the basket, or stands before it in the same list, or with its price. */
export function fitRefusal(
  eventId: number | null,
  others: { places: number }[],
  wish: Wish,
  offer: OfferRow,
): ApiError | null {
  if (eventId !== null && eventId !== offer.event_id) return new SaleError('basket_event_mismatch')
  return boundRefusal(others, wish.quantity * offer.tickets_included) ?? seatRefusal(offer, wish)
}

const invalid = (param: string, message: string) => new ApiError('parameter_invalid', { param, message })

/** What was said about seats must be what the price needs to know. */
function seatRefusal(offer: OfferRow, { seats, quantity }: Wish): ApiError | null {
  if (!offer.has_seats) {
    if (seats === null) return null
    return invalid(seats === 'best' ? 'best_available' : 'seat_ids', 'This price has no seats to choose from.')
  }
  if (seats === null) {
    const message = 'Send seat_ids, or best_available for seats side by side.'
    return new ApiError('parameter_missing', { param: 'seat_ids', message })
  }
  const places = quantity * offer.tickets_included
  if (seats === 'best' || seats.length === places) return null
  return invalid('seat_ids', `seat_ids must name ${places} seats, one for each ticket.`)
}

const newItem = (basketId: string, id: number, quantity: number, { offer, places }: Taken) =>
  ({
    basket_id: basketId,
    basket_item_id: id,
    event_id: offer.event_id,
    price_category_id: offer.price_category_id,
    price_category_title: offer.price_category_title,
    section_label: offer.section_label,
    price_id: offer.price_id,
    title: offer.title,
    membership_type_id: offer.membership_type_id,
    quantity,
    places,
    price_minor: offer.price_minor,
    rebate_minor: offer.rebate_minor,
    service_fee_minor: offer.service_fee_minor,
    service_tax_minor: offer.service_tax_minor,
  }) satisfies BasketItemRow
