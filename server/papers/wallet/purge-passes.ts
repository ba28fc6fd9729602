import type { Sql } from '../../platform/postgres/database.ts'
import { PURGED_AT_ONCE, purgeByOrganisation } from '../../platform/postgres/purge.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import type { SystemClock } from '../../platform/values/clock.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { wasOverBefore } from '../../programme/stock/sold-until.ts'

/** Long enough for an event that is put off by some weeks to reach the phones after all. */
const KEPT_AFTER_EVENT_MS = 90 * DAY_MS

/** Forgets which phones hold the passes of events and memberships that are long over: nothing about them changes any more. */
export async function purgePasses(sql: Sql, systemClock: SystemClock): Promise<number> {
  const before = new Date(systemClock().getTime() - KEPT_AFTER_EVENT_MS)
  return (await purgeTickets(sql, before)) + (await purgeCards(sql, before))
}

function purgeCards(sql: Sql, before: Date): Promise<number> {
  const due = (isReached: Fragment) => sql`
    select org_id
    from member_passes p
    join members m using (org_id, membership_member_id)
    where m.expires < ${before}
      and ${isReached}
    limit ${PURGED_AT_ONCE}`
  const purge = (orgId: number) => sql`
    delete from member_passes p
    using members m
    where p.org_id = ${orgId}
      and m.org_id = ${orgId}
      and m.membership_member_id = p.membership_member_id
      and m.expires < ${before}`
  return purgeByOrganisation(sql, due, purge)
}

function purgeTickets(sql: Sql, before: Date): Promise<number> {
  const due = (isReached: Fragment) => sql`
    select org_id
    from wallet_passes p
    join tickets t using (org_id, ticket_id)
    join events e using (org_id, event_id)
    where ${wasOverBefore(sql, 'e', before)}
      and ${isReached}
    limit ${PURGED_AT_ONCE}`
  const purge = (orgId: number) => sql`
    delete from wallet_passes p
    using tickets t, events e
    where p.org_id = ${orgId}
      and t.org_id = ${orgId}
      and t.ticket_id = p.ticket_id
      and e.org_id = ${orgId}
      and e.event_id = t.event_id
      and ${wasOverBefore(sql, 'e', before)}`
  return purgeByOrganisation(sql, due, purge)
}
