import type { OrgId } from '../access/principal.ts'
import { chooseSeats, claimSeats, hasSeats } from '../inventory/choose-seats.ts'
import { holdPlaces, insertHolds, prolongHolds } from '../inventory/hold-places.ts'
import { findOffer, lockPoolOf, type OfferRow } from '../inventory/pool.ts'
import { reclaimExpiredHolds } from '../inventory/reclaim-expired-holds.ts'
import type { Db, Tx } from '../kit/database.ts'
import { ApiError } from '../kit/errors.ts'
import { type Basket, type BasketContents, toBasket } from './basket.ts'
import { expiryAfterChange } from './basket-life.ts'
import { basketRefusal } from './basket-refusal.ts'
import { type BasketItemRow, findBasketSeats, lockBaskets, readBaskets } from './find-baskets.ts'
import { type Channel, offerRefusal } from './offer-refusal.ts'

export type Adding = {
  orgId: OrgId
  basketId: string
  priceId: number
  quantity: number
  /** Which seats, or that we are to choose; null where no seats were asked for. */
  seats: number[] | 'best' | null
  /** Online unless staff sell it. */
  channel?: Channel
}

export const ITEMS_MAX = 100

type Granted = { basket: BasketContents; item: BasketItemRow; seatIds: number[] }

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
): Promise<(Basket | Error)[]> {
  const basketIds = [...new Set(addings.map(({ basketId }) => basketId))]
  const [, , itemIds, [found]] = await Promise.all([
    lockBaskets(orgId, tx, basketIds),
    lockPoolOf(orgId, tx, priceId),
    drawItemIds(tx, addings.length),
    findOffer(orgId, tx, { now, expired: false }, priceId),
  ])
  const baskets = await readBaskets(orgId, tx, basketIds)
  const seated = found !== undefined && (await hasSeats(orgId, tx, found))
  const stock = new Stock(orgId, tx, now, found)
  if (seated) await stock.reclaim()
  const granted: Granted[] = []
  const outs: (Granted | Error)[] = []
  for (const [index, adding] of addings.entries()) {
    const basket = baskets.get(adding.basketId)
    const refusal =
      basketRefusal(basket, now) ??
      offerRefusal(stock.offer, now, adding.channel) ??
      fitRefusal(basket, adding, stock.offer)
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
  if (stock.offer && granted.length > 0) await write(orgId, tx, now, stock.offer, granted)
  if (seated && granted.length > 0) await showSeats(orgId, tx, granted)
  return outs.map((out) => (out instanceof Error ? out : toBasket(orgId, out.basket, now)))
}

const eventOf = ({ event_id, currency, reserved_seating }: OfferRow) => ({ event_id, currency, reserved_seating })

/** What is left of the pool while a batch is being granted. */
class Stock {
  offer: OfferRow | undefined
  readonly #chosen = new Set<number>()
  readonly #at: { orgId: OrgId; tx: Tx; now: Date }
  #reclaimed = false

  constructor(orgId: OrgId, tx: Tx, now: Date, offer: OfferRow | undefined) {
    this.#at = { orgId, tx, now }
    this.offer = offer
  }

  /** Gives the pool what expired holds still count as held. Once a batch is enough: the clock stands still in it. */
  async reclaim(): Promise<void> {
    const { orgId, tx, now } = this.#at
    if (!this.offer || this.#reclaimed) return
    this.#reclaimed = true
    const before = this.offer
    await reclaimExpiredHolds(orgId, tx, before.price_category_id, now)
    const [after] = await findOffer(orgId, tx, { now, expired: false }, before.price_id)
    const taken = this.#taken
    this.offer = after && { ...after, places_left: after.places_left - taken }
  }

  #taken = 0

  /** The seats that it got; none in a pool without seats. */
  async take(adding: Adding, places: number, seated: boolean): Promise<number[] | ApiError> {
    const { orgId, tx } = this.#at
    if (this.offer && places > this.offer.places_left) await this.reclaim()
    const { offer } = this
    if (!offer || places > offer.places_left) return soldOut(offer)
    const wish = { seatIds: Array.isArray(adding.seats) ? adding.seats : null, places }
    const seatIds = seated ? await chooseSeats(orgId, tx, offer, wish, this.#chosen) : []
    if (seatIds instanceof Error) return seatIds
    for (const seatId of seatIds) this.#chosen.add(seatId)
    this.#taken += places
    this.offer = { ...offer, places_left: offer.places_left - places }
    return seatIds
  }
}

export const soldOut = (offer: OfferRow | undefined): ApiError =>
  new ApiError('sold_out', {
    available: Math.max(0, Math.floor((offer?.places_left ?? 0) / (offer?.tickets_included ?? 1))),
  })

function fitRefusal(basket: BasketContents | undefined, adding: Adding, offer: OfferRow | undefined): ApiError | null {
  const eventId = basket?.row.event_id ?? null
  if (offer && eventId !== null && eventId !== offer.event_id) return new ApiError('basket_event_mismatch')
  if ((basket?.items.length ?? 0) >= ITEMS_MAX) {
    return new ApiError('state_conflict', { message: `A basket holds ${ITEMS_MAX} items at most.` })
  }
  const places = adding.quantity * (offer?.tickets_included ?? 1)
  return places > 10_000 ? invalid('quantity', 'quantity is more than an item can hold.') : null
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
  select nextval(pg_get_serial_sequence('basket_items', 'basket_item_id')) as id
  from generate_series(1, ${count}::integer)`

async function write(orgId: OrgId, tx: Tx, now: Date, offer: OfferRow, granted: Granted[]): Promise<void> {
  const pool = {
    priceCategoryId: offer.price_category_id,
    priceId: offer.price_id,
    limited: offer.limit_places !== null,
  }
  const places = granted.reduce((sum, { item }) => sum + item.places, 0)
  const holds = granted.map(({ basket, item }) => ({
    basketId: basket.row.basket_id,
    basketItemId: item.basket_item_id,
    places: item.places,
    expiresAt: basket.row.expires_at,
  }))
  const older = granted.filter(({ basket, item }) => basket.items[0]?.basket_item_id !== item.basket_item_id)
  await Promise.all([
    insertItems(orgId, tx, now, offer, granted),
    touchBaskets(orgId, tx, now, granted),
    ...holdPlaces(orgId, tx, pool, places),
    insertHolds(orgId, tx, now, pool, holds),
    ...(older.length > 0
      ? prolongHolds(
          orgId,
          tx,
          older.map(({ basket }) => ({ basketId: basket.row.basket_id, expiresAt: basket.row.expires_at })),
        )
      : []),
  ])
  const claims = granted.flatMap(({ basket, item, seatIds }) =>
    seatIds.map((seatId) => ({
      basketId: basket.row.basket_id,
      basketItemId: item.basket_item_id,
      seatId,
      expiresAt: basket.row.expires_at,
    })),
  )
  if (claims.length === 0) return
  const lost = await claimSeats(orgId, tx, now, offer.event_id, claims)
  if (lost.length > 0) throw new ApiError('seat_taken', { param: 'seat_ids', seat_ids: lost })
}

const insertItems = (orgId: OrgId, sql: Db, now: Date, offer: OfferRow, granted: Granted[]) => sql`
  insert into basket_items (
    org_id, basket_id, basket_item_id, event_id, price_category_id, price_id, quantity, places, price_minor, rebate_minor,
    service_fee_minor, service_tax_minor, created_at, changed_at
  )
  select ${orgId}, basket_id, basket_item_id, ${offer.event_id}, ${offer.price_category_id}, ${offer.price_id}, quantity,
    places, ${offer.price_minor}, ${offer.rebate_minor}, ${offer.service_fee_minor}, ${offer.service_tax_minor}, ${now}, ${now}
  from unnest(
    ${granted.map(({ item }) => item.basket_id)}::uuid[],
    ${granted.map(({ item }) => item.basket_item_id)}::bigint[],
    ${granted.map(({ item }) => item.quantity)}::integer[],
    ${granted.map(({ item }) => item.places)}::integer[]
  ) as added (basket_id, basket_item_id, quantity, places)`

const touchBaskets = (orgId: OrgId, sql: Db, now: Date, granted: Granted[]) => sql`
  update baskets b
  set event_id = t.event_id, expires_at = t.expires_at, changed_at = ${now}
  from unnest(
    ${granted.map(({ item }) => item.basket_id)}::uuid[],
    ${granted.map(({ item }) => item.event_id)}::bigint[],
    ${granted.map(({ basket }) => basket.row.expires_at.toISOString())}::timestamptz[]
  ) as t (basket_id, event_id, expires_at)
  where b.org_id = ${orgId}
    and b.basket_id = t.basket_id`

async function showSeats(orgId: OrgId, tx: Tx, granted: Granted[]): Promise<void> {
  const seats = await findBasketSeats(
    orgId,
    tx,
    granted.map(({ basket }) => basket.row.basket_id),
  )
  const seatsOf = Map.groupBy(seats, ({ basket_id }) => basket_id)
  for (const { basket } of granted) basket.seats = seatsOf.get(basket.row.basket_id) ?? []
}
