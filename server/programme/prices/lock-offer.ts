import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'

/**
 * Locks for a change of a pool, or of one of its prices, always in this order: event, what goes between, pool, price. Buyers go the same way
 * (pool, price, hold), so they never wait for each other in a circle. The event is shared: its currency, venue and map stay put.
 */
export async function lockOffer(
  orgId: OrgId,
  sql: Db,
  offer: { priceCategoryId: number } | { priceId: number },
  between?: (orgId: OrgId, sql: Db, eventId: number) => PromiseLike<unknown>,
) {
  const poolId = 'priceId' in offer ? await findPoolId(orgId, sql, offer.priceId) : offer.priceCategoryId
  if (poolId === undefined) return
  const [event] = await sql<{ event_id: number }[]>`
    select e.event_id
    from events e
    join price_categories c on c.org_id = e.org_id and c.event_id = e.event_id
    where e.org_id = ${orgId}
      and c.price_category_id = ${poolId}
    for share of e`
  if (event) await between?.(orgId, sql, event.event_id)
  await sql`
    select 1
    from price_categories
    where org_id = ${orgId}
      and price_category_id = ${poolId}
    for no key update`
  if (!('priceId' in offer)) return
  await sql`
    select 1
    from prices
    where org_id = ${orgId}
      and price_id = ${offer.priceId}
    for no key update`
}

/** A price never moves to another pool, so what is found here stays true. */
async function findPoolId(orgId: OrgId, sql: Db, priceId: number): Promise<number | undefined> {
  const [price] = await sql<{ price_category_id: number }[]>`
    select price_category_id
    from prices
    where org_id = ${orgId}
      and price_id = ${priceId}`
  return price?.price_category_id
}
