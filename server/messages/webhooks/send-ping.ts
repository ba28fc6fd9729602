import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clocks } from '../../platform/values/clock.ts'
import { enqueueDeliveries } from './enqueue-deliveries.ts'
import { lockSequence, numberLocked } from './number-messages.ts'
import { cancelPending } from './pending-deliveries.ts'
import { publish } from './publish.ts'

/**
 * Sends a ping to an endpoint that the caller has locked or just made, and gives the id of its delivery. It takes the place of one
 * that is still waiting. Numbered here and now, because it goes to one endpoint and not to all that subscribe.
 */
export async function sendPing(
  orgId: OrgId,
  tx: Tx,
  { clock, systemClock }: Clocks,
  endpointId: number,
): Promise<number> {
  await cancelPending(orgId, tx, systemClock(), endpointId, 'ping')
  await publish(orgId, tx, clock, 'ping', { webhook_endpoint_id: endpointId })
  await lockSequence(orgId, tx)
  for (;;) {
    const numbered = await numberLocked(orgId, tx, systemClock)
    // A caller that writes a ping numbers it under the same lock, so that the only one without a number is ours.
    const ping = numbered.find(({ type }) => type === 'ping')
    if (ping) {
      const delivery = { ...ping, webhook_endpoint_id: endpointId }
      const [id] = await enqueueDeliveries(orgId, tx, systemClock(), [delivery], { byHand: true })
      if (id !== undefined) return id
    }
    if (numbered.length === 0) throw new Error('the ping was written and cannot be found')
  }
}
