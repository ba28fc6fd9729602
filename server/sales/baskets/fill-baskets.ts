import type { OrgId } from '../../access/principal.ts'
import type { Batch } from '../../platform/batches/begin-batch.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { findOffers, lockPoolsOf, type OfferRow } from '../../programme/stock/pool.ts'
import { type Basket, type BasketContents, ruleOf, toBasket } from './basket.ts'
import { type BasketDiscount, findDiscounts, notForEvent } from './basket-discount.ts'
import { expiryAfterChange } from './basket-life.ts'
import { basketRefusal } from './basket-refusal.ts'
import { findBasketSeats, lockBaskets, readBaskets } from './find-baskets.ts'
import { type GrantedItem, type Granting, grantWishes } from './grant-wishes.ts'
import { newBasket } from './new-basket.ts'
import type { Asker } from './offer-refusal.ts'
import { Stock } from './stock.ts'
import { claimGranted, storeFilled } from './store-filled.ts'
import type { Wish } from './wishes.ts'

/** What one request puts into a basket that is there, or into one that it opens. */
export type Filling = Asker & {
  orgId: OrgId
  basketId: string
  /** It opens the basket, with a discount code or without. */
  opening?: { code: string | null }
  wishes: Wish[]
}

export type Filled = { basket: BasketContents; isNew: boolean; items: GrantedItem[] }

/**
 * Opens baskets and fills them, in the order of arrival, as far as the places go: the whole batch under one lock of the pools
 * and in one commit. Who is refused takes nothing and stands in nobody's way.
 */
export async function fillBaskets(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  fillings: Filling[],
): Promise<Batch<(Basket | Error)[]>> {
  const { there, codes, priceIds, count } = needsOf(fillings)
  // Sent in this order, without waiting for each other: what is read is as it is under the locks.
  const [discounts, , , itemIds, offers, baskets] = await Promise.all([
    codes.length > 0 ? findDiscounts(orgId, tx, codes, now) : new Map<string, never>(),
    there.length > 0 ? lockBaskets(orgId, tx, there).execute() : [],
    count > 0 ? lockPoolsOf(orgId, tx, priceIds).execute() : [],
    count > 0 ? drawItemIds(tx, count).execute() : [],
    count > 0 ? findOffers(orgId, tx, priceIds).execute() : [],
    there.length > 0 ? readBaskets(orgId, tx, there) : new Map<string, never>(),
  ])
  const stock = await Stock.of(orgId, tx, now, offers)
  const ids = itemIds.map(({ id }) => id).values()
  const outs: (Filled | ApiError)[] = []
  for (const filling of fillings) {
    const { opening, basketId } = filling
    const basket = opening ? opened(filling, discounts, now) : baskets.get(basketId)
    const refusal = basket instanceof Error ? basket : basketRefusal(basket, now)
    outs.push(refusal ?? (await fill(basket as BasketContents, filling, { stock, now, asker: filling, itemIds: ids })))
  }
  const filled = outs.filter((out): out is Filled => !(out instanceof Error))
  const stored = storeFilled(orgId, tx, now, filled)
  const seated = filled.some(({ items }) => items.some(({ seatIds }) => seatIds.length > 0))
  if (seated) {
    // Whether a seat was still free is only known once it is claimed.
    await Promise.all(stored)
    await claimGranted(orgId, tx, now, filled)
    await showSeats(orgId, tx, filled)
  }
  const answer = outs.map((out) => (out instanceof Error ? out : toBasket(orgId, out.basket, now)))
  return { last: seated ? [] : stored, answer }
}

const unique = <T>(values: T[]): T[] => [...new Set(values)]

/** What has to be read to decide on fillings. */
export const needsOf = (fillings: Filling[]) => ({
  there: unique(fillings.flatMap(({ opening, basketId }) => (opening ? [] : [basketId]))),
  codes: unique(fillings.flatMap(({ opening }) => opening?.code ?? [])),
  priceIds: unique(fillings.flatMap(({ wishes }) => wishes.map(({ priceId }) => priceId))),
  count: fillings.reduce((sum, { wishes }) => sum + wishes.length, 0),
})

/** The basket that a filling opens, or why its code cannot be had. */
export function opened({ basketId, opening }: Filling, discounts: Map<string, BasketDiscount | ApiError>, now: Date) {
  const code = opening?.code ?? null
  const discount = code === null ? null : (discounts.get(code) ?? new ApiError('resource_missing'))
  return discount instanceof Error ? discount : newBasket(basketId, discount, now)
}

async function fill(basket: BasketContents, { opening, wishes }: Filling, at: Granting): Promise<Filled | ApiError> {
  const { stock, now } = at
  const items = await grantWishes(basket, wishes, at)
  if (items instanceof Error) return items
  const [first] = items
  const row = first
    ? { ...basket.row, ...eventOf(first.offer), expires_at: expiryAfterChange(basket.row.created_at, now) }
    : basket.row
  if (opening && first && row.discount_id !== null && ruleOf(row) === null) {
    for (const item of items) stock.putBack(item)
    return notForEvent()
  }
  basket.row = row
  basket.items = [...basket.items, ...items.map(({ item }) => item)]
  return { basket, isNew: opening !== undefined, items }
}

const eventOf = ({ event_id, currency, reserved_seating }: OfferRow) => ({ event_id, currency, reserved_seating })

/** Drawn ahead, so that the item and its hold go to the database together. */
const drawItemIds = (sql: Db, count: number) => sql<{ id: number }[]>`
  select nextval('basket_items_basket_item_id_seq') as id
  from generate_series(1, ${count}::integer)`

async function showSeats(orgId: OrgId, tx: Tx, filled: Filled[]): Promise<void> {
  const seats = await findBasketSeats(
    orgId,
    tx,
    filled.map(({ basket }) => basket.row.basket_id),
  )
  const seatsOf = Map.groupBy(seats, ({ basket_id }) => basket_id)
  for (const { basket } of filled) basket.seats = seatsOf.get(basket.row.basket_id) ?? []
}
