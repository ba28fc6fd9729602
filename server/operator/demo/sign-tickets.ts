import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { SystemClock } from '../../platform/values/clock.ts'
import type { Seal } from '../../platform/values/seal.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import { drawShortCode } from '../../tickets/tickets/short-code.ts'
import { signTicket } from '../../tickets/tickets/sign-tickets.ts'
import { ensureSigningKey } from '../../tickets/tickets/signing-keys.ts'

type UnsignedTicket = { ticket_id: number; event_id: number; price_category_id: number }

/**
 * Gives the active tickets of coming events real barcodes, so that a scanner can check them without a connection. Not
 * part of the bulk data: keys differ from one machine to the next, and a signature takes longer than all the rest of a row.
 */
export async function signDemoTickets(
  orgId: OrgId,
  tx: Db,
  deps: { systemClock: SystemClock; seal: Seal },
  today: Date,
): Promise<number> {
  const tickets = await tx<UnsignedTicket[]>`
    select t.ticket_id, t.event_id, t.price_category_id
    from tickets t
    join events e on e.org_id = t.org_id and e.event_id = t.event_id
    where t.org_id = ${orgId}
      and e.org_id = ${orgId}
      and e.starts_at >= ${today}
      and t.ticket_status_id = ${ticketStatus.active}
    order by t.ticket_id`
  for (const [eventId, eventTickets] of Map.groupBy(tickets, ({ event_id }) => event_id)) {
    const key = await ensureSigningKey(orgId, tx, deps, eventId)
    const barcodes = await Promise.all(
      eventTickets.map(({ ticket_id, price_category_id }) =>
        signTicket(key, {
          eventId,
          ticketId: ticket_id,
          priceCategoryId: price_category_id,
          revision: 0,
          validUntil: null,
        }),
      ),
    )
    await tx`
      update tickets t
      set barcode = s.barcode, short_code = s.short_code
      from unnest(
        ${eventTickets.map(({ ticket_id }) => ticket_id)}::bigint[], ${barcodes}::text[],
        ${eventTickets.map(drawShortCode)}::text[]
      ) as s (ticket_id, barcode, short_code)
      where t.org_id = ${orgId}
        and t.ticket_id = s.ticket_id`
  }
  return tickets.length
}
