import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { type ByNameAlone, byNameAlone } from '../../platform/http/by-name-alone.ts'
import { decodeCursor, keysetPage } from '../../platform/http/cursor.ts'
import {
  Cursor,
  fromMicroseconds,
  microseconds,
  NextCursor,
  refuseTwoWaysOfPaging,
} from '../../platform/http/keyset.ts'
import { Limit, ListOf, likeNeedle, PageNumber, Search } from '../../platform/http/lists.ts'
import { Id, Input, OneOf, UnixSeconds } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import { requireEvent } from '../../programme/events/require-event.ts'
import { Order, OrderRow, orderColumns, orderStatuses, toOrder } from './order.ts'
import { orderIdIn } from './order-id.ts'

const Params = Input({ event_id: Id() })

const Query = Input({
  page_number: PageNumber,
  limit: Limit(100, 20),
  order_status: Type.Optional(OneOf([...orderStatuses], { description: 'only orders with this status' })),
  search: Type.Optional(Search),
  unix_start: Type.Optional(UnixSeconds({ description: 'only orders placed after this Unix time' })),
  unix_end: Type.Optional(UnixSeconds({ description: 'only orders placed before this Unix time' })),
  cursor: Cursor,
})
type Query = Static<typeof Query>

const Reply = ListOf('orders', Order, { event_id: Type.String(), next_cursor: NextCursor })

export const ListedOrderRow = Type.Object({ ...OrderRow.properties, placed_at: Type.Integer() })
type ListedOrderRow = Static<typeof ListedOrderRow>

export const listEventOrders: Operation = (app, { sql }) =>
  app.get(
    '/v1/events/:event_id/orders',
    {
      config: { scope: 'orders:read' },
      schema: {
        operationId: 'listEventOrders',
        summary: 'List the orders placed on an event',
        description: [
          'Oldest first. `search` matches part of the name or the e-mail address, or the whole order_id or order_uuid;',
          'for callers without customers:read it does not look at addresses.',
          'A full synchronisation goes by `next_cursor`: its pages cost the same however deep they are.',
        ].join(' '),
        tags: ['Orders'],
        params: Params,
        querystring: Query,
        response: { 200: Reply },
      },
    },
    async ({ orgId, params: { event_id }, query, may }) => {
      refuseTwoWaysOfPaging(query)
      const { page_number: _page, limit, cursor, ...filters } = query
      const bound = { list: 'orders', event_id, ...filters }
      const after = cursor === undefined ? undefined : decodeCursor(cursor, bound, ['number', 'number'])
      const sought = { ...query, ...byNameAlone(may, query) }
      const rows = await findEventOrders(orgId, sql, event_id, sought, after as Position | undefined).freshPlan()
      if (rows.length === 0) await requireEvent(orgId, sql, event_id)
      const { has_more, page, next_cursor } = keysetPage(rows, limit, bound, (row) => [row.placed_at, row.order_id])
      return {
        object: 'orders',
        url: `/v1/events/${event_id}/orders`,
        has_more,
        event_id: String(event_id),
        next_cursor,
        data: page.map(toOrder),
      }
    },
  )

type Position = [placedAt: number, orderId: number]

/** The page is found along the index before its rows are read, so that what it leaves behind costs as little as can be. */
export const findEventOrders = (orgId: OrgId, sql: Db, eventId: number, q: Query & ByNameAlone, after?: Position) =>
  sql<ListedOrderRow[]>`
  select ${orderColumns(sql)}, ${microseconds(sql, 'created_at')} as placed_at
  from orders
  where org_id = ${orgId}
    and order_id = any (array(
      select order_id
      from orders
      where org_id = ${orgId}
        and event_id = ${eventId}
        ${when(sql, q.order_status, (status) => sql`and order_status = ${status}`)}
        ${when(sql, q.unix_start, (unix) => sql`and created_at > to_timestamp(${unix})`)}
        ${when(sql, q.unix_end, (unix) => sql`and created_at < to_timestamp(${unix})`)}
        ${when(sql, q.search, (search) => sql`and ${matches(sql, search, q)}`)}
        ${when(sql, after, ([placedAt, id]) => sql`and (created_at, order_id) > (${fromMicroseconds(sql, placedAt)}, ${id})`)}
      order by created_at, order_id
      limit ${q.limit + 1}
      offset ${(q.page_number - 1) * q.limit}
    ))
  order by created_at, order_id`

/** Part of a name is looked for in the orders of one event; docs/schema.md says why they have no index of their own. */
function matches(sql: Db, search: string, { isByNameAlone }: ByNameAlone) {
  const { order_id, order_uuid } = orderIdIn(search)
  if (order_uuid !== undefined) return sql`order_uuid = ${order_uuid}`
  const address = isByNameAlone ? sql`` : sql`, email_address`
  const text = sql`lower(concat_ws(' ', first_name, last_name${address})) like lower(${likeNeedle(search)})`
  return order_id === undefined ? text : sql`(${text} or order_id = ${order_id})`
}
