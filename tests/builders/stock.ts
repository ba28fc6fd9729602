import { randomUUID } from 'node:crypto'
import type { OrgId } from '../../server/access/principal.ts'
import type { Db, Sql, Tx } from '../../server/platform/postgres/database.ts'

/** Rows as a basket and a checkout leave them, for tests of what looks at stock. Amounts do not matter here. */

type PriceKeys = { event_id: number; price_category_id: number; currency: string; price_minor: number }

async function findPrice(sql: Db, orgId: OrgId, priceId: number): Promise<PriceKeys> {
  const [price] = await sql<PriceKeys[]>`
    select p.event_id, p.price_category_id, e.currency, p.price_minor
    from prices p
    join events e on e.org_id = p.org_id and e.event_id = p.event_id
    where p.org_id = ${orgId}
      and p.price_id = ${priceId}`
  if (!price) throw new Error(`no price ${priceId}`)
  return price
}

async function count(sql: Db, orgId: OrgId, priceId: number, places: { sold?: number; held?: number }): Promise<void> {
  const { sold = 0, held = 0 } = places
  const { price_category_id } = await findPrice(sql, orgId, priceId)
  await sql`
    update price_categories
    set sold = sold + ${sold}, held = held + ${held}
    where org_id = ${orgId}
      and price_category_id = ${price_category_id}`
  await sql`
    update prices
    set sold = sold + ${sold}, held = held + ${held}
    where org_id = ${orgId}
      and price_id = ${priceId}
      and limit_places is not null`
}

/** A basket with one item that keeps places until `expiresAt`; without it, for as long as its order is being paid. */
export function holdPlaces(
  sql: Sql,
  orgId: OrgId,
  priceId: number,
  places: number,
  expiresAt?: Date,
): Promise<unknown> {
  return sql.begin(async (tx) => {
    const { event_id, price_category_id, price_minor } = await findPrice(tx, orgId, priceId)
    const basketId = randomUUID()
    const createdAt = new Date(0)
    await tx`
      insert into baskets (org_id, basket_id, event_id, expires_at, created_at)
      values (${orgId}, ${basketId}, ${event_id}, ${expiresAt ?? new Date('2100-01-01')}, ${createdAt})`
    const [item] = await tx<{ basket_item_id: number }[]>`
      insert into basket_items (
        org_id, basket_id, event_id, price_category_id, price_id, quantity, places, price_minor, rebate_minor,
        service_fee_minor, service_tax_minor
      ) values (
        ${orgId}, ${basketId}, ${event_id}, ${price_category_id}, ${priceId}, ${places}, ${places}, ${price_minor}, 0, 0, 0
      )
      returning basket_item_id`
    await tx`
      insert into holds (org_id, basket_id, basket_item_id, price_category_id, price_id, places, expires_at)
      values (
        ${orgId}, ${basketId}, ${item?.basket_item_id ?? 0}, ${price_category_id}, ${priceId}, ${places},
        ${expiresAt ?? null}
      )`
    await count(tx, orgId, priceId, { held: places })
  })
}

type Order = { status?: 'pending' | 'confirmed' | 'expired'; refundedMinor?: number }

/** An order with one ticket a place. */
export const sellPlaces = (sql: Sql, orgId: OrgId, priceId: number, places: number, order?: Order): Promise<unknown> =>
  sql.begin((tx) => sellWithin(tx, orgId, priceId, places, order))

/** The same, within a transaction that goes on. */
export async function sellWithin(tx: Tx, orgId: OrgId, priceId: number, places: number, order: Order = {}) {
  const { status = 'confirmed', refundedMinor = 0 } = order
  const { event_id, price_category_id, currency, price_minor } = await findPrice(tx, orgId, priceId)
  const total = places * price_minor
  const [made] = await tx<{ order_id: number }[]>`
    insert into orders (org_id, event_id, order_status, currency, price_minor, total_minor, refunded_minor, confirmed_at)
    values (
      ${orgId}, ${event_id}, ${status}, ${currency}, ${total}, ${total}, ${refundedMinor},
      ${status === 'confirmed' ? new Date(0) : null}
    )
    returning order_id`
  const orderId = made?.order_id ?? 0
  const [line] = await tx<{ order_line_id: number }[]>`
    insert into order_lines (org_id, order_id, event_id, price_category_id, price_id, quantity, places, price_minor)
    values (${orgId}, ${orderId}, ${event_id}, ${price_category_id}, ${priceId}, ${places}, ${places}, ${price_minor})
    returning order_line_id`
  if (status !== 'confirmed') return
  await tx`
    insert into tickets (org_id, event_id, order_id, order_line_id, price_category_id, price_id, price_minor, barcode)
    select ${orgId}, ${event_id}, ${orderId}, ${line?.order_line_id ?? 0}, ${price_category_id}, ${priceId},
      ${price_minor}, gen_random_uuid()::text
    from generate_series(1, ${places}::integer)`
  await count(tx, orgId, priceId, { sold: places })
}
