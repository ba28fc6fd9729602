import { recordAs, systemActor } from '../../access/audit/record.ts'
import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import { ticketStatus } from '../../programme/statuses.ts'

/** The request that a refund answers, in whole or in part. The caller has locked the order. */
export async function acceptRequest(
  orgId: OrgId,
  tx: Tx,
  clock: Clock,
  { orderId, requestId }: { orderId: number; requestId: number },
): Promise<void> {
  const now = clock(orgId)
  const { count } = await tx`
    update refund_requests
    set refund_request_status = 'accepted', settled_at = ${now}, changed_at = ${now}
    where org_id = ${orgId}
      and refund_request_id = ${requestId}
      and order_id = ${orderId}
      and refund_request_status = 'open'`
  if (count === 1) return
  const [request] = await tx`
    select 1 as one
    from refund_requests
    where org_id = ${orgId}
      and refund_request_id = ${requestId}
      and order_id = ${orderId}`
  if (!request) throw new ApiError('resource_missing', { param: 'refund_request_id' })
  throw new ApiError('state_conflict', { param: 'refund_request_id', message: 'The request is settled already.' })
}

/** A buyer has been answered once the last ticket of their request is refunded, by whichever way staff came to it. */
export async function settleRequests(orgId: OrgId, tx: Tx, clock: Clock, ticketIds: number[]): Promise<void> {
  const now = clock(orgId)
  const settled = await tx<{ refund_request_id: number }[]>`
    update refund_requests q
    set refund_request_status = 'accepted', settled_at = ${now}, changed_at = ${now}
    where q.org_id = ${orgId}
      and q.refund_request_status = 'open'
      and q.order_id in (
        select order_id
        from tickets
        where org_id = ${orgId}
          and ticket_id = any (${ticketIds}::bigint[])
      )
      and not exists (
        select 1
        from tickets t
        where t.org_id = ${orgId}
          and t.ticket_id = any (q.ticket_ids)
          and t.ticket_status_id in (${ticketStatus.reserved}, ${ticketStatus.active})
      )
    returning q.refund_request_id`
  for (const { refund_request_id: objectId } of settled) {
    const entry = { action: 'refund_request.accepted', objectType: 'refund_request', objectId }
    await recordAs(tx, clock, systemActor(orgId), { ...entry, after: {} })
  }
}
