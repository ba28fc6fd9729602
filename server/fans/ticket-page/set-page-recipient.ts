import { recordAs } from '../../access/audit/record.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { change } from '../../platform/idempotency/idempotency.ts'
import type { Operation } from '../../platform/operation.ts'
import { holderOfSecret, SecretHeader } from '../../tickets/orders/order-secret.ts'
import { RecipientBody, storeRecipient } from '../../tickets/recipients/recipient.ts'
import { holderActor, pageConfig, pageConflict } from './own-tickets.ts'
import { findPageRecipient } from './page-recipient.ts'
import { type PageDeps, readTicketPage } from './read-ticket-page.ts'
import { TicketPage } from './ticket-page.ts'

export const setPageRecipient: Operation<PageDeps> = (app, deps) =>
  app.put(
    '/v1/ticket_page/document_recipient',
    {
      config: { ...pageConfig(deps.seal), mayConflict: true },
      schema: {
        operationId: 'setPageRecipient',
        summary: 'Say for whom the invoice of one’s own order is',
        description:
          'Until `until_unix` of `document_recipient` of the page; 409 after that. 404 on the page of one ticket, and where the order gets no document.',
        tags: ['Ticket page'],
        headers: SecretHeader,
        body: RecipientBody,
        response: { 200: TicketPage },
      },
    },
    async (request, reply) => {
      const holder = await holderOfSecret(deps, request.headers)
      const { orgId, orderId } = holder
      return change({ ...deps, orgId, request, reply }, async (tx) => {
        const now = deps.clock(orgId)
        const recipient = await findPageRecipient(holder, tx, now)
        if (!recipient) throw new ApiError('resource_missing')
        if (recipient.until_unix === null)
          throw pageConflict('It is too late to change it here. Please ask the organisation.')
        await storeRecipient(orgId, tx, now, orderId, request.body)
        // Without the address, which is of a person: the log could not forget it.
        await recordAs(tx, deps.clock, holderActor(holder, request), {
          action: 'order.document_recipient_set',
          objectType: 'order',
          objectId: orderId,
          after: { country: request.body.country },
        })
        return readTicketPage(deps, holder, tx)
      })
    },
  )
