import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import type { PlatformDeps } from '../../platform/operation.ts'
import { ticketStatus } from '../../programme/statuses.ts'
import { SecretHeader } from '../../tickets/orders/order-secret.ts'
import { findPass, type PassRow } from './find-pass.ts'

export const ownPassSchema = { tags: ['Storefront'], headers: SecretHeader, params: Input({ ticket_id: Id() }) }

export async function findOwnPass(
  deps: PlatformDeps,
  orgId: OrgId,
  orderId: number,
  ticketId: number,
): Promise<PassRow> {
  const pass = await findActivePass(deps, orgId, ticketId)
  if (pass.order_id !== orderId || pass.transferred) throw new ApiError('resource_missing')
  return pass
}

/** Whose it is, the caller has to know. */
export async function findActivePass(
  { sql }: Pick<PlatformDeps, 'sql'>,
  orgId: OrgId,
  ticketId: number,
): Promise<PassRow> {
  const [pass] = await findPass(orgId, sql, ticketId)
  if (!pass) throw new ApiError('resource_missing')
  if (pass.ticket_status_id !== ticketStatus.active) {
    throw new ApiError('state_conflict', { message: 'The ticket is not active, so it has no pass.' })
  }
  return pass
}
