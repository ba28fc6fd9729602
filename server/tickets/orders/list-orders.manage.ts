import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { findCustomerOf, isNameOfMany } from '../../people/customers/search-customers.ts'
import { type ByNameAlone, byNameAlone } from '../../platform/http/by-name-alone.ts'
import { decodeCursor, keysetPage } from '../../platform/http/cursor.ts'
import { Cursor, fromMicroseconds, microseconds, NextCursor } from '../../platform/http/keyset.ts'
import { Limit, ListOf, likeNeedle, Search } from '../../platform/http/lists.ts'
import { Id, Input, OneOf, UnixSeconds } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import { TagField } from '../../resources/fields.ts'
import { findSeatsBy } from '../tickets/seat-words.ts'
import { orderColumns, orderStatuses, salesChannels } from './order.ts'
import { ListedOrder, TaggedOrderRow, withContents } from './order-contents.ts'
import { orderIdIn } from './order-id.ts'
import { byWalkUp, isWalkUp } from './walk-ups.ts'

/** What the list can be narrowed by. */
export const OrderFilters = Input({
  event_id: Type.Optional(Id()),
  price_id: Type.Optional(Id({ description: 'orders with a line of this price' })),
  order_status: Type.Optional(OneOf([...orderStatuses])),
  sales_channel: Type.Optional(OneOf([...salesChannels])),
  unix_start: Type.Optional(UnixSeconds({ description: 'only orders placed after this Unix time' })),
  unix_end: Type.Optional(UnixSeconds({ description: 'only orders placed before this Unix time' })),
  user_id: Type.Optional(Id({ description: 'the customer' })),
  tag: Type.Optional(TagField),
  search: Type.Optional(Search),
})
export type OrderFilters = Static<typeof OrderFilters>

const Query = Input({ limit: Limit(100, 20), cursor: Cursor, ...OrderFilters.properties })

const Reply = ListOf('orders', ListedOrder, { next_cursor: NextCursor })
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
          'org_customer_id), a name that was given at the counter, a seat (`Row K, seat 12`), the last four digits of the card, or the whole order_id or order_uuid.',
        tags: ['Orders'],
        querystring: Query,
        response: { 200: Reply },
      },
    },
    async ({ orgId, query, may }) => {
      const { limit, cursor, ...filters } = query
      const bound = { list: 'managed orders', ...filters }
      const after = cursor === undefined ? undefined : decodeCursor(cursor, bound, ['number', 'number'])
      const sought = { ...query, ...byNameAlone(may, query) }
      const rows = await findOrderPage(orgId, sql, sought, after as OrderPosition | undefined)
      const { has_more, page, next_cursor } = keysetPage(rows, limit, bound, (row) => [row.placed_at, row.order_id])
      return {
        object: 'orders',
        url: path,
        has_more,
        next_cursor,
        data: await withContents(orgId, sql, page),
      }
    },
  )

export type OrderPosition = [placedAt: number, orderId: number]

/** One order more than the limit, where there is one. */
export async function findOrderPage(
  orgId: OrgId,
  sql: Db,
  query: OrderFilters & ByNameAlone & { limit: number },
  after: OrderPosition | undefined,
) {
  return findOrders(orgId, sql, { ...query, found: await matchesOf(orgId, sql, query) }, after)
}

async function matchesOf(
  orgId: OrgId,
  sql: Db,
  { search, tag, isByNameAlone }: OrderFilters & ByNameAlone,
): Promise<SearchMatches> {
  if (search === undefined) return NO_MATCHES
  if (isByNameAlone) return { ...NO_MATCHES, isByNameAlone, seatIds: await findSeatsBy(orgId, sql, search) }
  const matches = await lookAhead(orgId, sql, search)
  return matches.isCommon && tag !== undefined
    ? { ...matches, isTagCommon: await isTagOfMany(orgId, sql, tag, NAMED_MAX) }
    : matches
}

