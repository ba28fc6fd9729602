import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { findCustomersBy } from '../../people/customers/search-customers.ts'
import { idInCursor, keysetPage } from '../../platform/http/cursor.ts'
import { invalidParameters } from '../../platform/http/errors.ts'
import { findsBy } from '../../platform/http/guarded-fields.ts'
import { afterInTime, Cursor, NextCursor } from '../../platform/http/keyset.ts'
import { Limit, ListOf, Search } from '../../platform/http/lists.ts'
import { Id, Input, Integer, OneOf, RawText } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import { type SoughtTickets, ticketIdsFound } from './search-tickets.ts'
import { findSeatsBy } from './seat-words.ts'
import { ListedTicket, selectTickets, type TicketRow, withEvents } from './ticket.ts'
import { tickets } from './ticket-resource.ts'

const Query = Input({
  limit: Limit(100, 20),
  cursor: Cursor,
  event_id: Type.Optional(Id()),
  order_id: Type.Optional(Id()),
  user_id: Type.Optional(Id({ description: 'the customer who bought them' })),
  barcode: Type.Optional(RawText(300, { ...findsBy('codes:read'), description: 'the whole barcode' })),
  ticket_status_id: Type.Optional(Integer({ minimum: 0, maximum: 4 })),
  search: Type.Optional(Search),
  sort_direction: OneOf(['asc', 'desc'], { default: 'asc' }),
})
type Query = Static<typeof Query>

/** Whose tickets a page is put together from: all that these bought are looked up for it. */
const BUYERS_MAX = 1000

export const listTickets: Operation = (app, { sql }) =>
  app.get(
    tickets.listPath,
    {
      config: { scope: 'orders:manage' },
      schema: {
        operationId: 'listTickets',
        summary: 'List and search tickets',
        description: [
          'By `ticket_id`, those of one customer by the time of issue, or with `desc` the other way round, whatever became of them. `search` matches the words of the holder’s name or',
          'e-mail address, the buyer as they are now, a seat (`North K 12`), or the whole ticket_id; and, for callers with codes:read, the whole barcode or short_code.',
        ].join(' '),
        tags: [tickets.tag],
        querystring: Query,
        response: { 200: ListOf('tickets', ListedTicket, { next_cursor: NextCursor }) },
      },
    },
    async ({ orgId, query, may }) => {
      const { limit, cursor, sort_direction, ...filters } = query
      const bound = { list: 'tickets', ...filters, ...(sort_direction === 'desc' && { sort_direction }) }
      const rows = await findTickets(
        orgId,
        sql,
        { ...query, isByNameAlone: !may('customers:read'), isByCode: may('codes:read') },
        idInCursor(cursor, bound),
      )
      const { has_more, page, next_cursor } = keysetPage(rows, limit, bound, (row) => [row.ticket_id])
      const data = await withEvents(orgId, sql, page)
      return { object: 'tickets', url: tickets.listPath, has_more, next_cursor, data }
    },
  )

type Sight = Pick<SoughtTickets, 'isByNameAlone' | 'isByCode'>
type Sought = Query & Sight

async function findTickets(orgId: OrgId, sql: Db, q: Sought, after?: number): Promise<TicketRow[]> {
  const sought = q.search === undefined ? undefined : await seek(orgId, sql, q.search, q)
  const direction = q.sort_direction === 'asc' ? sql`` : sql`desc`
  const rows = sql<TicketRow[]>`
    ${selectTickets(orgId, sql)}
    where t.org_id = ${orgId}
      ${when(sql, q.event_id, (id) => sql`and t.event_id = ${id}`)}
      ${when(sql, q.order_id, (id) => sql`and t.order_id = ${id}`)}
      ${when(sql, q.user_id, (id) => sql`and t.order_id = any (array(${orderIdsOf(orgId, sql, id)}))`)}
      ${when(sql, q.barcode, (barcode) => sql`and t.barcode = ${barcode}`)}
      ${when(sql, q.ticket_status_id, (status) => sql`and t.ticket_status_id = ${status}`)}
      ${when(sql, sought, (search) => sql`and t.ticket_id = any (array(${ticketIdsFound(orgId, sql, search)}))`)}
      ${when(sql, after, (id) => sql`and ${afterCursor(orgId, sql, q, id)}`)}
    order by ${isByTime(q) ? sql`t.created_at ${direction},` : sql``} t.ticket_id ${direction}
    limit ${q.limit + 1}`
  return sought || q.user_id !== undefined ? rows.freshPlan() : rows
}

/** All of a customer's are read for a page, and can be sorted. An index by time for every list would cost every sale. */
const isByTime = (q: Query): boolean => q.user_id !== undefined

function afterCursor(orgId: OrgId, sql: Db, q: Query, id: number): Fragment {
  const isUp = q.sort_direction === 'asc'
  if (!isByTime(q)) return isUp ? sql`t.ticket_id > ${id}` : sql`t.ticket_id < ${id}`
  const order = isUp ? 'oldest first' : 'newest first'
  return afterInTime(sql, { table: 'tickets', id: 'ticket_id', orgId, order }, id)
}

const orderIdsOf = (orgId: OrgId, sql: Db, userId: number) => sql`
        select order_id
        from orders
        where org_id = ${orgId}
          and user_id = ${userId}`

async function seek(orgId: OrgId, sql: Db, search: string, { isByNameAlone, isByCode }: Sight): Promise<SoughtTickets> {
  const buyers = await findCustomersBy(orgId, sql, search, BUYERS_MAX + 1, isByNameAlone)
  if (buyers.length > BUYERS_MAX) {
    const message = `More than ${BUYERS_MAX} customers match this search; write more of it.`
    throw invalidParameters([{ param: 'search', code: 'parameter_invalid', message }])
  }
  const seatIds = await findSeatsBy(orgId, sql, search)
  return { search, buyerIds: buyers.map(({ user_id }) => user_id), seatIds, isByNameAlone, isByCode }
}
