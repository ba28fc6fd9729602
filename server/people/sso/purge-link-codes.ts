import type { Sql } from '../../platform/postgres/database.ts'
import { purgeExpired } from '../../platform/postgres/purge.ts'
import type { SystemClock } from '../../platform/values/clock.ts'

/** Codes and counts whose time is over. */
export async function purgeLinkCodes(sql: Sql, systemClock: SystemClock): Promise<number> {
  const now = systemClock()
  const codes = await purgeExpired(sql, {
    table: 'sso_link_codes',
    column: 'expires_at',
    isOver: sql`expires_at <= ${now}`,
  })
  const limits = await purgeExpired(sql, {
    table: 'sso_link_limits',
    column: 'window_end',
    isOver: sql`window_end <= ${now}`,
  })
  return codes + limits
}
