import type { Sql } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'

/** A basket that came to nothing can be looked at for a week. One that became an order stays with it. */
export const BASKETS_KEPT_MS = 7 * 24 * 3600 * 1000
const BATCH = 5000

/** So many at a time, because an on-sale leaves a hundred thousand; the next turn goes on. */
export async function purgeBaskets(sql: Sql, clock: Clock): Promise<number> {
  const { count } = await sql`
    delete from baskets b
    using (
      select org_id, basket_id
      from baskets
      where basket_status in ('expired', 'abandoned')
        and changed_at < ${new Date(clock().getTime() - BASKETS_KEPT_MS)}
        and not exists (
          select 1
          from orders o
          where o.org_id = baskets.org_id
            and o.basket_id = baskets.basket_id
        )
      order by changed_at
      limit ${BATCH}
      for update skip locked
    ) old
    where b.org_id = old.org_id
      and b.basket_id = old.basket_id`
  return count
}
