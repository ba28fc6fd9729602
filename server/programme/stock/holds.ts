import type { OrgId } from '../../access/principal.ts'
import type { Unsent } from '../../platform/batches/begin-batch.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'

/** Raises (or, by a negative number, lowers) what a pool holds, and what its price holds where that has a limit. */
export const holdPlaces = (
  orgId: OrgId,
  tx: Tx,
  { priceCategoryId, priceId, limited }: { priceCategoryId: number; priceId: number; limited: boolean },
  places: number,
): Unsent[] => [
  tx`
    update price_categories
    set held = held + ${places}
    where org_id = ${orgId}
      and price_category_id = ${priceCategoryId}`,
  ...(limited
    ? [
        tx`
          update prices
          set held = held + ${places}
          where org_id = ${orgId}
            and price_id = ${priceId}`,
      ]
    : []),
]

/** Without an expiry where an order is being paid. `addressHash`: of the address that holds them through a publishable key, or null. */
export type NewHold = {
  basketId: string
  basketItemId: number
  places: number
  expiresAt: Date | null
  addressHash: string | null
}

export const insertHolds = (
  orgId: OrgId,
  sql: Db,
  now: Date,
  { priceCategoryId, priceId }: { priceCategoryId: number; priceId: number },
  holds: NewHold[],
) => sql`
  insert into holds (
    org_id, basket_id, basket_item_id, price_category_id, price_id, places, expires_at, address_hash, created_at
  )
  select ${orgId}, basket_id, basket_item_id, ${priceCategoryId}, ${priceId}, places, expires_at, address_hash, ${now}
  from unnest(
    ${holds.map(({ basketId }) => basketId)}::uuid[],
    ${holds.map(({ basketItemId }) => basketItemId)}::bigint[],
    ${holds.map(({ places }) => places)}::integer[],
    ${holds.map(({ expiresAt }) => expiresAt?.toISOString() ?? null)}::timestamptz[],
    ${holds.map(({ addressHash }) => addressHash)}::text[]
  ) as held (basket_id, basket_item_id, places, expires_at, address_hash)`

/** The holds of baskets, so that no other request reclaims them meanwhile; fewer than items means that one already has. */
export const lockHolds = (orgId: OrgId, tx: Tx, basketIds: string[]) => tx<{ basket_id: string }[]>`
  select basket_id
  from holds
  where org_id = ${orgId}
    and basket_id = any (${basketIds}::uuid[])
  order by basket_id, basket_item_id
  for no key update`

/** Lets holds last longer, or, with null, for as long as the order is being paid; their seats likewise. */
export const prolongHolds = (
  orgId: OrgId,
  sql: Db,
  baskets: { basketId: string; expiresAt: Date | null }[],
  { seated = true } = {},
): Unsent[] => {
  const ids = baskets.map(({ basketId }) => basketId)
  const times = baskets.map(({ expiresAt }) => expiresAt?.toISOString() ?? null)
  return [
    sql`
      update holds h
      set expires_at = l.expires_at
      from unnest(${ids}::uuid[], ${times}::timestamptz[]) as l (basket_id, expires_at)
      where h.org_id = ${orgId}
        and h.basket_id = l.basket_id`,
    ...(seated
      ? [
          sql`
            update seat_claims a
            set expires_at = l.expires_at
            from unnest(${ids}::uuid[], ${times}::timestamptz[]) as l (basket_id, expires_at)
            where a.org_id = ${orgId}
              and a.basket_id = l.basket_id`,
        ]
      : []),
  ]
}

type Held = { price_category_id: number; price_id: number; places: number }

/**
 * Turns places that baskets hold into sold ones: pools in the order of their ids, then the prices with a limit, the seats,
 * and the holds themselves. The caller has the baskets locked, so the holds are still what it read.
 */
export function sellHeldPlaces(
  orgId: OrgId,
  tx: Tx,
  basketIds: string[],
  holds: Held[],
  seated: { event_id: number; seat_id: number | null; ticket_id: number }[],
  now: Date,
): Unsent[] {
  const pools = [...sums(holds, ({ price_category_id }) => price_category_id)].sort(([a], [b]) => a - b)
  const prices = [...sums(holds, ({ price_id }) => price_id)]
  return [
    ...pools.map(
      ([id, places]) => tx`
        update price_categories
        set sold = sold + ${places}, held = held - ${places}
        where org_id = ${orgId}
          and price_category_id = ${id}`,
    ),
    tx`
      update prices p
      set sold = p.sold + s.places, held = p.held - s.places
      from unnest(${prices.map(([id]) => id)}::bigint[], ${prices.map(([, places]) => places)}::bigint[]) as s (price_id, places)
      where p.org_id = ${orgId}
        and p.price_id = s.price_id
        and p.limit_places is not null`,
    ...(seated.length > 0 ? [giveSeats(orgId, tx, seated, now)] : []),
    tx`
      delete from holds
      where org_id = ${orgId}
        and basket_id = any (${basketIds}::uuid[])`,
  ]
}

/** From the basket's claim to the ticket's, without a moment in which the seat is free. */
const giveSeats = (
  orgId: OrgId,
  tx: Tx,
  seated: { event_id: number; seat_id: number | null; ticket_id: number }[],
  now: Date,
) => tx`
  update seat_claims a
  set ticket_id = t.ticket_id, basket_id = null, basket_item_id = null, expires_at = null, changed_at = ${now}
  from unnest(
    ${seated.map(({ event_id }) => event_id)}::bigint[],
    ${seated.map(({ seat_id }) => seat_id)}::bigint[],
    ${seated.map(({ ticket_id }) => ticket_id)}::bigint[]
  ) as t (event_id, seat_id, ticket_id)
  where a.org_id = ${orgId}
    and a.event_id = t.event_id
    and a.seat_id = t.seat_id`

function sums<T extends { places: number }>(rows: T[], keyOf: (row: T) => number): Map<number, number> {
  const totals = new Map<number, number>()
  for (const row of rows) totals.set(keyOf(row), (totals.get(keyOf(row)) ?? 0) + row.places)
  return totals
}