/**
 * The customer whose whole e-mail address is searched for; else seats that a search names, and whether too many customers are called like
 * it for looking up what each of them bought.
 */
type SearchMatches = ByNameAlone & {
  userId?: number
  seatIds: number[]
  isCommon: boolean
  isTagCommon?: boolean
}
type Sought = OrderFilters & { found: SearchMatches }

const NO_MATCHES: SearchMatches = { seatIds: [], isCommon: false }
/** With more of them, a page is found sooner by going through the newest orders: one in some hundreds is theirs. */
const NAMED_MAX = 5000

async function lookAhead(orgId: OrgId, sql: Db, search: string): Promise<SearchMatches> {
  const userId = await findCustomerOf(orgId, sql, search)
  if (userId !== undefined) return { ...NO_MATCHES, userId }
  const seatIds = await findSeatsBy(orgId, sql, search)
  return { seatIds, isCommon: await isNameOfMany(orgId, sql, search, NAMED_MAX) }
}

export const ManagedOrderRow = Type.Object({ ...TaggedOrderRow.properties, placed_at: Type.Integer() })

/** By date, and by number at the same moment only: two cells, or two nodes of a cluster, give numbers in no common order. */
export function findOrders(orgId: OrgId, sql: Db, q: Sought & { limit: number }, after?: OrderPosition) {
  return sql<Static<typeof ManagedOrderRow>[]>`
    select ${orderColumns(sql)}, tags, ${microseconds(sql, 'created_at')} as placed_at
    from orders
    where org_id = ${orgId}
      ${conditions(orgId, sql, q)}
      ${when(sql, after, ([placedAt, id]) => sql`and (created_at, order_id) < (${fromMicroseconds(sql, placedAt)}, ${id})`)}
    order by created_at desc, order_id desc
    limit ${q.limit + 1}`.freshPlan()
}

const conditions = (orgId: OrgId, sql: Db, q: Sought): Fragment => sql`
    ${when(sql, q.event_id, (id) => sql`and event_id = ${id}`)}
    ${when(sql, q.price_id, (id) => sql`and order_id in (${byPrice(orgId, sql, id)})`)}
    ${when(sql, q.order_status, (status) => sql`and order_status = ${status}`)}
    ${q.order_status === 'pending' && q.event_id === undefined ? sql`and ${isPendingSomewhere(orgId, sql)}` : sql``}
    ${when(sql, q.sales_channel, (channel) => sql`and sales_channel = ${channel}`)}
    ${when(sql, q.user_id, (id) => sql`and user_id = ${id}`)}
    ${when(sql, q.unix_start, (unix) => sql`and created_at > to_timestamp(${unix})`)}
    ${when(sql, q.unix_end, (unix) => sql`and created_at < to_timestamp(${unix})`)}
    ${when(sql, q.tag, (tag) => (q.found.isTagCommon ? hasTag(sql, tag) : sql`and tags @> array[${tag}]::text[] and tags <> '{}'`))}
    ${when(sql, q.search, (search) => sql`and ${matches(orgId, sql, search, q.found)}`)}`

/** Out of the index's sight, which would have the name of each of very many looked up: 1 s at 100,000 (bench/console-lists.ts). */
const hasTag = (sql: Db, tag: string): Fragment => sql`and (tags || '{}') @> array[${tag}]::text[]`

async function isTagOfMany(orgId: OrgId, sql: Db, tag: string, most: number): Promise<boolean> {
  const [tagged] = await sql<{ orders: number }[]>`
    select count(*)::integer as orders
    from (
      select order_id
      from orders
      where org_id = ${orgId}
        and tags @> array[${tag}]::text[]
        and tags <> '{}'
      limit ${most + 1}
    ) as tagged`.freshPlan()
  return (tagged?.orders ?? 0) > most
}

