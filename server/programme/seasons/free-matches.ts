import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { isComing, lockSeason, lockSeasonPools } from './lock-season.ts'
import { insertClaims, returnClaims } from './season-claims.ts'

type SeasonSeat = { season_id: number; seat_id: number }

/** At matches that begin until then the seats of a member are for sale, because of a debt. The season seat stays the member's. */
export async function freeMatches(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  { memberId, debtId, until }: { memberId: number; debtId: number; until: Date },
): Promise<void> {
  const seats = await tx<SeasonSeat[]>`
    select season_id, seat_id
    from season_seats
    where org_id = ${orgId}
      and membership_member_id = ${memberId}
    order by season_id, seat_id`
  for (const { season_id: seasonId, seat_id: seatId } of seats) {
    await lockSeason(orgId, tx, seasonId, 'shared')
    await lockSeasonPools(orgId, tx, now, [seasonId], [seatId])
    const freed = await tx<{ event_id: number }[]>`
      insert into season_seat_gaps (org_id, season_id, seat_id, event_id, freed_debt_id, created_at)
      select ${orgId}, ${seasonId}, ${seatId}, v.event_id, ${debtId}, ${now}
      from season_events v
      join events e on e.org_id = v.org_id and e.event_id = v.event_id
      join seat_claims a on a.org_id = v.org_id and a.event_id = v.event_id and a.seat_id = ${seatId} and a.season_id = ${seasonId}
      where v.org_id = ${orgId}
        and v.season_id = ${seasonId}
        and e.starts_at > ${now}
        and e.starts_at <= ${until}
        and ${isComing(tx, 'e', now)}
      on conflict do nothing
      returning event_id`
    const eventIds = freed.map(({ event_id }) => event_id)
    if (eventIds.length === 0) continue
    await returnClaims(
      orgId,
      tx,
      tx`a.season_id = ${seasonId} and a.seat_id = ${seatId} and a.event_id = any (${eventIds}::bigint[])`,
    )
  }
}

/** What was freed because of a debt is the member's again at matches to come; where another has the seat, it stays theirs. */
export async function reclaimMatches(orgId: OrgId, tx: Tx, now: Date, debtId: number): Promise<void> {
  const seats = await tx<SeasonSeat[]>`
    select distinct season_id, seat_id
    from season_seat_gaps
    where org_id = ${orgId}
      and freed_debt_id = ${debtId}
    order by season_id, seat_id`
  for (const { season_id: seasonId, seat_id: seatId } of seats) {
    await lockSeason(orgId, tx, seasonId, 'shared')
    await lockSeasonPools(orgId, tx, now, [seasonId], [seatId])
    await tx`
      delete from season_seat_gaps g
      using events e
      where g.org_id = ${orgId}
        and g.season_id = ${seasonId}
        and g.seat_id = ${seatId}
        and g.freed_debt_id = ${debtId}
        and e.org_id = ${orgId}
        and e.event_id = g.event_id
        and ${isComing(tx, 'e', now)}
        and not exists (
          select 1
          from seat_claims a
          where a.org_id = ${orgId}
            and a.event_id = g.event_id
            and a.seat_id = ${seatId}
        )`
    await insertClaims(orgId, tx, now, tx`z.season_id = ${seasonId} and z.seat_id = ${seatId}`)
  }
  await tx`
    update season_seat_gaps
    set freed_debt_id = null
    where org_id = ${orgId}
      and freed_debt_id = ${debtId}`
}
