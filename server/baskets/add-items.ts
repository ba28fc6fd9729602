import type { OrgId } from '../access/principal.ts'
import { hasSeats } from '../inventory/choose-seats.ts'
import { findOffer, lockPoolOf, type OfferRow } from '../inventory/pool.ts'
import type { Batch } from '../kit/begin-batch.ts'
import type { Db, Tx } from '../kit/database.ts'
import { ApiError } from '../kit/errors.ts'
import { type Basket, type BasketContents, toBasket } from './basket.ts'
import { boundRefusal } from './basket-bounds.ts'
import { expiryAfterChange } from './basket-life.ts'
import { basketRefusal } from './basket-refusal.ts'
import { type BasketItemRow, findBasketSeats, lockBaskets, readBaskets } from './find-baskets.ts'
import { type Channel, offerRefusal } from './offer-refusal.ts'
import { Stock } from './stock.ts'
import { claimGranted, storeItems } from './store-items.ts'

export type Adding = {
  orgId: OrgId
  basketId: string
  priceId: number
  quantity: number
  /** Which seats, or that we are to choose; null where no seats were asked for. */
  seats: number[] | 'best' | null
  /** Where we are to choose, if not anywhere. */
  sectionId?: number | null
  /** Online unless staff sell it. */
  channel?: Channel
  /** Asked for with a publishable key. */
  publicOnly?: boolean
}

export type Granted = { basket: BasketContents; item: BasketItemRow; seatIds: number[] }

/**
 * Adds items of one price to baskets, in the order of arrival, as far as the places go: the whole batch under one lock of
 * the pool and in one commit. Who is refused takes nothing and stands in nobody's way.
 */
export async function addItems(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  priceId: number,
  addings: Adding[],
): Promise<Batch<(Basket | Error)[]>> {
  const basketIds = [...new Set(addings.map(({ basketId }) => basketId))]
  // Sent in this order, without waiting for each other: what is read is as it is under the locks.
  const [, , itemIds, [found], baskets] = await Promise.all([
    lockBaskets(orgId, tx, basketIds).execute(),
    lockPoolOf(orgId, tx, priceId).execute(),
    drawItemIds(tx, addings.length).execute(),
    findOffer(orgId, tx, { now, expired: false }, priceId).execute(),
    readBaskets(orgId, tx, basketIds),
  ])
  const seated = found !== undefined && (await hasSeats(orgId, tx, found))
  const stock = new Stock(orgId, tx, now, found)
  if (seated) await stock.reclaim()
  const granted: Granted[] = []
  const outs: (Granted | Error)[] = []
  for (const [index, adding] of addings.entries()) {
    const basket = baskets.get(adding.basketId)
    const refusal =
      basketRefusal(basket, now) ?? offerRefusal(stock.offer, now, adding) ?? fitRefusal(basket, adding, stock.offer)
    if (refusal || !basket || !stock.offer) {
      outs.push(refusal ?? new ApiError('resource_missing'))
      continue
    }
    const places = adding.quantity * stock.offer.tickets_included
    const seatIds = seatRefusal(adding, places, seated) ?? (await stock.take(adding, places, seated))
    if (seatIds instanceof Error) {
      outs.push(seatIds)
      continue
    }
    const item = newItem(basket, itemIds[index]?.id ?? 0, adding.quantity, places, stock.offer)
    const grant = { basket, item, seatIds }
    basket.items = [...basket.items, item]
    basket.row = { ...basket.row, ...eventOf(stock.offer), expires_at: expiryAfterChange(basket.row.created_at, now) }
    granted.push(grant)
    outs.push(grant)
  }
  const stored = stock.offer && granted.length > 0 ? storeItems(orgId, tx, now, stock.offer, granted) : []
  if (seated && stock.offer) {
    // Whether a seat was still free is only known once it is claimed.
    await Promise.all(stored)
    await claimGranted(orgId, tx, now, stock.offer, granted)
    await showSeats(orgId, tx, granted)
  }
  const answer = outs.map((out) => (out instanceof Error ? out : toBasket(orgId, out.basket, now)))
  return { last: seated ? [] : stored, answer }
}

const eventOf = ({ event_id, currency, reserved_seating }: OfferRow) => ({ event_id, currency, reserved_seating })

function fitRefusal(basket: BasketContents | undefined, adding: Adding, offer: OfferRow | undefined): ApiError | null {
  const eventId = basket?.row.event_id ?? null
  if (offer && eventId !== null && eventId !== offer.event_id) return new ApiError('basket_event_mismatch')
  return boundRefusal(basket?.items ?? [], adding.quantity * (offer?.tickets_included ?? 1))
}

const invalid = (param: string, message: string) => new ApiError('parameter_invalid', { param, message })

/** What was said about seats must be what the price needs to know. */
function seatRefusal({ seats }: Adding, places: number, seated: boolean): ApiError | undefined {
  if (!seated) return seats === null ? undefined : invalid('seat_ids', 'This price has no seats to choose from.')
  if (seats === null) {
    const message = 'Send seat_ids, or best_available for seats side by side.'
    return new ApiError('parameter_missing', { param: 'seat_ids', message })
  }
  if (seats === 'best' || seats.length === places) return undefined
  return invalid('seat_ids', `seat_ids must name ${places} seats, one for each ticket.`)
}

const newItem = (basket: BasketContents, id: number, quantity: number, places: number, offer: OfferRow) =>
  ({
    basket_id: basket.row.basket_id,
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

/** Drawn ahead, so that the item and its hold go to the database together. */
const drawItemIds = (sql: Db, count: number) => sql<{ id: number }[]>`
  select nextval('basket_items_basket_item_id_seq') as id
  from generate_series(1, ${count}::integer)`

async function showSeats(orgId: OrgId, tx: Tx, granted: Granted[]): Promise<void> {
  if (granted.length === 0) return
  const seats = await findBasketSeats(
    orgId,
    tx,
    granted.map(({ basket }) => basket.row.basket_id),
  )
  const seatsOf = Map.groupBy(seats, ({ basket_id }) => basket_id)
  for (const { basket } of granted) basket.seats = seatsOf.get(basket.row.basket_id) ?? []
}
