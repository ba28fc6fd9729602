import type { LogoDeps } from '../../messages/mail/logos.ts'
import type { Operation } from '../../platform/operation.ts'
import { orderOfSecret } from '../../tickets/orders/order-secret.ts'
import { findOwnPass, ownPassSchema } from './own-pass.ts'
import { passAnswer, sendApplePass } from './send-apple-pass.ts'

const config = { scope: 'baskets:write', publishable: 'bearer', mayConflict: true } as const

export const retrieveApplePass: Operation<LogoDeps> = (app, deps) =>
  app.get(
    '/v1/storefront/order/tickets/:ticket_id/apple.pkpass',
    {
      config,
      schema: {
        operationId: 'retrieveApplePass',
        summary: 'Retrieve a ticket of the buyer’s as a pass for Apple Wallet',
        description:
          'By the order’s secret. 409 where the organisation offers none (`wallets` of the storefront), or the ticket is not active.',
        ...ownPassSchema,
        response: { 200: passAnswer },
      },
    },
    async ({ orgId, headers, params }, reply) => {
      const pass = await findOwnPass(deps, orgId, await orderOfSecret(deps, orgId, headers), params.ticket_id)
      return sendApplePass(deps, orgId, pass, reply)
    },
  )
