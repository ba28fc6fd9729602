import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { MINUTE_MS } from '../../platform/values/durations.ts'
import type { DocumentDeliveryStatus, FailureReason } from '../documents/delivery.ts'

/** Longer than an access point has to answer; a worker that dies on the way is followed after it. */
const LEASE_MS = 5 * MINUTE_MS

export type ClaimedDelivery = {
  document_id: number
  receiver: string
  round: number
  reference: string | null
  attempts: number
  sent_at: Date | null
  /** Until when it is this worker's. */
  due_at: Date
}

/** What became of it. */
export type NextState = {
  status: DocumentDeliveryStatus
  reference?: string
  reason?: FailureReason
  problem?: string | null
  /** When it is looked at again; left out: it has ended. */
  dueInMs?: number | undefined
  /** The access point itself did not answer as it should. */
  isOut?: boolean
}

/** The one that has waited longest, for the worker that gets it alone. */
export async function claimDelivery(orgId: OrgId, sql: Db, now: Date): Promise<ClaimedDelivery | undefined> {
  const [row] = await sql<ClaimedDelivery[]>`
    update document_deliveries
    set due_at = ${new Date(now.getTime() + LEASE_MS)}
    where org_id = ${orgId}
      and document_id in (
        select document_id
        from document_deliveries
        where org_id = ${orgId}
          and due_at <= ${now}
        order by due_at, document_id
        limit 1
        for update skip locked
      )
    returning document_id, receiver, round, reference, attempts, sent_at, due_at`
  return row
}

/** Only by the worker whose it still is: another may have followed it, or staff have sent the document again. */
export async function storeState(orgId: OrgId, sql: Db, now: Date, claimed: ClaimedDelivery, next: NextState) {
  const { status, reference = null, reason = null, problem = null, dueInMs } = next
  const isFirstSent = reference !== null
  await sql`
    update document_deliveries
    set delivery_status = ${status}, reference = coalesce(${reference}::text, reference), reason = ${reason}::text,
      problem = ${problem}::text, due_at = ${dueInMs === undefined ? null : new Date(now.getTime() + dueInMs)}::timestamptz,
      attempts = ${isFirstSent ? 0 : claimed.attempts + 1}, sent_at = ${isFirstSent ? now : claimed.sent_at}::timestamptz,
      changed_at = case when delivery_status = ${status} then changed_at else ${now} end
    where org_id = ${orgId}
      and document_id = ${claimed.document_id}
      and due_at = ${claimed.due_at}`
}

/** Of an organisation that hands nothing over any more. */
export const endDeliveries = (orgId: OrgId, sql: Db, now: Date) => sql`
  update document_deliveries
  set delivery_status = 'failed', reason = 'turned_off', problem = null, due_at = null, changed_at = ${now}
  where org_id = ${orgId}
    and due_at is not null`
