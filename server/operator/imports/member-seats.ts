import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { eventStatus, memberStatus } from '../../programme/statuses.ts'
import type { Rejection } from './importer.ts'

/** A seat that can be sat on, and on the map of the type's category where that has one. */
export const seatMissing = (orgId: OrgId, tx: Tx) => tx<Rejection[]>`
  with type_map as materialized (
    select w.line, c.membership_seat_map_id
    from staged w
    join membership_types t on t.membership_type_id = w.membership_type_id
    join membership_categories c on c.org_id = t.org_id and c.membership_category_id = t.membership_category_id
    where t.org_id = ${orgId}
  ),
  seat_map as materialized (
    select w.line, p.seat_map_id
    from staged w
    join seats p on p.seat_id = w.membership_seat_id
    join seat_maps m on m.org_id = p.org_id and m.seat_map_id = p.seat_map_id
    where p.org_id = ${orgId}
      and p.seat_status = 'active'
      and m.seat_map_status = 'active'
  )
  delete from staged s
  where s.membership_seat_id is not null
    and not exists (
      select 1
      from seat_map m
      left join type_map t on t.line = m.line
      where m.line = s.line
        and m.seat_map_id = coalesce(t.membership_seat_map_id, m.seat_map_id)
    )
  returning s.line, 'membership_seat_id names no seat that this member can have.' as reason`

/** A seat that a fan has bought, or is buying, for a coming event; see server/people/members/seat-rule.ts. */
export const seatSold = (orgId: OrgId, tx: Tx, clock: Clock) => tx<Rejection[]>`
  with sold as materialized (
    select w.line
    from staged w
    join seat_claims a on a.seat_id = w.membership_seat_id
    join seats p on p.org_id = a.org_id and p.seat_id = a.seat_id
    join events e on e.org_id = a.org_id and e.event_id = a.event_id
    where a.org_id = ${orgId}
      and a.membership_member_id is null
      and (a.expires_at is null or a.expires_at > ${clock(orgId)})
      and coalesce(e.membership_seat_map_id, p.seat_map_id) = p.seat_map_id
      and e.event_status_id in (${eventStatus.draft}, ${eventStatus.live})
      and coalesce(e.ends_at, e.starts_at) > ${clock(orgId)}
  )
  delete from staged s
  using sold
  where s.line = sold.line
    and s.membership_member_status_id <> ${memberStatus.cancelled}
  returning s.line, 'membership_seat_id is sold for a coming event.' as reason`
