import { publish } from '../../messages/webhooks/publish.ts'
import { noticeOnRequest } from '../../people/mailed-codes/mail-on-request.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import { buyerAddressOf } from './buyer-address.ts'
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
  await noticeOnRequest(orgId, tx, clock(orgId), {
    purpose: 'ticket_passed_on',
    recipients: [after.email_address, before.email_address ?? (await buyerAddressOf(orgId, tx, orderId))],
    notices: [
      { kind: 'ticket_transferred', orderId, aboutId, messageId: `ticket-${aboutId}-transferred` },
      { kind: 'ticket_passed_on', orderId, aboutId: ticketId, messageId: `ticket-${ticketId}-passed-on` },
    ],
  })
  return after
}
