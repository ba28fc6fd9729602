import { eachDue } from '../../access/due-work.ts'
import type { OrgId } from '../../access/principal.ts'
import type { Sql } from '../../platform/postgres/database.ts'
import type { Clocks } from '../../platform/values/clock.ts'
import { freeExpiredKept } from './kept-seats.ts'

const BATCH = 500

/**
 * Tidies seats away that are no longer kept. They have been free since that moment; any number of sweepers share the work. Answers how many
 * these were.
 */
export async function sweepKeptSeats(sql: Sql, clocks: Clocks): Promise<number> {
  const due = (now: Date) => ({
    rows: sql`
      select org_id
      from season_seats
      where kept_for_member_id is not null
        and basket_item_id is null
        and kept_until <= ${now}`,
    oldest: sql`kept_until`,
  })
  return eachDue(sql, clocks, { due, batch: BATCH }, (orgId) => sweepOrganisation(orgId, sql, clocks))
}

const sweepOrganisation = (orgId: OrgId, sql: Sql, { clock }: Clocks): Promise<number> =>
  sql.begin((tx) => {
    const now = clock(orgId)
    const someExpired = tx`(k.season_id, k.seat_id) in (
      select e.season_id, e.seat_id
      from season_seats e
      where e.org_id = ${orgId}
        and e.kept_for_member_id is not null
        and e.basket_item_id is null
        and e.kept_until <= ${now}
      order by e.kept_until
      limit ${BATCH}
    )`
    return freeExpiredKept(orgId, tx, now, someExpired)
  }) as Promise<number>
