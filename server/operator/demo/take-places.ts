import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import type { PlacedOrder } from './order-rows.ts'

/** What orders add to counters elsewhere, by id. */
export type DemoTally = { pools: Map<number, number>; prices: Map<number, number>; discounts: Map<number, number> }

export const emptyTally = (): DemoTally => ({ pools: new Map(), prices: new Map(), discounts: new Map() })

const POOLS_MAX = 100_000

export const isFull = ({ pools }: DemoTally): boolean => pools.size > POOLS_MAX

const raise = (counts: Map<number, number>, id: number, by: number) => counts.set(id, (counts.get(id) ?? 0) + by)

/** The places of reserved and active tickets, in their pools and in the prices that have a limit. */
export function tallyOrders({ pools, prices, discounts }: DemoTally, orders: PlacedOrder[]): void {
  for (const { lines, discounted, discountId } of orders) {
    if (discounted) raise(discounts, discountId, 1)
    for (const { price, tickets } of lines) {
      const places = tickets.filter(
        ({ statusId }) => statusId === ticketStatus.reserved || statusId === ticketStatus.active,
      ).length
      raise(pools, price.price_category_id, places)
      if (price.limited) raise(prices, price.price_id, places)
    }
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
