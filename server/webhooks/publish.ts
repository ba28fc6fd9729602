import type { OrgId } from '../access/principal.ts'
import type { Clock } from '../kit/clock.ts'
import type { Tx } from '../kit/database.ts'
import type { MessageType } from './message-types.ts'

/**
 * Writes the message of a change in the transaction of the change, so that neither is ever there without the other. The
 * payload is frozen now: what a receiver gets is what was true at this moment, however late it is delivered.
 */
export async function publish(
  orgId: OrgId,
  tx: Tx,
  clock: Clock,
  type: MessageType,
  data: Record<string, unknown>,
): Promise<void> {
  const at = clock()
  const payload = { type, timestamp: at.toISOString(), org_id: String(orgId), data }
  await tx`
    insert into webhook_messages (org_id, type, payload, created_at)
    values (${orgId}, ${type}, ${JSON.stringify(payload)}::text::json, ${at})`
}
