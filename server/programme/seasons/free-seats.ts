import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { isComing, lockSeason, lockSeasonPools } from './lock-season.ts'
import { returnClaims } from './season-claims.ts'

/** Seats of a season that are free again, in its events that are to come; what is past stays as it was. */
export async function freeSeats(orgId: OrgId, tx: Tx, now: Date, seasonId: number, seatIds: number[]) {
  await lockSeason(orgId, tx, seasonId, 'shared')
  await lockSeasonPools(orgId, tx, now, [seasonId], seatIds)
  await returnClaims(
    orgId,
    tx,
    tx`a.season_id = ${seasonId}
      and a.seat_id = any (${seatIds}::bigint[])
      and a.event_id in (
        select e.event_id
        from events e
        join season_events v on v.org_id = e.org_id and v.event_id = e.event_id
        where e.org_id = ${orgId}
          and v.season_id = ${seasonId}
          and ${isComing(tx, 'e', now)}
      )`,
  )
  await tx`
    delete from season_seats
    where org_id = ${orgId}
      and season_id = ${seasonId}
      and seat_id = any (${seatIds}::bigint[])`
}
