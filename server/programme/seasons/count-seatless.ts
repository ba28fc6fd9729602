import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { StockError } from '../stock/errors.ts'
import { reclaimExpiredHolds } from '../stock/reclaim-expired-holds.ts'
import { isComing, lockSeason } from './lock-season.ts'

/**
 * Counts members of a season who have no seat, or counts them off, in the category that the season names, at each of its events to come
 * that has one. Members of a season that names none count nowhere.
 */
export async function countSeatlessMembers(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  seasonId: number,
  members: number,
): Promise<void> {
  await lockSeason(orgId, tx, seasonId, 'shared')
  const pools = await lockCounted(orgId, tx, now, seasonId)
  if (pools.length === 0) return
  if (members > 0) await makeRoom(orgId, tx, now, pools, members)
  await tx`
    update price_categories
    set season = season + ${members}
    where org_id = ${orgId}
      and price_category_id = any (${pools.map(({ price_category_id }) => price_category_id)}::bigint[])`
}

type Pool = { price_category_id: number; event_id: number; places_left: number }

const lockCounted = (orgId: OrgId, tx: Tx, now: Date, seasonId: number) => tx<Pool[]>`
  select c.price_category_id, c.event_id, c.capacity - c.sold - c.held - c.season as places_left
  from price_categories c
  where c.org_id = ${orgId}
    and c.price_category_id in (
      select v.price_category_id
      from season_events v
      join events e on e.org_id = v.org_id and e.event_id = v.event_id
      where v.org_id = ${orgId}
        and v.season_id = ${seasonId}
        and ${isComing(tx, 'e', now)}
    )
  order by c.price_category_id
  for no key update`

async function makeRoom(orgId: OrgId, tx: Tx, now: Date, pools: Pool[], members: number): Promise<void> {
  for (const { price_category_id: poolId, event_id, places_left } of pools) {
    if (places_left >= members) continue
    await reclaimExpiredHolds(orgId, tx, poolId, now)
    const [pool] = await tx<{ places_left: number }[]>`
      select capacity - sold - held - season as places_left
      from price_categories
      where org_id = ${orgId}
        and price_category_id = ${poolId}`
    if ((pool?.places_left ?? 0) >= members) continue
    throw new StockError('sold_out', {
      message: 'An event of the season has no place left for it.',
      event_ids: [event_id],
      available: Math.max(0, pool?.places_left ?? 0),
    })
  }
}
