import type { Language } from '../../../faces/kit/languages.ts'
import type { OrgId } from '../../access/principal.ts'
import { type Batch, sendTogether } from '../../platform/batches/begin-batch.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Keyed, Replay } from '../../platform/idempotency/keyed-batch.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { findOffers, lockPoolsOf, type OfferRow } from '../../programme/stock/pool.ts'
import { serviceTaxOf } from '../../programme/tax-rates/unit-tax.ts'
import { prolongSeasonPlaces } from '../membership-sale/hold-season-places.ts'
import { type Basket, toBasket } from './basket.ts'
import { type BasketDiscount, discountsByCode, findDiscounts, notForEvent } from './basket-discount.ts'
import { basketRefusal, expiryAfterChange, HOLD_MS } from './basket-state.ts'
import {
  type BasketContents,
  type BasketItemRow,
  type BasketRow,
  contentsOf,
  findBasketItems,
  findBasketSeats,
  findBaskets,
  lockBaskets,
  membershipsIn,
} from './find-baskets.ts'
import { findAddressCap, findHeldPlaces, HeldPlaces, lockAddresses } from './held-places.ts'
import { type BasketCaller, fitRefusal, offerRefusal } from './item-rules.ts'
import { type RequestedItem, refusalAt } from './requested-items.ts'
import { Stock, type StockTaken } from './stock.ts'
import { claimGrantedSeats, storeFilled } from './store-filled.ts'
import { ruleOf } from './totals.ts'
import { type FeeSetting, findFeeSetting } from './transaction-fee.ts'

/** What one request puts into a basket that is there, or into one that it opens. */
export type BasketRequest = BasketCaller & {
  /** Of the buyer who reads the answer. */
  language?: Language | undefined
  orgId: OrgId
  basketId: string
  /** It opens the basket, with a discount code or without. */
  opening?: { code: string | null }
  requestedItems: RequestedItem[]
}

/** The part of the sale engine that baskets use; checkout has the rest of it, and makes it. */
export type BasketFiller = {
  /** Opens a basket and fills it, holding its places, together with others. */
  fill(basketRequest: Keyed<BasketRequest>): Promise<Basket | Replay>
}

export type BasketFillerDeps = { sales: BasketFiller }

export type GrantedItem = StockTaken & { requestedItem: RequestedItem; item: BasketItemRow; addressHash: string | null }

export type FilledBasket = { basket: BasketContents; isNew: boolean; items: GrantedItem[] }

/**
 * Opens baskets and fills them, in the order of arrival, as far as the places go: the whole batch under one lock of the pools
 * and in one commit. A buyer who is refused takes nothing and stands in no other's way.
 */
