import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { lockSeason, lockSeasonPools } from '../../programme/seasons/lock-season.ts'

/**
 * What members are judged by stays as it is until they are stored, as when the API creates them, and is locked in the same
 * order: customer, type, season, pools, seats.
 */
export async function lockMembers(orgId: OrgId, tx: Tx, now: Date): Promise<void> {
  await lockCustomers(orgId, tx)
  await tx`
    select 1
    from membership_types
    where org_id = ${orgId}
      and membership_type_id in (
        select membership_type_id
        from staged
      )
    for share`
  const seasons = await tx<{ season_id: number }[]>`
    select distinct t.season_id
    from staged s
    join membership_types t on t.membership_type_id = s.membership_type_id
    where t.org_id = ${orgId}
      and t.season_id is not null
    order by t.season_id`
  const seasonIds = seasons.map(({ season_id }) => season_id)
  for (const seasonId of seasonIds) await lockSeason(orgId, tx, seasonId, 'shared')
  const seats = await tx<{ seat_id: number }[]>`
    select distinct membership_seat_id as seat_id
    from staged
    where membership_seat_id is not null`
  const seatIds = seats.map(({ seat_id }) => seat_id)
  if (seatIds.length === 0) return
  await lockSeasonPools(orgId, tx, now, seasonIds, seatIds)
  await lockSeats(orgId, tx, seatIds)
}

/** An erasure waits, or is waited for and leaves no customer under that reference. Purchases of the same people go on. */
const lockCustomers = (orgId: OrgId, tx: Tx) => tx`
  select 1
  from customers
  where org_id = ${orgId}
    and org_customer_id in (
      select org_customer_id
      from staged
    )
  for key share`

/** What blocks a seat, or takes it off its map, waits. Buyers of the seats wait for the pools already. */
const lockSeats = (orgId: OrgId, tx: Tx, seatIds: number[]) => tx`
  select 1
  from seats
  where org_id = ${orgId}
    and seat_id = any (${seatIds}::bigint[])
  order by seat_id
  for share`
