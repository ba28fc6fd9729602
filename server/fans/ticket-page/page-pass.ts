import type { FastifyRequest } from 'fastify'
import { findActivePass } from '../../papers/wallet/own-pass.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { PlatformDeps } from '../../platform/operation.ts'
import { holderOfSecret, SecretHeader } from '../../tickets/orders/order-secret.ts'
import { isOnPage } from './own-tickets.ts'

export const pagePassSchema = { tags: ['Ticket page'], headers: SecretHeader, params: Input({ ticket_id: Id() }) }

export async function findPagePass(deps: PlatformDeps, headers: FastifyRequest['headers'], ticketId: number) {
  const holder = await holderOfSecret(deps, headers)
  const { orgId } = holder
  const [ticket] = await deps.sql`
    select 1 as one
    from tickets t
    where t.org_id = ${orgId}
      and t.ticket_id = ${ticketId}
      and ${isOnPage(deps.sql, holder)}`
  if (!ticket) throw new ApiError('resource_missing')
  return { orgId, pass: await findActivePass(deps, orgId, ticketId) }
}
