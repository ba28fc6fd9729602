import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { endpointColumns, type WebhookEndpointRow } from './endpoint.ts'
import { cancelPending } from './pending-deliveries.ts'

type Closing = { status: 'disabled'; reason: 'by_request' | 'gone' | 'failing' } | { status: 'deleted' }

/**
 * Sends an endpoint nothing more: what still waited for it is cancelled, and a replay can bring it back. No row comes back
 * when it was closed already, so the caller that closes it first is the only one to tell.
 */
export async function closeEndpoint(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  endpointId: number,
  closing: Closing,
): Promise<WebhookEndpointRow | undefined> {
  const from = closing.status === 'deleted' ? ['enabled', 'disabled'] : ['enabled']
  const [row] = await tx<WebhookEndpointRow[]>`
    update webhook_endpoints
    set webhook_endpoint_status = ${closing.status},
      disabled_reason = ${closing.status === 'disabled' ? closing.reason : null},
      changed_at = ${now}
    where org_id = ${orgId}
      and webhook_endpoint_id = ${endpointId}
      and webhook_endpoint_status = any (${from})
    returning ${endpointColumns(tx)}`
  if (!row) return undefined
  // First, so that what a worker was just taking from here is among what waits.
  await tx`
    delete from webhook_replays
    where org_id = ${orgId}
      and webhook_endpoint_id = ${endpointId}`
  // One that is passed over and is to be sent again is cancelled by the worker that comes for it.
  await cancelPending(orgId, tx, now, endpointId)
  return row
}
