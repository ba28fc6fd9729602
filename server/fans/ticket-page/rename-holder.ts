import { recordAs } from '../../access/audit/record.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input, Text } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import { holderOfSecret, SecretHeader } from '../../tickets/orders/order-secret.ts'
import { holderActor, pageConfig, pageConflict, requireChangeable } from './own-tickets.ts'
import { type PageDeps, readTicketPage } from './read-ticket-page.ts'
import { TicketPage } from './ticket-page.ts'

const Params = Input({ ticket_id: Id() })

/** The ticket stays the holder's, so its barcode stays as it is. */
export const renameHolder: Operation<PageDeps> = (app, deps) =>
  app.patch(
    '/v1/ticket_page/tickets/:ticket_id',
    {
      config: pageConfig(deps.seal),
      schema: {
        operationId: 'renameHolder',
        summary: 'Rename the holder of one’s own ticket',
        description: 'The answer is the page as it is then. To give the ticket to another person, pass it on instead.',
        tags: ['Ticket page'],
        headers: SecretHeader,
        params: Params,
        body: Input({ ticket_name: Text(200, { description: 'the holder' }) }),
        response: { 200: TicketPage },
      },
    },
    async (request, reply) => {
      const { ticket_id } = request.params
      const ticket_name = request.body.ticket_name.trim()
      const holder = await holderOfSecret(deps, request.headers)
      const { orgId } = holder
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        if (ticket_name === '') throw new ApiError('parameter_missing', { param: 'ticket_name' })
        await requireChangeable(holder, tx, deps.clock(orgId), ticket_id)
        const { count } = await tx`
          update tickets
          set ticket_name = ${ticket_name}, changed_at = ${deps.clock(orgId)}
          where org_id = ${orgId}
            and ticket_id = ${ticket_id}
            and ticket_status_id = ${ticketStatus.active}`
        if (count === 0) throw pageConflict('The ticket is not valid any more.')
        const entry = { action: 'ticket.changed', objectType: 'ticket', objectId: ticket_id, after: { ticket_name } }
        await recordAs(tx, deps.clock, holderActor(holder, request), entry)
        return readTicketPage(deps, holder, tx)
      })
    },
  )
