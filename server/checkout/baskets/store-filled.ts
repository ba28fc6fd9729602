import type { OrgId } from '../../access/principal.ts'
import type { Unsent } from '../../platform/batches/begin-batch.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { namesOf, records } from '../../platform/postgres/records.ts'
import { claimSeats } from '../../programme/stock/choose-seats.ts'
import { StockError } from '../../programme/stock/errors.ts'
import { holdPlaces, insertHolds, prolongHolds } from '../../programme/stock/holds.ts'
import type { OfferRow } from '../../programme/stock/pool.ts'
import type { FilledBasket, GrantedItem } from './fill-baskets.ts'
import type { BasketContents, BasketItemRow } from './find-baskets.ts'
import { refusalAt } from './requested-items.ts'

/** Everything that a batch puts into baskets but the seats: rows, holds, counters. The caller has locked baskets and pools. */
export function storeFilled(orgId: OrgId, tx: Tx, now: Date, filled: FilledBasket[]): Unsent[] {
  const fresh = filled.filter(({ isNew }) => isNew)
  const changed = filled.filter(({ isNew }) => !isNew)
  const older = changed.filter(({ basket, items }) => basket.items[0] !== items[0]?.item)
  const expiryOf = expiries(filled)
  const byPrice = Map.groupBy(
    filled.flatMap(({ items }) => items),
    ({ offer }) => offer.price_id,
  )
  return [
    ...(fresh.length > 0 ? [insertBaskets(orgId, tx, now, basketsOf(fresh))] : []),
    ...(changed.length > 0 ? [touchBaskets(orgId, tx, now, changed)] : []),
    ...[...byPrice.values()].flatMap((granted) => storeItems(orgId, tx, now, granted, expiryOf)),
    ...(older.length > 0
      ? prolongHolds(
          orgId,
          tx,
          older.map(({ basket: { row } }) => ({ basketId: row.basket_id, expiresAt: row.expires_at })),
        )
      : []),
  ]
}

function expiries(filled: FilledBasket[]): (item: BasketItemRow) => Date {
  const byBasket = new Map(filled.map(({ basket: { row } }) => [row.basket_id, row.expires_at]))
  return (item) => byBasket.get(item.basket_id) as Date
}

const basketsOf = (filled: FilledBasket[]) => filled.map(({ basket }) => basket)

/** The items of one price. */
function storeItems(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  granted: GrantedItem[],
  expiryOf: (item: BasketItemRow) => Date,
): Unsent[] {
  const offer = granted[0]?.offer as OfferRow
  const pool = {
    priceCategoryId: offer.price_category_id,
    priceId: offer.price_id,
    limited: offer.limit_places !== null,
  }
  const items = granted.map(({ item }) => item)
  const places = items.reduce((sum, item) => sum + item.places, 0)
  const holds = granted.map(({ item, addressHash }) => ({
    ...ownerOf(item),
    places: item.places,
    expiresAt: expiryOf(item),
    addressHash,
  }))
  return [
    insertItems(orgId, tx, now, offer, items),
    ...holdPlaces(orgId, tx, pool, places),
    insertHolds(orgId, tx, now, pool, holds),
  ]
}

const ownerOf = (item: BasketItemRow) => ({ basketId: item.basket_id, basketItemId: item.basket_item_id })

export async function claimGrantedSeats(orgId: OrgId, tx: Tx, now: Date, filled: FilledBasket[]): Promise<void> {
  const seated = filled.flatMap(({ items }) => items).filter(({ seatIds }) => seatIds.length > 0)
  const expiryOf = expiries(filled)
  for (const [eventId, items] of Map.groupBy(seated, ({ item }) => item.event_id)) {
    const claims = items.flatMap(({ item, seatIds }) =>
      seatIds.map((seatId) => ({ ...ownerOf(item), seatId, expiresAt: expiryOf(item) })),
    )
    const lost = new Set(await claimSeats(orgId, tx, now, eventId, claims))
    const loser = items.find(({ seatIds }) => seatIds.some((id) => lost.has(id)))
    if (loser) {
      const seatIds = loser.seatIds.filter((id) => lost.has(id))
      throw refusalAt(loser.requestedItem, new StockError('seat_taken', { param: 'seat_ids', seat_ids: seatIds }))
    }
  }
}

const itemColumns = {
  basket_id: 'uuid',
  basket_item_id: 'bigint',
  quantity: 'integer',
  places: 'integer',
  service_tax_minor: 'bigint',
} as const

const insertItems = (orgId: OrgId, sql: Db, now: Date, offer: OfferRow, items: BasketItemRow[]) => sql`
  insert into basket_items (
    org_id, basket_id, basket_item_id, event_id, price_category_id, price_id, quantity, places, price_minor, rebate_minor,
    service_fee_minor, service_tax_minor, created_at, changed_at
  )
  select ${orgId}, basket_id, basket_item_id, ${offer.event_id}, ${offer.price_category_id}, ${offer.price_id}, quantity,
    places, ${offer.price_minor}, ${offer.rebate_minor}, ${offer.service_fee_minor}, service_tax_minor, ${now}, ${now}
  from ${records(sql, itemColumns, items)}`

const touchBaskets = (orgId: OrgId, sql: Db, now: Date, changed: FilledBasket[]) => sql`
  update baskets b
  set event_id = t.event_id, expires_at = t.expires_at, changed_at = ${now}
  from unnest(
    ${changed.map(({ basket }) => basket.row.basket_id)}::uuid[],
    ${changed.map(({ basket }) => basket.row.event_id)}::bigint[],
    ${changed.map(({ basket }) => basket.row.expires_at.toISOString())}::timestamptz[]
  ) as t (basket_id, event_id, expires_at)
  where b.org_id = ${orgId}
    and b.basket_id = t.basket_id`

const basketColumns = {
  basket_id: 'uuid',
  event_id: 'bigint',
  discount_id: 'bigint',
  expires_at: 'timestamptz',
} as const

/** With the event of what is in them. */
const insertBaskets = (orgId: OrgId, sql: Db, now: Date, baskets: BasketContents[]) => sql`
  insert into baskets (org_id, ${namesOf(sql, basketColumns)}, created_at, changed_at)
  select ${orgId}, r.*, ${now}, ${now}
  from ${records(
    sql,
    basketColumns,
    baskets.map(({ row }) => row),
  )}`
