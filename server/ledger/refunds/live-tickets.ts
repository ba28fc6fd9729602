import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { ticketStatus } from '../../programme/statuses.ts'

/** A ticket that still takes a place, with what was paid for it: price less discount, plus fee and tax. */
export type LiveTicket = { ticket_id: number; paid_minor: number }

/** Tickets are not replaced as fast as this many reads. */
const READS_MAX = 20

/**
 * The order's tickets that are reserved or active, locked. A transfer that was under way when we began has put a new ticket
 * in the place of one that we waited for, so we read until nothing new turns up: from then on there is nothing that another
 * request could replace.
 */
export async function lockLiveTickets(orgId: OrgId, tx: Tx, orderId: number): Promise<LiveTicket[]> {
  let idsBefore = ''
  for (let reads = 0; reads < READS_MAX; reads += 1) {
    const tickets = await findLiveTickets(orgId, tx, orderId)
    const ids = tickets.map(({ ticket_id }) => ticket_id).join()
    if (reads > 0 && ids === idsBefore) return tickets
    idsBefore = ids
  }
  throw new Error('the tickets of an order keep changing')
}

const findLiveTickets = (orgId: OrgId, tx: Tx, orderId: number) => tx<LiveTicket[]>`
  select ticket_id, price_minor - discount_minor + service_fee_minor + service_tax_minor
      + coalesce(added_tax_minor, 0) as paid_minor
  from tickets
  where org_id = ${orgId}
    and order_id = ${orderId}
    and ticket_status_id in (${ticketStatus.reserved}, ${ticketStatus.active})
  order by ticket_id
  for no key update`
