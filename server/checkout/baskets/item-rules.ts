import type { Audience, View } from '../../access/authenticate/audience.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { PlatformDeps } from '../../platform/operation.ts'
import { eventStatus } from '../../programme/statuses.ts'
import { StockError } from '../../programme/stock/errors.ts'
import type { OfferRow } from '../../programme/stock/pool.ts'
import { SaleError } from '../errors.ts'
import type { RequestedItem } from './requested-items.ts'

/** Why a requested item cannot be granted, apart from the places that are left. */

export type Channel = 'online' | 'boxoffice'

/**
 * Who asks. To the public, events that are not public do not exist; and `addressHash` is that by which is counted what an
 * address holds; null where the organisation itself asks, which is not bound.
 */
export type BasketCaller = {
  channel?: Channel | undefined
  audience: Audience
  addressHash: string | null
}

/** The public buys what it can see, and is told apart by address. */
export const basketCallerOf = (
  { orgId, audience, address }: View,
  { seal }: Pick<PlatformDeps, 'seal'>,
): BasketCaller => ({
  audience,
  addressHash: audience === 'public' ? seal.fingerprint(address, `holds of ${orgId}`) : null,
})

/** Why a price cannot be bought at this moment. */
export function offerRefusal(
  offer: OfferRow | undefined,
  now: Date,
  { channel = 'online', audience }: BasketCaller,
): ApiError | null {
  if (!offer || (audience === 'public' && !offer.public_event))
    return new ApiError('resource_missing', { param: 'price_id', message: 'There is no such price.' })
  const refuse = (message: string) => new StockError('price_unavailable', { param: 'price_id', message })
  if (offer.event_status_id !== eventStatus.live) return refuse('The event is not on sale.')
  if (offer.price_category_status !== 'active' || offer.price_status !== 'active')
    return refuse('The price is not on sale.')
  if (channel === 'online' && !offer.show_online) return refuse('The price is not sold online.')
  if (channel === 'boxoffice' && !offer.show_boxoffice) return refuse('The price is not sold at the box office.')
  if (offer.available_from !== null && offer.available_from > now) return refuse('The sale has not begun.')
  if (offer.sold_until <= now) return refuse('The sale has ended.')
  return null
}

const ITEMS_MAX = 100
/** What a hundred items of a hundred units come to; group prices reach it sooner. All of it is signed and sold in one go. */
const TICKETS_MAX = 10_000

/** Why a basket cannot hold so many tickets, beside those of its other items. */
export function boundRefusal(others: { places: number }[], places: number): ApiError | null {
  const refuse = (message: string) => new ApiError('state_conflict', { message })
  if (others.length >= ITEMS_MAX) return refuse(`A basket holds ${ITEMS_MAX} items at most.`)
  const tickets = others.reduce((sum, item) => sum + item.places, places)
  return tickets > TICKETS_MAX ? refuse(`A basket holds ${TICKETS_MAX} tickets at most.`) : null
}

/** What a basket has of a price. */
export type UnitsOfPrice = { price_id: number; quantity: number; places: number }

/** Why one order cannot have so many units of a price, beside those of its other items. Staff may sell more. */
export function orderCapRefusal(
  others: UnitsOfPrice[],
  quantity: number,
  { price_id, max_per_order }: OfferRow,
  channel: Channel = 'online',
): ApiError | null {
  if (max_per_order === null || channel === 'boxoffice') return null
  const units = others.reduce((sum, item) => sum + (item.price_id === price_id ? item.quantity : 0), quantity)
  if (units <= max_per_order) return null
  const message = `One order can have ${max_per_order} of this price at most.`
  return new StockError('max_per_order', { param: 'quantity', message, max_per_order })
}

/** Why a requested item does not go with what is in the basket, or stands before it in the same list, or with its price. */
export function fitRefusal(
  basket: { event_id: number | null; currency: string | null; has_memberships: boolean },
  others: UnitsOfPrice[],
  requestedItem: RequestedItem,
  offer: OfferRow,
  { channel }: BasketCaller,
): ApiError | null {
  if (basket.event_id !== null && basket.event_id !== offer.event_id) return new SaleError('basket_event_mismatch')
  if (basket.has_memberships && basket.currency !== offer.currency) return otherCurrency()
  return (
    boundRefusal(others, requestedItem.quantity * offer.tickets_included) ??
    orderCapRefusal(others, requestedItem.quantity, offer, channel) ??
    seatRefusal(offer, requestedItem)
  )
}

/** One charge is of one currency. */
export const otherCurrency = () =>
  new ApiError('state_conflict', { message: 'The event is not sold in the currency of the memberships.' })

const invalid = (param: string, message: string) => new ApiError('parameter_invalid', { param, message })

/** What was said about seats must be what the price needs to know. */
function seatRefusal(offer: OfferRow, { seats, quantity }: RequestedItem): ApiError | null {
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
