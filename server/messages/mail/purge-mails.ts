import type { Sql } from '../../platform/postgres/database.ts'
import { purgeExpired } from '../../platform/postgres/purge.ts'
import type { SystemClock } from '../../platform/values/clock.ts'
import { DAY_MS } from '../../platform/values/durations.ts'

/** What is left of a mail by then is that there was one. It is kept so that a message id is not used twice. */
export const MAILS_KEPT_MS = 30 * DAY_MS

export function purgeMails(sql: Sql, systemClock: SystemClock): Promise<number> {
  const before = new Date(systemClock().getTime() - MAILS_KEPT_MS)
  const isOver = sql`created_at < ${before} and mail_status <> 'pending'`
  return purgeExpired(sql, { table: 'mails', column: 'created_at', isOver })
}
