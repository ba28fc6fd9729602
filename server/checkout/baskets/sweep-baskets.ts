import { eachDue } from '../../access/due-work.ts'
import type { OrgId } from '../../access/principal.ts'
import type { Sql, Tx } from '../../platform/postgres/database.ts'
import type { Clock, Clocks } from '../../platform/values/clock.ts'
import { closeBaskets } from './close-baskets.ts'

const BATCH = 500

/**
 * Ends baskets whose time is up, one organisation after the other; any number of sweepers share the work. Their places have
 * been free since that moment; this only tidies, and tells of orders that expired. Answers how many it ended; one organisation
 * that fails keeps no other waiting.
 */
export async function sweepBaskets(sql: Sql, clocks: Clocks): Promise<number> {
  const due = (now: Date) => ({
    rows: sql`
      select org_id
      from baskets
      where basket_status = 'open'
        and expires_at <= ${now}`,
    oldest: sql`expires_at`,
  })
  return eachDue(sql, clocks, { due, batch: BATCH }, (orgId) => sweepOrganisation(orgId, sql, clocks.clock))
}

const sweepOrganisation = (orgId: OrgId, sql: Sql, clock: Clock): Promise<number> =>
  sql.begin(async (tx) => {
    const expired = await claimExpired(orgId, tx, clock(orgId))
    const ids = expired.map(({ basket_id }) => basket_id)
    if (ids.length > 0) await closeBaskets(orgId, tx, clock, ids, 'expired')
    return ids.length
  }) as Promise<number>

const claimExpired = (orgId: OrgId, tx: Tx, now: Date) => tx<{ basket_id: string }[]>`
  select basket_id
  from baskets
  where org_id = ${orgId}
    and basket_status = 'open'
    and expires_at <= ${now}
  order by expires_at
  limit ${BATCH}
  for no key update skip locked`
