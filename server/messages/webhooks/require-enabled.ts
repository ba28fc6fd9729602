import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { findEndpoint, type WebhookEndpointRow } from './endpoint.ts'

/** Locked, so that it cannot be disabled between the look and the delivery that is made for it. */
export async function requireEnabled(orgId: OrgId, tx: Tx, endpointId: number): Promise<WebhookEndpointRow> {
  const row = await findEndpoint(orgId, tx, endpointId, { forUpdate: true })
  if (!row) throw new ApiError('resource_missing')
  if (row.webhook_endpoint_status !== 'enabled') {
    throw new ApiError('state_conflict', { message: 'The webhook endpoint is disabled.' })
  }
  return row
}

/** For what sends messages again: nothing but a ping goes to an address at which no receiver has answered yet. */
export async function requireProven(orgId: OrgId, tx: Tx, endpointId: number): Promise<WebhookEndpointRow> {
  const row = await requireEnabled(orgId, tx, endpointId)
  if (row.proven_at === null) {
    const message = 'The webhook endpoint has not answered a ping yet. Once it has, it is sent what it missed.'
    throw new ApiError('state_conflict', { message })
  }
  return row
}
