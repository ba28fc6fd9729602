import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import type { Operation } from '../../operation.ts'
import { idInCursor, keysetPage } from '../../platform/http/cursor.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Cursor, NextCursor } from '../../platform/http/keyset.ts'
import { Limit, ListOf } from '../../platform/http/lists.ts'
import { Id, Input, Integer, Text } from '../../platform/http/schema.ts'
import { type Db, when } from '../../platform/postgres/database.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import { changeOf } from '../../resources/change-operations.ts'
import { retrieveOf } from '../../resources/read-operations.ts'
import { Holder } from './holder.ts'
import { selectTickets, Ticket, type TicketRow, toTicket } from './ticket.ts'
import { tickets } from './ticket-resource.ts'
import { ticketStatusName } from './ticket-status.ts'

const Query = Input({
  limit: Limit(100, 20),
  cursor: Cursor,
  event_id: Type.Optional(Id()),
  order_id: Type.Optional(Id()),
  barcode: Type.Optional(Text(300, { description: 'the whole barcode' })),
  ticket_status_id: Type.Optional(Integer({ minimum: 0, maximum: 4 })),
})

const Reply = ListOf('tickets', Ticket, { next_cursor: NextCursor })

const listTickets: Operation = (app, { sql }) =>
  app.get(
    tickets.listPath,
    {
      config: { scope: 'manage' },
      schema: {
        operationId: 'listTickets',
        summary: 'List tickets',
        description: 'In the order in which they were issued, whatever became of them.',
        tags: [tickets.tag],
        querystring: Query,
        response: { 200: Reply },
      },
    },
    async ({ orgId, query }) => {
      const { limit, cursor, ...filters } = query
      const bound = { list: 'tickets', ...filters }
      const rows = await findTickets(orgId, sql, query, idInCursor(cursor, bound))
      const { has_more, page, next_cursor } = keysetPage(rows, limit, bound, (row) => [row.ticket_id])
      return {
        object: 'tickets',
        url: tickets.listPath,
        has_more,
        next_cursor,
        data: page.map(toTicket),
      }
    },
  )

export const findTickets = (orgId: OrgId, sql: Db, q: Static<typeof Query>, after?: number) => sql<TicketRow[]>`
  ${selectTickets(sql)}
  where t.org_id = ${orgId}
    ${when(sql, q.event_id, (id) => sql`and t.event_id = ${id}`)}
    ${when(sql, q.order_id, (id) => sql`and t.order_id = ${id}`)}
    ${when(sql, q.barcode, (barcode) => sql`and t.barcode = ${barcode}`)}
    ${when(sql, q.ticket_status_id, (status) => sql`and t.ticket_status_id = ${status}`)}
    ${when(sql, after, (id) => sql`and t.ticket_id > ${id}`)}
  order by t.ticket_id
  limit ${q.limit + 1}`

export const manageTickets: Operation[] = [
  listTickets,
  retrieveOf(tickets),
  changeOf(tickets, Holder, (holder, ticket) => {
    if (ticket.ticket_status_id !== ticketStatus.active) {
      throw new ApiError('state_conflict', {
        message: `The ticket is ${ticketStatusName(Number(ticket.ticket_status_id))}.`,
      })
    }
    return holder
  }),
]