export async function fillBaskets(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  basketRequests: BasketRequest[],
): Promise<Batch<(Basket | Error)[]>> {
  const { basketIds, codes, priceIds, hashes, itemCount } = needsOf(basketRequests)
  const read = await sendTogether({
    discounts: codes.length > 0 ? findDiscounts(orgId, tx, codes) : undefined,
    feeSetting: basketRequests.some(({ opening }) => opening) ? findFeeSetting(orgId, tx) : undefined,
    basketLocks: basketIds.length > 0 ? lockBaskets(orgId, tx, basketIds) : undefined,
    addressCap: hashes.length > 0 ? findAddressCap(orgId, tx) : undefined,
    addressLocks: hashes.length > 0 ? lockAddresses(orgId, tx, now, hashes) : undefined,
    heldPlaces: hashes.length > 0 ? findHeldPlaces(orgId, tx, now, hashes) : undefined,
    poolLocks: itemCount > 0 ? lockPoolsOf(orgId, tx, priceIds) : undefined,
    // Drawn ahead, so that an item and its hold go to the database together.
    itemIds:
      itemCount > 0
        ? tx<{ id: number }[]>`
            select nextval('basket_items_basket_item_id_seq') as id
            from generate_series(1, ${itemCount}::integer)`
        : undefined,
    offers: itemCount > 0 ? findOffers(orgId, tx, priceIds) : undefined,
    baskets: basketIds.length > 0 ? findBaskets(orgId, tx, basketIds) : undefined,
    items: basketIds.length > 0 ? findBasketItems(orgId, tx, basketIds) : undefined,
  })
  const reserved = read.baskets?.some((row) => row.reserved_seating) ?? false
  const seats = reserved ? await findBasketSeats(orgId, tx, basketIds) : []
  const memberships = await membershipsIn(orgId, tx, read.baskets ?? [])
  const baskets = contentsOf(read.baskets ?? [], read.items ?? [], seats, memberships)
  const discounts = discountsByCode(read.discounts ?? [], codes, now)
  const stock = await Stock.of(orgId, tx, now, read.offers ?? [])
  const held = new HeldPlaces(read.addressCap?.[0]?.held_places_per_address ?? null, read.heldPlaces ?? [])
  const itemIds = (read.itemIds ?? []).map(({ id }) => id).values()
  const outcomes: (FilledBasket | ApiError)[] = []
  for (const basketRequest of basketRequests) {
    const basket = basketRequest.opening
      ? basketToOpen(basketRequest, discounts, read.feeSetting?.[0], now)
      : baskets.get(basketRequest.basketId)
    const refusal = basket instanceof Error ? basket : basketRefusal(basket, now)
    outcomes.push(refusal ?? (await fill(basket as BasketContents, basketRequest, { stock, held, now, itemIds })))
  }
  const filled = outcomes.filter((outcome): outcome is FilledBasket => !(outcome instanceof Error))
  const statements = storeFilled(orgId, tx, now, filled)
  for (const { basket } of filled) await prolongSeasonPlaces(orgId, tx, now, [basket], basket.row.expires_at)
  const seated = filled.some(({ items }) => items.some(({ seatIds }) => seatIds.length > 0))
  if (seated) {
    // Whether a seat was still free is only known once it is claimed.
    await Promise.all(statements)
    await claimGrantedSeats(orgId, tx, now, filled)
    await addSeats(orgId, tx, filled)
  }
  const answer = outcomes.map((outcome, index) =>
    outcome instanceof Error ? outcome : toBasket(orgId, outcome.basket, now, basketRequests[index]),
  )
  return { last: seated ? [] : statements, answer }
}

const unique = <T>(values: T[]): T[] => [...new Set(values)]

/** What has to be read to decide on basket requests. */
export const needsOf = (basketRequests: BasketRequest[]) => ({
  basketIds: unique(basketRequests.flatMap(({ opening, basketId }) => (opening ? [] : [basketId]))),
  codes: unique(basketRequests.flatMap(({ opening }) => opening?.code ?? [])),
  priceIds: unique(basketRequests.flatMap(({ requestedItems }) => requestedItems.map(({ priceId }) => priceId))),
  /** Of addresses that want places through publishable keys. */
  hashes: unique(
    basketRequests.flatMap(({ addressHash, requestedItems }) => (requestedItems.length > 0 ? (addressHash ?? []) : [])),
  ),
  itemCount: basketRequests.reduce((sum, { requestedItems }) => sum + requestedItems.length, 0),
})

/** The discount of a basket that a basket request opens, null for none, or why its code cannot be had. */
export function discountToOpen(
  { opening }: BasketRequest,
  discounts: Map<string, BasketDiscount | ApiError>,
): BasketDiscount | null | ApiError {
  const code = opening?.code ?? null
  return code === null ? null : (discounts.get(code) ?? new ApiError('resource_missing'))
}

function basketToOpen(
  basketRequest: BasketRequest,
  discounts: Map<string, BasketDiscount | ApiError>,
  feeSetting: FeeSetting | undefined,
  now: Date,
): BasketContents | ApiError {
  if (!feeSetting) throw new Error('a basket is opened in no organisation')
  const discount = discountToOpen(basketRequest, discounts)
  if (discount instanceof Error) return discount
  const row = {
    basket_id: basketRequest.basketId,
    basket_status: 'open' as const,
    event_id: null,
    currency: null,
    reserved_seating: false,
    has_memberships: false,
    discount_id: discount?.discount_id ?? null,
    discount_code: discount?.discount_code ?? null,
    discount_event_id: discount?.discount_event_id ?? null,
    discount_currency: discount?.discount_currency ?? null,
    basis_points: discount?.basis_points ?? null,
    amount_minor: discount?.amount_minor ?? null,
    order_id: null,
    order_uuid: null,
    order_status: null,
    order_discount_minor: null,
    order_transaction_fee_minor: null,
    order_taxes: null,
    order_added_tax_minor: null,
    supply_day: null,
    ...feeSetting,
    // Asked when it is paid for.
    terms_version: null,
    expires_at: new Date(now.getTime() + HOLD_MS),
    created_at: now,
  }
  return { row, items: [], seats: [], memberships: [] }
}

