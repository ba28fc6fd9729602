import type { OrgId } from '../../access/principal.ts'
import { publishingSelected } from '../../messages/webhooks/publish.ts'
import type { Unsent } from '../../platform/batches/begin-batch.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'

/**
 * Tells of an event when the last place of its last open category is sold. Held places may still come back, sold ones do
 * not. To be sent behind the sale of these pools: whether it was the last place, the statements find out by themselves.
 */
export function tellSoldOut(orgId: OrgId, tx: Tx, clock: Clock, sold: { price_category_id: number }[]): Unsent[] {
  const pools = [...new Set(sold.map(({ price_category_id }) => price_category_id))]
  return [oneAfterTheOther(orgId, tx, pools), publishingSelected(orgId, tx, clock, soldOutEvents(orgId, tx, pools))]
}

const soldOutEvents = (orgId: OrgId, tx: Tx, pools: number[]) => tx`
  select 'event.sold_out' as type,
    json_build_object('event', json_build_object('event_id', e.event_id::text, 'title', e.title)) as data,
    e.event_id as place
  from events e
  where e.org_id = ${orgId}
    and e.event_id in (${justSoldOut(orgId, tx, pools)})
    and not exists (
      select 1
      from price_categories c
      where c.org_id = e.org_id
        and c.event_id = e.event_id
        and c.price_category_status = 'active'
        and c.sold < c.capacity
    )`

const justSoldOut = (orgId: OrgId, tx: Tx, pools: number[]) => tx`
  select event_id
  from price_categories
  where org_id = ${orgId}
    and price_category_id = any (${pools}::bigint[])
    and sold = capacity`

/**
 * Two who sell the last places of two categories at once would each see the other's as unsold, and nobody would tell. The
 * second waits until the first has committed, and then sees it. A lock of its own, which nobody holds who waits for a pool.
 */
const oneAfterTheOther = (orgId: OrgId, tx: Tx, pools: number[]) => tx`
  select pg_advisory_xact_lock(hashtextextended('sold out ' || ${orgId}::bigint || ' ' || event_id, 0))
  from (
    ${justSoldOut(orgId, tx, pools)}
    group by event_id
    order by event_id
  ) as ordered`
