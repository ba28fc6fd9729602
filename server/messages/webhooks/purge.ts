import type { Sql } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { DAY_MS } from '../../platform/values/durations.ts'

/** Messages quote people, so they are not kept for longer than somebody may want them again. */
export const MESSAGES_KEPT_MS = 30 * DAY_MS

/** Few enough that nobody waits for the locks of one statement. */
const ROWS_AT_ONCE = 5000

/** Deliveries with their attempts first: what is still to be sent must find its message. */
export async function purgeMessages(sql: Sql, clock: Clock): Promise<number> {
  const before = new Date(clock().getTime() - MESSAGES_KEPT_MS)
  await repeatedly(() => deleteDeliveries(sql, before))
  return repeatedly(() => deleteMessages(sql, before))
}

async function repeatedly(deleteSome: () => Promise<number>): Promise<number> {
  let total = 0
  for (let count = ROWS_AT_ONCE; count === ROWS_AT_ONCE; total += count) count = await deleteSome()
  return total
}

async function deleteDeliveries(sql: Sql, before: Date): Promise<number> {
  const { count } = await sql`
    delete from webhook_deliveries
    where ctid = any (array(
      select ctid
      from webhook_deliveries
      where created_at < ${before}
      limit ${ROWS_AT_ONCE}
    ))`
  return count
}

async function deleteMessages(sql: Sql, before: Date): Promise<number> {
  const { count } = await sql`
    delete from webhook_messages m
    using (
      select w.org_id, w.message_id
      from organisations o
      join webhook_messages w on w.org_id = o.org_id
      where w.created_at < ${before}
      limit ${ROWS_AT_ONCE}
    ) old
    where m.org_id = old.org_id
      and m.message_id = old.message_id`
  return count
}
