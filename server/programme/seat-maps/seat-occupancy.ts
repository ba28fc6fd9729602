import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import { eventStatus, memberStatus } from '../statuses.ts'

/** True of a seat `s` that a member has, or that a ticket or a running hold has at an event still to come. */
export const isOccupied = (orgId: OrgId, sql: Db, now: Date): Fragment => sql`(
  exists (
    select 1
    from members m
    where m.org_id = ${orgId}
      and m.membership_seat_id = s.seat_id
      and m.membership_member_status_id <> ${memberStatus.cancelled}
  )
  or exists (
    select 1
    from seat_claims c
    join events e using (org_id, event_id)
    where c.org_id = ${orgId}
      and c.seat_id = s.seat_id
      and c.membership_member_id is null
      and (c.expires_at is null or c.expires_at > ${now})
      and e.event_status_id in (${eventStatus.draft}, ${eventStatus.live})
      and coalesce(e.ends_at, e.starts_at + interval '1 day') > ${now}
  )
)`
