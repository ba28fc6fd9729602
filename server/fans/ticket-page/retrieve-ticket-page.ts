import type { Operation } from '../../platform/operation.ts'
import { holderOfSecret, SecretHeader } from '../../tickets/orders/order-secret.ts'
import { pageConfig } from './own-tickets.ts'
import { type PageDeps, readTicketPage } from './read-ticket-page.ts'
import { TicketPage } from './ticket-page.ts'

export const retrieveTicketPage: Operation<PageDeps> = (app, deps) =>
  app.get(
    '/v1/ticket_page',
    {
      config: pageConfig(deps.seal),
      schema: {
        operationId: 'retrieveTicketPage',
        summary: 'Retrieve what a ticket page shows',
        description: [
          'Needs no key: the secret says whose tickets they are. That of an order shows all its tickets but those that were passed',
          'on; a holder who was passed one has a secret that shows this one alone. What `/t/{secret}` shows, for a page of your own.',
        ].join(' '),
        tags: ['Ticket page'],
        headers: SecretHeader,
        response: { 200: TicketPage },
      },
    },
    async ({ headers }) => {
      const holder = await holderOfSecret(deps, headers)
      return deps.sql.begin('isolation level repeatable read read only', (tx) => readTicketPage(deps, holder, tx))
    },
  )
