import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'

/**
 * Places that the expired holds of a pool keep in `held` until they are tidied away; they are free already. `c` is the
 * pool in price_categories. A pool that holds nothing has no holds to look for.
 */
export const expiredPlaces = (
  orgId: OrgId,
  sql: Db,
  now: Date,
  c: string,
): Fragment => sql`case ${sql(`${c}.held`)} when 0 then 0 else coalesce((
  select sum(h.places)
  from holds h
  where h.org_id = ${orgId}
    and h.price_category_id = ${sql(`${c}.price_category_id`)}
    and h.expires_at <= ${now}
), 0)::bigint end`

/** Likewise places of season seats that have expired in baskets. */
const expiredSeason = (
  orgId: OrgId,
  sql: Db,
  now: Date,
  c: string,
): Fragment => sql`case ${sql(`${c}.season`)} when 0 then 0 else (
  select count(*)
  from seat_claims z
  join seats zs on zs.org_id = z.org_id and zs.seat_id = z.seat_id
  join price_category_sections zn
    on zn.org_id = z.org_id
    and zn.event_id = z.event_id
    and zn.seat_map_id = zs.seat_map_id
    and zn.seat_section_id = zs.seat_section_id
  where z.org_id = ${orgId}
    and z.event_id = ${sql(`${c}.event_id`)}
    and z.season_id is not null
    and z.expires_at <= ${now}
    and zn.price_category_id = ${sql(`${c}.price_category_id`)}
) end`

/** What the pool `c` has left, season places aside. With `now`, places of expired holds are left, which they are; without, they still count as held. */
export const poolLeft = (orgId: OrgId, sql: Db, c: string, now: Date | null): Fragment =>
  sql`${sql(`${c}.capacity`)} - ${sql(`${c}.sold`)} - ${sql(`${c}.held`)} - ${sql(`${c}.season`)}${now ? sql` + ${expiredPlaces(orgId, sql, now, c)} + ${expiredSeason(orgId, sql, now, c)}` : sql``}`

/** Likewise what is left of the price's own limit; null where it has none. */
export const limitLeft = (orgId: OrgId, sql: Db, p: string, now: Date | null): Fragment =>
  sql`${sql(`${p}.limit_places`)} - ${sql(`${p}.sold`)} - ${sql(`${p}.held`)}${now ? sql` + ${expiredOfPrice(orgId, sql, now, p)}` : sql``}`

/** Places that a buyer of the price `p` could take from its pool `c` now: those of the pool, or fewer by the price's own limit. */
export const placesLeft = (orgId: OrgId, sql: Db, now: Date, { p, c }: { p: string; c: string }): Fragment =>
  sql`least(${poolLeft(orgId, sql, c, now)}, ${limitLeft(orgId, sql, p, now)})`

const expiredOfPrice = (
  orgId: OrgId,
  sql: Db,
  now: Date,
  p: string,
): Fragment => sql`case ${sql(`${p}.held`)} when 0 then 0 else coalesce((
  select sum(h.places)
  from holds h
  where h.org_id = ${orgId}
    and h.price_category_id = ${sql(`${p}.price_category_id`)}
    and h.price_id = ${sql(`${p}.price_id`)}
    and h.expires_at <= ${now}
), 0)::bigint end`
