import type { Sql } from '../../platform/postgres/database.ts'
import { PURGED_AT_ONCE, purgeByOrganisation } from '../../platform/postgres/purge.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import type { SystemClock } from '../../platform/values/clock.ts'
import { DAY_MS } from '../../platform/values/durations.ts'

/** Messages quote people, so they are not kept for longer than a receiver may want them again. */
export const MESSAGES_KEPT_MS = 30 * DAY_MS

/** Deliveries with their attempts first: what is still to be sent must find its message. */
export async function purgeMessages(sql: Sql, systemClock: SystemClock): Promise<number> {
  const before = new Date(systemClock().getTime() - MESSAGES_KEPT_MS)
  await purgeDeliveries(sql, before)
  const due = (isReached: Fragment) => sql`
    select org_id
    from organisations
    where ${isReached}`
  const purge = (orgId: number) => sql`
    delete from webhook_messages
    where org_id = ${orgId}
      and message_id in (
        select message_id
        from webhook_messages
        where org_id = ${orgId}
          and created_at < ${before}
        limit ${PURGED_AT_ONCE}
      )`
  return purgeByOrganisation(sql, due, purge)
}

/** They lie in the order of their age, so that an index of a few blocks finds the old ones, of one organisation or of all. */
function purgeDeliveries(sql: Sql, before: Date): Promise<number> {
  const due = (isReached: Fragment) => sql`
    select org_id
    from webhook_deliveries
    where created_at < ${before}
      and ${isReached}
    limit ${PURGED_AT_ONCE}`
  const purge = (orgId: number) => sql`
    delete from webhook_deliveries
    where org_id = ${orgId}
      and ctid = any (array(
        select ctid
        from webhook_deliveries
        where org_id = ${orgId}
          and created_at < ${before}
        limit ${PURGED_AT_ONCE}
      ))`
  return purgeByOrganisation(sql, due, purge)
}