/** Few orders are pending, anywhere among all: looked up event by event, since an index of their own would cost every sale. */
const isPendingSomewhere = (orgId: OrgId, sql: Db) => sql`order_id in (
        select o.order_id
        from events e
        join orders o on o.org_id = ${orgId} and o.event_id = e.event_id and o.order_status = 'pending'
        where e.org_id = ${orgId}
        union all
        select order_id
        from orders
        where org_id = ${orgId}
          and event_id is null
          and order_status = 'pending'
      )`

const byPrice = (orgId: OrgId, sql: Db, priceId: number) => sql`
        select order_id
        from order_lines
        where org_id = ${orgId}
          and price_id = ${priceId}`

/** People are looked for among the customers, who have an index for it; an index of all orders would cost every sale. */
function matches(
  orgId: OrgId,
  sql: Db,
  search: string,
  { userId, seatIds, isCommon, isByNameAlone }: SearchMatches,
): Fragment {
  if (userId !== undefined) return sql`user_id = ${userId}`
  const { order_id, order_uuid } = orderIdIn(search)
  if (order_uuid !== undefined) return sql`order_id in (${byUuid(orgId, sql, order_uuid)})`
  if (CARD.test(search))
    return sql`order_id in (${byNumber(orgId, sql, order_id)} union all ${byCard(orgId, sql, search)})`
  if (order_id !== undefined && search.length < PHONE_LENGTH) return sql`order_id = ${order_id}`
  if (isCommon) return isOfNamed(orgId, sql, search, seatIds)
  return sql`order_id in (
        ${byCustomer(orgId, sql, search, isByNameAlone)}
        union all ${byWalkUp(orgId, sql, search)}
        ${seatIds.length === 0 ? sql`` : sql`union all ${bySeat(orgId, sql, seatIds)}`}
      )`
}

const CARD = /^[0-9]{4}$/
/** A number of this many digits is looked for among telephone numbers. */
const PHONE_LENGTH = 9

const byUuid = (orgId: OrgId, sql: Db, uuid: string) => sql`
        select order_id
        from orders
        where org_id = ${orgId}
          and order_uuid = ${uuid}`

const byNumber = (orgId: OrgId, sql: Db, id = 0) => sql`
        select order_id
        from orders
        where org_id = ${orgId}
          and order_id = ${id}`

const byCard = (orgId: OrgId, sql: Db, last4: string) => sql`
        select order_id
        from payments
        where org_id = ${orgId}
          and card_last4 = ${last4}
          and order_id is not null`

const byCustomer = (orgId: OrgId, sql: Db, search: string, isByNameAlone: ByNameAlone['isByNameAlone']) => sql`
        select o.order_id
        from customers c
        join orders o on o.org_id = ${orgId} and o.user_id = c.user_id
        where c.org_id = ${orgId}
          and c.search_text like lower(${likeNeedle(search)})
          ${isByNameAlone ? sql`and ${nameOf(sql)} like lower(${likeNeedle(search)})` : sql``}`

/** For callers who may not read how people are reached: search does not confirm it. */
const nameOf = (sql: Db): Fragment => sql`lower(coalesce(c.first_name, '') || ' ' || coalesce(c.last_name, ''))`

/** The same, asked of one order after another: a sub-select of one value is never made into a list of all customers. */
const isOfNamed = (orgId: OrgId, sql: Db, search: string, seatIds: number[]) => sql`(
        (
          select c.search_text
          from customers c
          where c.org_id = ${orgId}
            and c.user_id = orders.user_id
        ) like lower(${likeNeedle(search)})
        or ${isWalkUp(sql, search)}
        ${seatIds.length === 0 ? sql`` : sql`or order_id = any (array(${bySeat(orgId, sql, seatIds)}))`}
      )`

const bySeat = (orgId: OrgId, sql: Db, seatIds: number[]) => sql`
        select order_id
        from tickets
        where org_id = ${orgId}
          and seat_id = any (${seatIds}::bigint[])`
