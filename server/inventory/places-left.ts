import type { Fragment } from 'postgres'
import type { Db } from '../kit/database.ts'

/**
 * Places that the expired holds of a pool keep in `held` until somebody tidies them away; they are free already. `c` is the
 * pool in price_categories. A pool that holds nothing has no holds to look for.
 */
export const expiredPlaces = (
  sql: Db,
  now: Date,
  c: string,
): Fragment => sql`case ${sql(`${c}.held`)} when 0 then 0 else coalesce((
  select sum(h.places)
  from holds h
  where h.org_id = ${sql(`${c}.org_id`)}
    and h.price_category_id = ${sql(`${c}.price_category_id`)}
    and h.expires_at <= ${now}
), 0)::bigint end`

/** Places that a buyer of the price `p` could take from its pool `c` now: those of the pool, or fewer by the price's own limit. */
export const placesLeft = (sql: Db, now: Date, { p, c }: { p: string; c: string }): Fragment => sql`least(
  ${sql(`${c}.capacity`)} - ${sql(`${c}.sold`)} - ${sql(`${c}.held`)} + ${expiredPlaces(sql, now, c)},
  ${sql(`${p}.limit_places`)} - ${sql(`${p}.sold`)} - ${sql(`${p}.held`)} + case ${sql(`${p}.held`)} when 0 then 0 else coalesce((
    select sum(h.places)
    from holds h
    where h.org_id = ${sql(`${p}.org_id`)}
      and h.price_category_id = ${sql(`${p}.price_category_id`)}
      and h.price_id = ${sql(`${p}.price_id`)}
      and h.expires_at <= ${now}
  ), 0)::bigint end
)`

/** The same by the counters alone: places of expired holds still count as held. */
export const placesFree = (sql: Db, { p, c }: { p: string; c: string }): Fragment => sql`least(
  ${sql(`${c}.capacity`)} - ${sql(`${c}.sold`)} - ${sql(`${c}.held`)},
  ${sql(`${p}.limit_places`)} - ${sql(`${p}.sold`)} - ${sql(`${p}.held`)}
)`