type Granting = { stock: Stock; held: HeldPlaces; now: Date; itemIds: Iterator<number, undefined> }

/** All requested items of one request, or the reason why one of them cannot be granted; then none of them takes anything. */
async function fill(
  basket: BasketContents,
  basketRequest: BasketRequest,
  at: Granting,
): Promise<FilledBasket | ApiError> {
  const { stock, held, now, itemIds } = at
  const { addressHash } = basketRequest
  const granted: GrantedItem[] = []
  const putBackAll = () => {
    for (const item of granted) {
      stock.putBack(item)
      held.count(addressHash, -item.places)
    }
  }
  let row = basket.row
  const seated = await stock.together(basketRequest.requestedItems)
  for (const [index, requestedItem] of basketRequest.requestedItems.entries()) {
    const offer = stock.offer(requestedItem.priceId)
    const others = [...basket.items, ...granted.map(({ item }) => item)]
    const refusal =
      offerRefusal(offer, now, basketRequest) ??
      fitRefusal(row, others, requestedItem, offer as OfferRow, basketRequest) ??
      held.refusal(addressHash, requestedItem.quantity * (offer as OfferRow).tickets_included)
    const taken = refusal ?? (await stock.take(offer as OfferRow, seated[index] ?? requestedItem))
    if (taken instanceof Error) {
      putBackAll()
      return refusalAt(requestedItem, taken)
    }
    held.count(addressHash, taken.places)
    const itemId = itemIds.next().value
    if (itemId === undefined) throw new Error('fewer ids of items were drawn than there are requestedItems')
    granted.push({
      ...taken,
      requestedItem,
      item: newItem(row, itemId, requestedItem.quantity, taken),
      addressHash,
    })
    const { event_id, currency, reserved_seating, supply_day } = taken.offer
    row = {
      ...row,
      event_id,
      currency,
      reserved_seating,
      supply_day,
      expires_at: expiryAfterChange(row.created_at, now),
    }
  }
  if (basketRequest.opening && granted.length > 0 && row.discount_id !== null && ruleOf(row) === null) {
    putBackAll()
    return notForEvent()
  }
  basket.row = row
  basket.items = [...basket.items, ...granted.map(({ item }) => item)]
  return { basket, isNew: basketRequest.opening !== undefined, items: granted }
}

const newItem = (
  { basket_id, fee_tax_rate }: BasketRow,
  itemId: number,
  quantity: number,
  { offer, places }: StockTaken,
) =>
  ({
    basket_id,
    basket_item_id: itemId,
    event_id: offer.event_id,
    price_category_id: offer.price_category_id,
    price_category_title: offer.price_category_title,
    section_label: offer.section_label,
    gate: offer.gate,
    entrance: offer.entrance,
    price_id: offer.price_id,
    title: offer.title,
    price_translations: offer.price_translations,
    category_translations: offer.category_translations,
    membership_type_id: offer.membership_type_id,
    max_per_customer: offer.max_per_customer,
    quantity,
    places,
    price_minor: offer.price_minor,
    rebate_minor: offer.rebate_minor,
    service_fee_minor: offer.service_fee_minor,
    service_tax_minor: serviceTaxOf({ ...offer, fee_tax_rate }, offer.supply_day),
    tax_rate: offer.tax_rate,
  }) satisfies BasketItemRow

async function addSeats(orgId: OrgId, tx: Tx, filled: FilledBasket[]): Promise<void> {
  const basketIds = filled.map(({ basket }) => basket.row.basket_id)
  const seatsOf = Map.groupBy(await findBasketSeats(orgId, tx, basketIds), ({ basket_id }) => basket_id)
  for (const { basket } of filled) basket.seats = seatsOf.get(basket.row.basket_id) ?? []
}
