import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import type { Operation } from '../../operation.ts'
import { decodeCursor, keysetPage } from '../../platform/http/cursor.ts'
import { Cursor, fromMicroseconds, microseconds, NextCursor } from '../../platform/http/keyset.ts'
import { Limit, ListOf, likeNeedle, Search } from '../../platform/http/lists.ts'
import { Id, Input, OneOf } from '../../platform/http/schema.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import type { ListedOrderRow } from './list-event-orders.ts'
import { Order, orderColumns, orderStatuses, toOrder } from './order.ts'
import { orderIdIn } from './order-id.ts'

const Query = Input({
  limit: Limit(100, 20),
  cursor: Cursor,
  event_id: Type.Optional(Id()),
  order_status: Type.Optional(OneOf([...orderStatuses], { description: 'quickest together with event_id' })),
  user_id: Type.Optional(Id({ description: 'the customer' })),
  search: Type.Optional(Search),
})
type Query = Static<typeof Query>

const Reply = ListOf('orders', Order, { next_cursor: NextCursor })
const path = '/v1/manage/orders'

export const listManagedOrders: Operation = (app, { sql }) =>
  app.get(
    path,
    {
      config: { scope: 'orders:manage' },
      schema: {
        operationId: 'listManagedOrders',
        summary: 'List and search orders of all events',
        description:
          'Newest first. `search` matches the customer as they are now (name, e-mail address, mobile number, ' +
          'org_customer_id), or the whole order_id or order_uuid.',
        tags: ['Orders'],
        querystring: Query,
        response: { 200: Reply },
      },
    },
    async ({ orgId, query }) => {
      const { limit, cursor, ...filters } = query
      const bound = { list: 'managed orders', ...filters }
      const after = cursor === undefined ? undefined : decodeCursor(cursor, bound, ['number', 'number'])
      const rows = await findOrders(orgId, sql, query, after as Position | undefined)
      const { has_more, page, next_cursor } = keysetPage(rows, limit, bound, (row) => [row.placed_at, row.order_id])
      return {
        object: 'orders',
        url: path,
        has_more,
        next_cursor,
        data: page.map(toOrder),
      }
    },
  )

type Position = [placedAt: number, orderId: number]

/** The orders of one event come along their index by date, those of all events by number: newest first either way. */
export function findOrders(orgId: OrgId, sql: Db, q: Query, after?: Position) {
  const byDate = q.event_id !== undefined
  return sql<Static<typeof ListedOrderRow>[]>`
    select ${orderColumns(sql)}, ${microseconds(sql, 'created_at')} as placed_at
    from orders
    where org_id = ${orgId}
      ${when(sql, q.event_id, (id) => sql`and event_id = ${id}`)}
      ${when(sql, q.order_status, (status) => sql`and order_status = ${status}`)}
      ${when(sql, q.user_id, (id) => sql`and user_id = ${id}`)}
      ${when(sql, q.search, (search) => sql`and ${matches(orgId, sql, search)}`)}
      ${when(sql, after, ([placedAt, id]) =>
        byDate
          ? sql`and (created_at, order_id) < (${fromMicroseconds(sql, placedAt)}, ${id})`
          : sql`and order_id < ${id}`,
      )}
    order by ${byDate ? sql`created_at desc, order_id desc` : sql`order_id desc`}
    limit ${q.limit + 1}`
}

/** People are looked for among the customers, who have an index for it; an index of orders would cost every sale. */
function matches(orgId: OrgId, sql: Db, search: string) {
  const { order_id, order_uuid } = orderIdIn(search)
  if (order_uuid !== undefined) return sql`order_uuid = ${order_uuid}`
  if (order_id !== undefined && search.length < PHONE_LENGTH) return sql`order_id = ${order_id}`
  return sql`user_id in (
    select c.user_id
    from customers c
    where c.org_id = ${orgId}
      and c.search_text like lower(${likeNeedle(search)})
  )`
}

/** A number of this many digits is looked for among telephone numbers. */
const PHONE_LENGTH = 9
