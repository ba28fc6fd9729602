import type { Clock } from '../kit/clock.ts'
import type { Sql } from '../kit/database.ts'

/** Messages quote people, so they are not kept for longer than somebody may want them again. */
export const MESSAGES_KEPT_MS = 30 * 24 * 3600 * 1000

export async function purgeMessages(sql: Sql, clock: Clock): Promise<number> {
  const { count } = await sql`
    delete from webhook_messages m
    using organisations o
    where m.org_id = o.org_id
      and m.created_at < ${new Date(clock().getTime() - MESSAGES_KEPT_MS)}`
  return count
}
