import type { OrgId } from '../../access/principal.ts'
import { publishAll } from '../../messages/webhooks/publish.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import { returnPlaces } from '../../programme/stock/return-places.ts'
import { selectTickets, type TicketRow, toTicket } from '../../tickets/tickets/ticket.ts'
import { settleRequests } from './settle-requests.ts'

type Closing = {
  ticketIds: number[]
  status: typeof ticketStatus.cancelled | typeof ticketStatus.refunded
  refundId?: number | undefined
}

/**
 * Tickets that are not let in any more: their places and seats are for sale again from the same moment. Every gate and every
 * receiver learns of a refunded ticket as of a cancelled one. The caller has locked order and tickets.
 */
export async function closeTickets(
  orgId: OrgId,
  tx: Tx,
  clock: Clock,
  { ticketIds, status, refundId }: Closing,
): Promise<void> {
  const closed = await tx<{ ticket_id: number }[]>`
    update tickets
    set ticket_status_id = ${status}, refund_id = ${refundId ?? null}, changed_at = ${clock(orgId)}
    where org_id = ${orgId}
      and ticket_id = any (${ticketIds}::bigint[])
      and ticket_status_id in (${ticketStatus.reserved}, ${ticketStatus.active})
    returning ticket_id`
  if (closed.length !== ticketIds.length) throw new Error('a ticket changed though it was locked')
  await returnPlaces(orgId, tx, ticketIds)
  if (status === ticketStatus.refunded) await settleRequests(orgId, tx, clock, ticketIds)
  const tickets = await findClosed(orgId, tx, ticketIds)
  const messages = tickets.map((row) => ({ type: 'ticket.cancelled' as const, data: { ticket: toTicket(row) } }))
  await publishAll(orgId, tx, clock, messages)
}

const findClosed = (orgId: OrgId, sql: Db, ticketIds: number[]) => sql<TicketRow[]>`
  ${selectTickets(orgId, sql)}
  where t.org_id = ${orgId}
    and t.ticket_id = any (${ticketIds}::bigint[])
  order by t.ticket_id`
