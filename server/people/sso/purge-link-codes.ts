import type { Sql } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'

/** Codes and counts whose time is over, in every organisation. */
export async function purgeLinkCodes(sql: Sql, clock: Clock): Promise<number> {
  const now = clock()
  const codes = await sql`
    delete from sso_link_codes c
    using organisations o
    where c.org_id = o.org_id
      and c.expires_at <= ${now}`
  const limits = await sql`
    delete from sso_link_limits l
    using organisations o
    where l.org_id = o.org_id
      and l.window_end <= ${now}`
  return codes.count + limits.count
}
