import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { insertClaims } from '../../programme/seasons/season-claims.ts'
import { memberStatus } from '../../programme/statuses.ts'

/** What the demo's events and members are to its season: its events, its seats, and the claims in those to come. */
export async function settleDemoSeason(orgId: OrgId, tx: Db, today: Date): Promise<void> {
  await tx`
    insert into season_events (org_id, season_id, event_id, created_at)
    select n.org_id, n.season_id, e.event_id, e.created_at
    from seasons n
    join organisations o on o.org_id = n.org_id
    join events e on e.org_id = n.org_id and e.membership_seat_map_id = n.seat_map_id
    where n.org_id = ${orgId}
      and (e.starts_at at time zone o.timezone)::date between n.first_day and n.last_day
    on conflict (org_id, season_id, event_id) do nothing`
  await tx`
    insert into season_seats (org_id, season_id, seat_id, membership_member_id, created_at, changed_at)
    select m.org_id, y.season_id, m.membership_seat_id, m.membership_member_id, m.created_at, m.created_at
    from members m
    join membership_types y on y.org_id = m.org_id and y.membership_type_id = m.membership_type_id
    where m.org_id = ${orgId}
      and m.membership_seat_id is not null
      and m.membership_member_status_id <> ${memberStatus.cancelled}
      and y.season_id is not null
    on conflict (org_id, season_id, seat_id) do nothing`
  await insertClaims(orgId, tx, today, tx`true`)
}
