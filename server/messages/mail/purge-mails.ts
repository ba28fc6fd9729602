import type { Sql } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { DAY_MS } from '../../platform/values/durations.ts'

/** What is left of a mail by then is that there was one. It is kept so that a message id is not used twice. */
export const MAILS_KEPT_MS = 30 * DAY_MS

export async function purgeMails(sql: Sql, clock: Clock): Promise<number> {
  const { count } = await sql`
    delete from mails
    where created_at < ${new Date(clock().getTime() - MAILS_KEPT_MS)}
      and mail_status <> 'pending'`
  return count
}
