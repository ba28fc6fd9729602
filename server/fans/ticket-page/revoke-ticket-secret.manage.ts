import { record } from '../../access/audit/record.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { ticketSecretOf } from '../../tickets/orders/order-secret.ts'
import { NewSecret } from './new-secret.ts'

export const revokeTicketSecret: Operation = (app, deps) =>
  app.post(
    '/v1/manage/tickets/:ticket_id/revoke_secret',
    {
      config: { scope: 'orders:manage' },
      schema: {
        operationId: 'revokeTicketSecret',
        summary: 'Revoke the links to a ticket that was passed on',
        description: 'Of its present holder. The tickets of the buyer are shown by the secret of the order.',
        tags: ['Tickets'],
        params: Input({ ticket_id: Id() }),
        response: { 200: NewSecret },
      },
    },
    (request, reply) => {
      const { orgId } = request
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        // The page is that of the ticket which the holder was first given.
        const [ticket] = await tx<{ ticket_id: number; order_id: number; secret_version: number }[]>`
          update tickets
          set secret_version = secret_version + 1, changed_at = ${deps.clock(orgId)}
          where org_id = ${orgId}
            and transferred
            and ticket_id = (
              select coalesce(first_ticket_id, ticket_id)
              from tickets
              where org_id = ${orgId}
                and ticket_id = ${request.params.ticket_id}
            )
          returning ticket_id, order_id, secret_version`
        if (!ticket) throw new ApiError('resource_missing')
        const { ticket_id: ticketId, order_id: orderId, secret_version: version } = ticket
        const entry = { action: 'ticket.secret_revoked', objectType: 'ticket', objectId: request.params.ticket_id }
        await record(tx, deps.clock, request, entry)
        return { order_secret: ticketSecretOf(deps.seal, orgId, { orderId, ticketId, version }) }
      })
    },
  )
