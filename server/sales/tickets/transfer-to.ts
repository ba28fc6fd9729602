import { noteMails } from '../../messages/mail/notices.ts'
import { publish } from '../../messages/webhooks/publish.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import type { NewHolder } from './holder.ts'
import { type Replacement, type Replacing, replaceTicket } from './replace-ticket.ts'

/** A ticket becomes somebody else's, who is told by mail, as is whoever had it: staff say so, or whoever has it passes it on. The answer is the new one. */
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
