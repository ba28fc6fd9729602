import type { Sql } from '../../platform/postgres/database.ts'
import { PURGED_AT_ONCE, purgeByOrganisation } from '../../platform/postgres/purge.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import type { SystemClock } from '../../platform/values/clock.ts'
import { DAY_MS } from '../../platform/values/durations.ts'

/** A basket that came to nothing can be looked at for a week. One that became an order stays with it. */
export const BASKETS_KEPT_MS = 7 * DAY_MS

/** So many at a time, because an on-sale leaves a hundred thousand. */
export function purgeBaskets(sql: Sql, systemClock: SystemClock): Promise<number> {
  const before = new Date(systemClock().getTime() - BASKETS_KEPT_MS)
  const isOver = sql`basket_status in ('expired', 'abandoned') and changed_at < ${before}`
  const hasNoOrder = (ofOrganisation: Fragment) => sql`
    not exists (
      select 1
      from orders o
      where o.org_id = ${ofOrganisation}
        and o.basket_id = b.basket_id
    )`
  const due = (isReached: Fragment) => sql`
    select org_id
    from baskets b
    where ${isOver}
      and ${isReached}
      and ${hasNoOrder(sql`b.org_id`)}
    order by changed_at
    limit ${PURGED_AT_ONCE}`
  const purge = (orgId: number) => sql`
    delete from baskets
    where org_id = ${orgId}
      and basket_id in (
        select basket_id
        from baskets b
        where org_id = ${orgId}
          and ${isOver}
          and ${hasNoOrder(sql`${orgId}`)}
        order by changed_at
        limit ${PURGED_AT_ONCE}
        for update skip locked
      )`
  return purgeByOrganisation(sql, due, purge)
}
