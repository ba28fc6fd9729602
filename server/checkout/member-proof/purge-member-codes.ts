import type { Sql } from '../../platform/postgres/database.ts'
import { purgeExpired } from '../../platform/postgres/purge.ts'
import type { SystemClock } from '../../platform/values/clock.ts'

/** Codes whose time is over. */
export const purgeMemberCodes = (sql: Sql, systemClock: SystemClock): Promise<number> =>
  purgeExpired(sql, { table: 'member_codes', column: 'expires_at', isOver: sql`expires_at <= ${systemClock()}` })
