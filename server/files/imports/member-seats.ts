import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { countSeatlessMembers } from '../../programme/seasons/count-seatless.ts'
import { isComing } from '../../programme/seasons/lock-season.ts'
import { assignSeasonSeats } from '../../programme/seasons/season-seats.ts'
import { memberStatus } from '../../programme/statuses.ts'
import type { Rejection } from './importer.ts'

/** A seat that can be sat on, and on the map of the season that the type is for. A cancelled member's is only on record. */
export const seatMissing = (orgId: OrgId, tx: Tx) => tx<Rejection[]>`
  with fitting as materialized (
    select w.line
    from staged w
    join seats p on p.seat_id = w.membership_seat_id
    left join membership_types t on t.org_id = p.org_id and t.membership_type_id = w.membership_type_id
    left join seasons n on n.org_id = t.org_id and n.season_id = t.season_id
    where p.org_id = ${orgId}
      and (
        w.membership_member_status_id = ${memberStatus.cancelled}
        or p.seat_status = 'active' and n.seat_map_id = p.seat_map_id and n.season_status = 'active'
      )
  )
  delete from staged s
  where s.membership_seat_id is not null
    and not exists (
      select 1
      from fitting f
      where f.line = s.line
    )
  returning s.line, 'membership_seat_id names no seat of the season that this member’s type is for.' as reason`

/** A seat that another line of the file has for the same season. */
export const seatRepeated = (orgId: OrgId, tx: Tx) => tx<Rejection[]>`
  with repeated as materialized (
    select w.line, min(w.line) over (partition by t.season_id, w.membership_seat_id) as first_line
    from staged w
    join membership_types t on t.membership_type_id = w.membership_type_id
    where t.org_id = ${orgId}
      and w.membership_seat_id is not null
      and w.membership_member_status_id <> ${memberStatus.cancelled}
  )
  delete from staged s
  using repeated r
  where s.line = r.line
    and r.line <> r.first_line
  returning s.line, 'membership_seat_id stands before, on line ' || r.first_line || '.' as reason`

/** A seat that a member, or a fan who is buying it, has for the season. */
export const seatTaken = (orgId: OrgId, tx: Tx, clock: Clock) => tx<Rejection[]>`
  with taken as materialized (
    select w.line
    from staged w
    join membership_types t on t.membership_type_id = w.membership_type_id
    join season_seats z on z.org_id = t.org_id and z.season_id = t.season_id and z.seat_id = w.membership_seat_id
    where t.org_id = ${orgId}
      and (z.expires_at is null or z.expires_at > ${clock(orgId)})
  )
  delete from staged s
  using taken
  where s.line = taken.line
    and s.membership_member_status_id <> ${memberStatus.cancelled}
  returning s.line, 'membership_seat_id belongs to a member who exists already.' as reason`

/** A seat that a fan has, or is buying, in an event of the season to come. */
export const seatSold = (orgId: OrgId, tx: Tx, clock: Clock) => tx<Rejection[]>`
  with sold as materialized (
    select w.line
    from staged w
    join membership_types t on t.membership_type_id = w.membership_type_id
    join season_events v on v.org_id = t.org_id and v.season_id = t.season_id
    join events e on e.org_id = v.org_id and e.event_id = v.event_id
    join seat_claims a on a.org_id = v.org_id and a.event_id = v.event_id and a.seat_id = w.membership_seat_id
    where t.org_id = ${orgId}
      and (a.expires_at is null or a.expires_at > ${clock(orgId)})
      and ${isComing(tx, 'e', clock(orgId))}
  )
  delete from staged s
  using sold
  where s.line = sold.line
    and s.membership_member_status_id <> ${memberStatus.cancelled}
  returning s.line, 'membership_seat_id is sold for a coming event.' as reason`

type Place = { season_id: number; membership_member_id: number; seat_id: number | null }

/** Imported members have their places in their seasons, with a seat or without. */
export async function takeImportedPlaces(orgId: OrgId, tx: Tx, clock: Clock): Promise<void> {
  const rows = await tx<Place[]>`
    select t.season_id, m.membership_member_id, m.membership_seat_id as seat_id
    from staged s
    join members m on m.member_number = s.member_number
    join membership_types t on t.org_id = m.org_id and t.membership_type_id = m.membership_type_id
    where m.org_id = ${orgId}
      and t.season_id is not null
      and m.membership_member_status_id <> ${memberStatus.cancelled}
    order by t.season_id, m.membership_seat_id`
  const now = clock(orgId)
  const param = 'membership_seat_id'
  for (const [seasonId, places] of Map.groupBy(rows, ({ season_id }) => season_id)) {
    const owners = places.flatMap(({ membership_member_id: memberId, seat_id: seatId }) =>
      seatId === null ? [] : [{ memberId, seatId }],
    )
    if (owners.length > 0) await assignSeasonSeats(orgId, tx, now, { seasonId, owners, param })
    const seatless = places.length - owners.length
    if (seatless > 0) await countSeatlessMembers(orgId, tx, now, seasonId, seatless)
  }
}
