import type { OrgId } from '../access/principal.ts'
import type { Clock } from '../kit/clock.ts'
import type { Tx } from '../kit/database.ts'
import { publishAll } from '../webhooks/publish.ts'

type SoldOutRow = { event_id: number; title: string }

/** Tells of an event when the last place of its last open category is sold. Held places may still come back, sold ones do not. */
export async function tellSoldOut(
  orgId: OrgId,
  tx: Tx,
  clock: Clock,
  pools: { event_id: number; left: number }[],
): Promise<void> {
  const candidates = [...new Set(pools.filter(({ left }) => left === 0).map(({ event_id }) => event_id))]
  if (candidates.length === 0) return
  await oneAfterTheOther(orgId, tx, candidates)
  const events = await tx<SoldOutRow[]>`
    select e.event_id, e.title
    from events e
    where e.org_id = ${orgId}
      and e.event_id = any (${candidates}::bigint[])
      and not exists (
        select 1
        from price_categories c
        where c.org_id = e.org_id
          and c.event_id = e.event_id
          and c.price_category_status = 'active'
          and c.sold < c.capacity
      )`
  const messages = events.map(({ event_id, title }) => ({
    type: 'event.sold_out' as const,
    data: { event: { event_id: String(event_id), title } },
  }))
  await publishAll(orgId, tx, clock, messages)
}

/**
 * Two who sell the last places of two categories at once would each see the other's as unsold, and nobody would tell. The
 * second waits until the first has committed, and then sees it. A lock of its own, which nobody holds who waits for a pool.
 */
const oneAfterTheOther = (orgId: OrgId, tx: Tx, eventIds: number[]) => tx`
  select pg_advisory_xact_lock(hashtextextended('sold out ' || ${orgId}::bigint || ' ' || event_id, 0))
  from (
    select event_id
    from unnest(${eventIds}::bigint[]) as candidates (event_id)
    order by event_id
  ) as ordered`
