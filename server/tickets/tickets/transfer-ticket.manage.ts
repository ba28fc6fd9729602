import { actorOf } from '../../access/audit/record.ts'
import { requireScope } from '../../access/require-scope.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { inChange } from '../../resources/change-row.ts'
import { NewHolder } from './holder.ts'
import { prepareReplacement } from './replace-ticket.ts'
import type { SigningDeps } from './sign-tickets.ts'
import { Ticket } from './ticket.ts'
import { tickets } from './ticket-resource.ts'
import { transferTo } from './transfer-to.ts'

const Params = Input({ ticket_id: Id() })

export const transferTicket: Operation<SigningDeps> = (app, deps) =>
  app.post(
    `${tickets.itemPath}/transfer`,
    {
      config: { scope: 'orders:manage' },
      schema: {
        operationId: 'transferTicket',
        summary: 'Transfer a ticket to another holder',
        description:
          'The new holder gets a ticket of their own for the same place and seat, which is the answer; the old one is ' +
          'replaced, and its barcode no longer lets anyone in. A holder named with an address is mailed the ticket. Only an active ticket on which no one has entered yet. Needs the scope codes:read besides.',
        tags: [tickets.tag],
        params: Params,
        body: NewHolder,
        response: { 200: Ticket },
      },
    },
    async (request, reply) => {
      const { orgId, body } = request
      const { ticket_id } = request.params
      // The caller chooses the new holder, who gets the code.
      requireScope(request.principal, 'codes:read')
      const replacement = await prepareReplacement(deps, orgId, ticket_id)
      return inChange(tickets, deps, request, reply, (at) =>
        transferTo({ ...at, actor: actorOf(request) }, ticket_id, replacement, body),
      )
    },
  )
