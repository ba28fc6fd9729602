import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { Operation, PlatformDeps } from '../../platform/operation.ts'
import { holderOfSecret, SecretHeader } from '../orders/order-secret.ts'
import type { RotationDeps } from '../tickets/rotation-keys.ts'
import { findActivePass, GoogleWalletLink, googleLinkTo, passAnswer, sendApplePass } from '../wallet/retrieve-passes.ts'
import { isOnPage, pageConfig } from './own-tickets.ts'

const common = { tags: ['Ticket page'], headers: SecretHeader, params: Input({ ticket_id: Id() }) }
const description = '409 where the organisation offers none (`wallets` of the page), or the ticket is not active.'

export const retrievePageApplePass: Operation = (app, deps) =>
  app.get(
    '/v1/ticket_page/tickets/:ticket_id/apple.pkpass',
    {
      config: { ...pageConfig(deps.seal), mayConflict: true },
      schema: {
        operationId: 'retrievePageApplePass',
        summary: 'Retrieve a ticket of a page as a pass for Apple Wallet',
        description,
        ...common,
        response: { 200: passAnswer },
      },
    },
    async ({ headers, params }, reply) => {
      const { orgId, pass } = await findPagePass(deps, headers, params.ticket_id)
      return sendApplePass(deps, orgId, pass, reply)
    },
  )

export const retrievePageGoogleLink: Operation<RotationDeps> = (app, deps) =>
  app.get(
    '/v1/ticket_page/tickets/:ticket_id/google_wallet',
    {
      config: { ...pageConfig(deps.seal), mayConflict: true },
      schema: {
        operationId: 'retrievePageGoogleLink',
        summary: 'Retrieve the link that puts a ticket of a page into Google Wallet',
        description,
        ...common,
        response: { 200: GoogleWalletLink },
      },
    },
    async ({ headers, params }) => {
      const { orgId, pass } = await findPagePass(deps, headers, params.ticket_id)
      return googleLinkTo(deps, orgId, pass)
    },
  )

async function findPagePass(deps: PlatformDeps, headers: FastifyRequest['headers'], ticketId: number) {
  const holder = await holderOfSecret(deps, headers)
  const { orgId } = holder
  const [own] = await deps.sql`
    select 1 as one
    from tickets t
    where t.org_id = ${orgId}
      and t.ticket_id = ${ticketId}
      and ${isOnPage(deps.sql, holder)}`
  if (!own) throw new ApiError('resource_missing')
  return { orgId, pass: await findActivePass(deps, orgId, ticketId) }
}
