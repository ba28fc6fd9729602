import { Id, Input } from '../../platform/http/schema.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { holderOfSecret, SecretHeader } from '../../tickets/orders/order-secret.ts'
import { NewHolder } from '../../tickets/tickets/holder.ts'
import { prepareReplacement } from '../../tickets/tickets/replace-ticket.ts'
import type { SigningDeps } from '../../tickets/tickets/sign-tickets.ts'
import { transferTo } from '../../tickets/tickets/transfer-to.ts'
import { holderActor, pageConfig, requireChangeable } from './own-tickets.ts'
import { type PageDeps, readTicketPage } from './read-ticket-page.ts'
import { TicketPage } from './ticket-page.ts'

const Params = Input({ ticket_id: Id() })

export const passOnTicket: Operation<PageDeps & SigningDeps> = (app, deps) =>
  app.post(
    '/v1/ticket_page/tickets/:ticket_id/pass_on',
    {
      config: pageConfig(deps.seal),
      schema: {
        operationId: 'passOnTicket',
        summary: 'Pass one’s own ticket on',
        description: [
          'The barcode dies at once. The new holder gets another one for the same place by mail, with a page of their own, and the',
          'answer is the page without it. Only an active ticket on which no one has entered yet.',
        ].join(' '),
        tags: ['Ticket page'],
        headers: SecretHeader,
        params: Params,
        body: NewHolder,
        response: { 200: TicketPage },
      },
    },
    async (request, reply) => {
      const { ticket_id } = request.params
      const holder = await holderOfSecret(deps, request.headers)
      const { orgId } = holder
      // A request that is repeated under its key finds the ticket gone, and its answer kept.
      const replacement = await prepareReplacement(deps, orgId, ticket_id)
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const { clock } = deps
        await requireChangeable(holder, tx, clock(orgId), ticket_id)
        await transferTo(
          { orgId, tx, clock, actor: holderActor(holder, request) },
          ticket_id,
          replacement,
          request.body,
        )
        return readTicketPage(deps, holder, tx)
      })
    },
  )
