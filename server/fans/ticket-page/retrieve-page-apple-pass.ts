import type { LogoDeps } from '../../messages/mail/logos.ts'
import { passAnswer, sendApplePass } from '../../papers/wallet/send-apple-pass.ts'
import type { Operation } from '../../platform/operation.ts'
import { pageConfig } from './own-tickets.ts'
import { findPagePass, pagePassSchema } from './page-pass.ts'

const description = '409 where the organisation offers none (`wallets` of the page), or the ticket is not active.'

export const retrievePageApplePass: Operation<LogoDeps> = (app, deps) =>
  app.get(
    '/v1/ticket_page/tickets/:ticket_id/apple.pkpass',
    {
      config: { ...pageConfig(deps.seal), mayConflict: true },
      schema: {
        operationId: 'retrievePageApplePass',
        summary: 'Retrieve a ticket of a page as a pass for Apple Wallet',
        description,
        ...pagePassSchema,
        response: { 200: passAnswer },
      },
    },
    async ({ headers, params }, reply) => {
      const { orgId, pass } = await findPagePass(deps, headers, params.ticket_id)
      return sendApplePass(deps, orgId, pass, reply)
    },
  )
