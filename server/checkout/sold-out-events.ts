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
