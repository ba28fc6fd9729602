import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'

export type NewRefundRun = { eventId: number; reason: string | null; now: Date }

/** Writes down that all orders of a cancelled event are to be refunded; a worker does it. False where that was said before. */
export async function openRefundRun(orgId: OrgId, tx: Tx, { eventId, reason, now }: NewRefundRun): Promise<boolean> {
  const { count } = await tx`
    insert into refund_runs (org_id, event_id, reason, due_at, created_at, changed_at)
    values (${orgId}, ${eventId}, ${reason}, ${now}, ${now}, ${now})
    on conflict (org_id, event_id) do nothing`
  return count === 1
}
