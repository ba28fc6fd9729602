import { createHash, randomUUID } from 'node:crypto'
import type { OrgId } from '../../access/principal.ts'
import type { Db, Sql } from '../../platform/postgres/database.ts'
import { base62 } from '../../platform/values/random.ts'
import { findOrdersWithTickets, type OrderWithTickets } from '../../tickets/orders/order.ts'

/**
 * What a request with an Idempotency-Key makes bears its mark. The same request, when it comes before the first answer was
 * noted, can so tell its own order, which is its answer, from one that another request has made of the basket.
 */
export const markOf = (name: string): string =>
  createHash('sha256').update(`checkout ${name}`).digest('hex').slice(0, 32)

/** The mark says whose it is; the random rest makes it another key for every attempt. */
export const newPaymentKey = (mark: string | undefined): string =>
  mark === undefined ? `pay_${base62(24)}` : `${startOf(mark)}${base62(24)}`

/** An order that costs nothing has no payment to bear the mark; its UUID does, as one of version 8 (RFC 9562). */
export const newOrderUuid = (mark: string | undefined): string =>
  mark?.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-8$3-8$4-') ?? randomUUID()

const startOf = (mark: string) => `pay_${mark}_`

/** The confirmed order of a basket, if this very request has made it. */
export async function findOwnOrder(
  orgId: OrgId,
  sql: Sql,
  basketId: string,
  mark: string,
): Promise<OrderWithTickets | undefined> {
  const [order] = await findConfirmed(orgId, sql, basketId)
  const bearsMark = order?.idempotency_key?.startsWith(startOf(mark)) ?? order?.order_uuid === newOrderUuid(mark)
  return order && bearsMark ? (await findOrdersWithTickets(orgId, sql, [order.order_id]))[0] : undefined
}

type MarkedOrder = { order_id: number; order_uuid: string; idempotency_key: string | null }

const findConfirmed = (orgId: OrgId, sql: Db, basketId: string) => sql<MarkedOrder[]>`
  select o.order_id, o.order_uuid, p.idempotency_key
  from orders o
  left join payments p
    on p.org_id = o.org_id and p.order_id = o.order_id and p.payment_status = 'succeeded' and not p.surplus
  where o.org_id = ${orgId}
    and o.basket_id = ${basketId}
    and o.order_status = 'confirmed'`
