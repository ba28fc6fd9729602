import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { eventStatus } from '../statuses.ts'

/** A season `n` that is not over yet, wherever its clock is. */
export const isSeasonRunning = (sql: Db, now: Date): Fragment =>
  sql`(n.season_status = 'active' and n.last_day >= ${new Date(now.getTime() - DAY_MS).toISOString().slice(0, 10)}::date)`

/** True of a seat `s` that a holder has for a season that is not over, or at an event still to come. What has expired is free. */
export const isOccupied = (orgId: OrgId, sql: Db, now: Date): Fragment => sql`(
  exists (
    select 1
    from season_seats z
    join seasons n on n.org_id = z.org_id and n.season_id = z.season_id
    where z.org_id = ${orgId}
      and z.seat_id = s.seat_id
      and (z.expires_at is null or z.expires_at > ${now})
      and ${isSeasonRunning(sql, now)}
  )
  or exists (
    select 1
    from seat_claims c
    join events e using (org_id, event_id)
    where c.org_id = ${orgId}
      and c.seat_id = s.seat_id
      and (c.expires_at is null or c.expires_at > ${now})
      and e.event_status_id in (${eventStatus.draft}, ${eventStatus.live})
      and coalesce(e.ends_at, e.starts_at + interval '1 day') > ${now}
  )
)`

/**
 * Who has a seat `s`, as `m`: the member of the season that runs, else of the next, else of the last. One row at most, where seasons'
 * holders stand side by side.
 */
export const memberOfSeat = (orgId: OrgId, sql: Db, seat: 's' | 't', now: Date): Fragment => sql`
  left join lateral (
    select b.membership_member_id, b.member_number, b.first_name, b.last_name
    from season_seats z
    join seasons n on n.org_id = z.org_id and n.season_id = z.season_id
    join members b on b.org_id = z.org_id and b.membership_member_id = z.membership_member_id
    where z.org_id = ${orgId}
      and z.seat_id = ${sql(`${seat}.seat_id`)}
    order by ${isSeasonRunning(sql, now)} desc, n.first_day, z.season_id
    limit 1
  ) m on true`
