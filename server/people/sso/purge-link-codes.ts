import type { Sql } from '../../platform/postgres/database.ts'
import { PURGED_AT_ONCE, purgeByOrganisation } from '../../platform/postgres/purge.ts'
import type { Clock } from '../../platform/values/clock.ts'

/** Codes and counts whose time is over. */
export async function purgeLinkCodes(sql: Sql, clock: Clock): Promise<number> {
  const now = clock()
  return (await purgeCodes(sql, now)) + (await purgeLimits(sql, now))
}

function purgeCodes(sql: Sql, now: Date): Promise<number> {
  const due = () => sql`
    select org_id
    from sso_link_codes
    where expires_at <= ${now}
    order by expires_at
    limit ${PURGED_AT_ONCE}`
  const purge = (orgId: number) => sql`
    delete from sso_link_codes
    where org_id = ${orgId}
      and expires_at <= ${now}`
  return purgeByOrganisation(sql, due, purge)
}

function purgeLimits(sql: Sql, now: Date): Promise<number> {
  const due = () => sql`
    select org_id
    from sso_link_limits
    where window_end <= ${now}
    order by window_end
    limit ${PURGED_AT_ONCE}`
  const purge = (orgId: number) => sql`
    delete from sso_link_limits
    where org_id = ${orgId}
      and window_end <= ${now}`
  return purgeByOrganisation(sql, due, purge)
}
