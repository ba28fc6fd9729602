import { conflictOn } from '../../resources/constraints.ts'
import type { Resource } from '../../resources/resource.ts'
import { selectTickets, Ticket, type TicketRow, toTicket } from './ticket.ts'

export const tickets: Resource<TicketRow, ReturnType<typeof toTicket>> = {
  singular: 'ticket',
  operationNames: { one: 'Ticket', many: 'Tickets' },
  object: 'tickets',
  scope: 'orders:manage',
  listPath: '/v1/manage/tickets',
  itemPath: '/v1/manage/tickets/:ticket_id',
  table: 'tickets',
  id: 'ticket_id',
  tag: 'Tickets',
  schema: Ticket,
  constraints: { tickets_replaced_once: conflictOn('ticket_id', 'The ticket has been replaced.') },
  select: (sql, _now, orgId) => selectTickets(orgId, sql),
  toItem: toTicket,
}
