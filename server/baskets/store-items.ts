import type { OrgId } from '../access/principal.ts'
import { claimSeats } from '../inventory/choose-seats.ts'
import { holdPlaces, insertHolds, prolongHolds } from '../inventory/hold-places.ts'
import type { OfferRow } from '../inventory/pool.ts'
import type { Unsent } from '../kit/begin-batch.ts'
import type { Db, Tx } from '../kit/database.ts'
import { ApiError } from '../kit/errors.ts'
import type { Granted } from './add-items.ts'

/** Everything that the items of a batch are but their seats: rows, holds, counters. The caller has locked baskets and pool. */
export function storeItems(orgId: OrgId, tx: Tx, now: Date, offer: OfferRow, granted: Granted[]): Unsent[] {
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
  return [
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
  ]
}

export async function claimGranted(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  offer: OfferRow,
  granted: Granted[],
): Promise<void> {
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
