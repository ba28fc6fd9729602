import type { OrgId } from '../access/principal.ts'
import { addItems } from '../baskets/add-items.ts'
import type { Basket } from '../baskets/basket.ts'
import { findDiscount } from '../baskets/basket-discount.ts'
import { HOLD_MS } from '../baskets/basket-life.ts'
import type { SeatChoice } from '../baskets/seat-choice.ts'
import { finish } from '../kit/begin-batch.ts'
import type { Db, Tx } from '../kit/database.ts'
import { ApiError } from '../kit/errors.ts'

/** One line of what staff sell. */
export type SoldItem = { priceId: number } & SeatChoice

type Holding = { basketId: string; discountCode: string | null; items: SoldItem[] }

/**
 * Takes the places of an order into a basket of its own, all of them or none. Undefined when the basket is there already:
 * the same request was here before.
 */
export async function holdItems(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  { basketId, discountCode, items }: Holding,
): Promise<Basket | undefined> {
  const discount = discountCode === null ? null : await findDiscount(orgId, tx, discountCode, now)
  const opened = await tx`
    insert into baskets (org_id, basket_id, discount_id, expires_at, created_at, changed_at)
    values (
      ${orgId}, ${basketId}, ${discount?.discount_id ?? null}, ${new Date(now.getTime() + HOLD_MS)}, ${now}, ${now}
    )
    on conflict (org_id, basket_id) do nothing
    returning 1 as one`
  if (opened.length === 0) return undefined
  let basket: Basket | undefined
  for (const { item, at } of await inOrderOfPools(orgId, tx, items)) {
    const adding = { orgId, basketId, channel: 'boxoffice' as const, ...item }
    const [added] = await finish(await addItems(orgId, tx, now, item.priceId, [adding]))
    if (added instanceof Error) throw named(added, at)
    basket = added
  }
  return basket
}

/** Pools are locked by id, as everybody who needs several locks them. */
async function inOrderOfPools(orgId: OrgId, sql: Db, items: SoldItem[]): Promise<{ item: SoldItem; at: number }[]> {
  const rows = await sql<{ price_id: number; price_category_id: number }[]>`
    select price_id, price_category_id
    from prices
    where org_id = ${orgId}
      and price_id = any (${items.map(({ priceId }) => priceId)}::bigint[])`
  const poolOf = new Map(rows.map((row) => [row.price_id, row.price_category_id]))
  return items
    .map((item, at) => ({ item, at }))
    .sort((a, b) => (poolOf.get(a.item.priceId) ?? 0) - (poolOf.get(b.item.priceId) ?? 0) || a.at - b.at)
}

/** The refusal of one item, with the place where it stood in the request. */
function named(error: Error, at: number): Error {
  if (!(error instanceof ApiError)) return error
  const body = error.toBody('', '')
  const { param } = body.error
  return param === undefined
    ? error
    : ApiError.fromBody({ error: { ...body.error, param: `items[${at}][${param}]`, errors: undefined } })
}
