import { GoogleWalletLink, googleLinkTo } from '../../papers/wallet/link-to-google.ts'
import type { Operation } from '../../platform/operation.ts'
import type { RotationDeps } from '../../tickets/tickets/rotation-keys.ts'
import { pageConfig } from './own-tickets.ts'
import { findPagePass, pagePassSchema } from './page-pass.ts'

const description = '409 where the organisation offers none (`wallets` of the page), or the ticket is not active.'

export const retrievePageGoogleLink: Operation<RotationDeps> = (app, deps) =>
  app.get(
    '/v1/ticket_page/tickets/:ticket_id/google_wallet',
    {
      config: { ...pageConfig(deps.seal), mayConflict: true },
      schema: {
        operationId: 'retrievePageGoogleLink',
        summary: 'Retrieve the link that puts a ticket of a page into Google Wallet',
        description,
        ...pagePassSchema,
        response: { 200: GoogleWalletLink },
      },
    },
    async ({ headers, params }) => {
      const { orgId, pass } = await findPagePass(deps, headers, params.ticket_id)
      return googleLinkTo(deps, orgId, pass)
    },
  )
