import { noteMails } from '../../messages/mail/notices.ts'
import { publish } from '../../messages/webhooks/publish.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import type { NewHolder } from './holder.ts'
import { type Replacement, type Replacing, replaceTicket } from './replace-ticket.ts'

/** Gives a ticket to another holder, as staff say or its holder wants; both holders are told by mail. The answer is the new ticket. */
export async function transferTo(
  at: Replacing,
  ticketId: number,
  replacement: Replacement | undefined,
  holder: NewHolder,
) {
  const { orgId, tx, clock } = at
  const { before, after } = await replaceTicket(at, ticketId, replacement, holder, 'transferred')
  await publish(orgId, tx, clock, 'ticket.transferred', {
    ticket: after,
    replaced_ticket: { ...before, ticket_status_id: ticketStatus.replaced },
  })
  const { ticket_id: aboutId, order_id: orderId } = after
  await noteMails(orgId, tx, clock(orgId), [
    { kind: 'ticket_transferred', orderId, aboutId, messageId: `ticket-${aboutId}-transferred` },
    { kind: 'ticket_passed_on', orderId, aboutId: ticketId, messageId: `ticket-${ticketId}-passed-on` },
  ])
  return after
}
