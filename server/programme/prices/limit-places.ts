import type { ChangeContext } from '../../resources/change-row.ts'
import { conflictOn } from '../../resources/constraints.ts'
import { ticketStatus } from '../statuses.ts'
import { reclaimExpiredHolds } from '../stock/reclaim-expired-holds.ts'
import type { PriceRow } from './price.ts'

export const PLACES_MAX = 10_000_000

type LimitColumns = { limit_places: number | null; sold: number; held: number }

/**
 * A price's own limit comes with counters that exist only while there is one, so they are counted here, from tickets and
 * holds. The pool's row is locked: no buyer takes or gives back a place of it meanwhile.
 */
export async function limitColumns(
  at: ChangeContext,
  price: PriceRow,
  limitPlaces: number | null,
): Promise<LimitColumns> {
  if (limitPlaces === null) return { limit_places: null, sold: 0, held: 0 }
  const { orgId, tx, clock } = at
  const { price_id, price_category_id, event_id } = price
  await reclaimExpiredHolds(orgId, tx, price_category_id, clock(orgId))
  const [count] = await tx<{ sold: number; held: number }[]>`
    select (
      select count(*)
      from tickets
      where org_id = ${orgId}
        and event_id = ${event_id}
        and price_category_id = ${price_category_id}
        and price_id = ${price_id}
        and ticket_status_id in (${ticketStatus.reserved}, ${ticketStatus.active})
    ) as sold, (
      select coalesce(sum(places), 0)::bigint
      from holds
      where org_id = ${orgId}
        and price_category_id = ${price_category_id}
        and price_id = ${price_id}
    ) as held`
  const { sold = 0, held = 0 } = count ?? {}
  if (limitPlaces < sold + held) {
    const message = `limit_places must be at least ${sold + held}: ${sold} places are sold and ${held} are held.`
    throw conflictOn('limit_places', message)()
  }
  return { limit_places: limitPlaces, sold, held }
}
