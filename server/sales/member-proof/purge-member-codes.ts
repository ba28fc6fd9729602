import type { Sql } from '../../platform/postgres/database.ts'
import { PURGED_AT_ONCE, purgeByOrganisation } from '../../platform/postgres/purge.ts'
import type { Clock } from '../../platform/values/clock.ts'

/** Codes whose time is over. */
export function purgeMemberCodes(sql: Sql, clock: Clock): Promise<number> {
  const now = clock()
  const due = () => sql`
    select org_id
    from member_codes
    where expires_at <= ${now}
    order by expires_at
    limit ${PURGED_AT_ONCE}`
  const purge = (orgId: number) => sql`
    delete from member_codes
    where org_id = ${orgId}
      and expires_at <= ${now}`
  return purgeByOrganisation(sql, due, purge)
}
