import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { DemoOrder } from './order.ts'

/** What orders add to counters elsewhere, by id: places of pools and of prices with a limit, uses of discounts. */
export type DemoTally = { pools: Map<number, number>; prices: Map<number, number>; discounts: Map<number, number> }

export const emptyTally = (): DemoTally => ({ pools: new Map(), prices: new Map(), discounts: new Map() })

const POOLS_MAX = 100_000

export const isFull = ({ pools }: DemoTally): boolean => pools.size > POOLS_MAX

const raise = (counts: Map<number, number>, id: number, by: number) => counts.set(id, (counts.get(id) ?? 0) + by)

/** Reserved and active tickets have a place. */
export function tallyOrder({ pools, prices, discounts }: DemoTally, { lines, outcome, discountId }: DemoOrder): void {
  if (discountId !== null) raise(discounts, discountId, 1)
  if (outcome !== 'confirmed' && outcome !== 'partly refunded' && outcome !== 'pending') return
  for (const [n, { price, quantity }] of lines.entries()) {
    const { price_category_id: pool, price_id: priceId } = price
    if (typeof pool !== 'number' || typeof priceId !== 'number')
      throw new Error('an order is for prices that are written')
    // Of an order that was refunded in part, the first place is free again.
    const places = quantity * price.tickets_included - (outcome === 'partly refunded' && n === 0 ? 1 : 0)
    raise(pools, pool, places)
    if (price.limited) raise(prices, priceId, places)
  }
}

/**
 * Seldom and not with every block: until the transaction ends, each change of a row leaves a version behind that every later
 * foreign key has to step over. Where more is asked for than there is, the pool grows and is sold out: demo data is made by
 * the million, and no stadium has that many places.
 */
export async function takePlaces(orgId: OrgId, tx: Db, { pools, prices, discounts }: DemoTally): Promise<void> {
  await tx`
    update price_categories c
    set sold = c.sold + d.places,
      capacity = greatest(c.capacity, c.sold + c.held + d.places)
    from unnest(${[...pools.keys()]}::bigint[], ${[...pools.values()]}::bigint[]) as d (price_category_id, places)
    where c.org_id = ${orgId}
      and c.price_category_id = d.price_category_id`
  await tx`
    update prices p
    set sold = p.sold + d.places,
      limit_places = greatest(p.limit_places, p.sold + p.held + d.places)
    from unnest(${[...prices.keys()]}::bigint[], ${[...prices.values()]}::bigint[]) as d (price_id, places)
    where p.org_id = ${orgId}
      and p.price_id = d.price_id
      and p.limit_places is not null`
  await tx`
    update discounts c
    set used = c.used + d.uses
    from unnest(${[...discounts.keys()]}::bigint[], ${[...discounts.values()]}::bigint[]) as d (discount_id, uses)
    where c.org_id = ${orgId}
      and c.discount_id = d.discount_id`
  for (const counts of [pools, prices, discounts]) counts.clear()
}
