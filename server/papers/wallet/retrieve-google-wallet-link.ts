import type { Operation } from '../../platform/operation.ts'
import { orderOfSecret } from '../../tickets/orders/order-secret.ts'
import type { RotationDeps } from '../../tickets/tickets/rotation-keys.ts'
import { GoogleWalletLink, googleLinkTo } from './link-to-google.ts'
import { findOwnPass, ownPassSchema } from './own-pass.ts'

const config = { scope: 'baskets:write', publishable: 'bearer', mayConflict: true } as const

export const retrieveGoogleWalletLink: Operation<RotationDeps> = (app, deps) =>
  app.get(
    '/v1/storefront/order/tickets/:ticket_id/google_wallet',
    {
      config,
      schema: {
        operationId: 'retrieveGoogleWalletLink',
        summary: 'Retrieve the link that puts a ticket of the buyer’s into Google Wallet',
        description:
          'By the order’s secret. 409 where the organisation offers none (`wallets` of the storefront), or the ticket is not active.',
        ...ownPassSchema,
        response: { 200: GoogleWalletLink },
      },
    },
    async ({ orgId, headers, params }) => {
      const pass = await findOwnPass(deps, orgId, await orderOfSecret(deps, orgId, headers), params.ticket_id)
      return googleLinkTo(deps, orgId, pass)
    },
  )
