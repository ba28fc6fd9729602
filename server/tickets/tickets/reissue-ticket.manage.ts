import { actorOf } from '../../access/audit/record.ts'
import { publish } from '../../messages/webhooks/publish.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { inChange } from '../../resources/change-row.ts'
import { prepareReplacement, replaceTicket } from './replace-ticket.ts'
import type { SigningDeps } from './sign-tickets.ts'
import { Ticket } from './ticket.ts'
import { tickets } from './ticket-resource.ts'

const Params = Input({ ticket_id: Id() })

export const reissueTicket: Operation<SigningDeps> = (app, deps) =>
  app.post(
    `${tickets.itemPath}/reissue`,
    {
      config: { scope: 'orders:manage' },
      schema: {
        operationId: 'reissueTicket',
        summary: 'Re-issue a ticket under a new barcode',
        description:
          'For a barcode that was lost or shared. The answer is the new ticket, of the same holder, place and seat; the ' +
          'old one is replaced, and its barcode no longer lets anyone in. Only an active ticket on which no one has ' +
          'entered yet.',
        tags: [tickets.tag],
        params: Params,
        response: { 200: Ticket },
      },
    },
    async (request, reply) => {
      const { orgId } = request
      const { ticket_id } = request.params
      const replacement = await prepareReplacement(deps, orgId, ticket_id)
      return inChange(tickets, deps, request, reply, async (at) => {
        const { after } = await replaceTicket(
          { ...at, actor: actorOf(request) },
          ticket_id,
          replacement,
          {},
          'reissued',
        )
        await publish(orgId, at.tx, at.clock, 'ticket.issued', { ticket: after })
        return after
      })
    },
  )
