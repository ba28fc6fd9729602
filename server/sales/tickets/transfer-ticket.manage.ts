import { noteMails } from '../../messages/mail/notices.ts'
import { publish } from '../../messages/webhooks/publish.ts'
import type { Operation } from '../../operation.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import { inChange } from '../../resources/change-row.ts'
import { NewHolder } from './holder.ts'
import { prepareReplacement, replaceTicket } from './replace-ticket.ts'
import { Ticket } from './ticket.ts'
import { tickets } from './ticket-resource.ts'

const Params = Input({ ticket_id: Id() })

export const transferTicket: Operation = (app, deps) =>
  app.post(
    `${tickets.itemPath}/transfer`,
    {
      config: { scope: 'orders:manage' },
      schema: {
        operationId: 'transferTicket',
        summary: 'Transfer a ticket to another holder',
        description:
          'The new holder gets a ticket of their own for the same place and seat, which is the answer; the old one is ' +
          'replaced, and its barcode no longer lets anybody in. Who is named with an address is mailed the ticket. Only an active ticket on which nobody has entered yet.',
        tags: [tickets.tag],
        params: Params,
        body: NewHolder,
        response: { 200: Ticket },
      },
    },
    async (request, reply) => {
      const { orgId, body } = request
      const { ticket_id } = request.params
      const replacement = await prepareReplacement(deps, orgId, ticket_id)
      return inChange(tickets, deps, request, reply, async (at) => {
        const { before, after } = await replaceTicket(at, ticket_id, replacement, body, 'transferred')
        await publish(orgId, at.tx, at.clock, 'ticket.transferred', {
          ticket: after,
          replaced_ticket: { ...before, ticket_status_id: ticketStatus.replaced },
        })
        if (body.email_address !== undefined) {
          const { ticket_id: aboutId, order_id: orderId } = after
          const messageId = `ticket-${aboutId}-transferred`
          await noteMails(orgId, at.tx, at.clock(), [{ kind: 'ticket_transferred', orderId, aboutId, messageId }])
        }
        return after
      })
    },
  )
