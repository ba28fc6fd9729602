import type { OrgId } from '../../access/principal.ts'
import { type Db, type Tx, when } from '../../platform/postgres/database.ts'

/** How many are waiting for an endpoint, counted up to `max`: a backlog may be long, and staff do not need its exact length. */
export async function countPending(orgId: OrgId, sql: Db, endpointId: number, max: number): Promise<number> {
  const [row] = await sql<{ pending: number }[]>`
    select count(*)::int as pending
    from (
      select 1
      from webhook_deliveries
      where org_id = ${orgId}
        and webhook_endpoint_id = ${endpointId}
        and webhook_delivery_status = 'pending'
      limit ${max}
    ) waiting`
  return row?.pending ?? 0
}

/**
 * Cancels what waits for an endpoint, or what waits of one type. Those whose answer a worker is writing down are passed over: it
 * has some of them, in any order, and wants others, so the two would wait for each other.
 */
export const cancelPending = (orgId: OrgId, tx: Tx, now: Date, endpointId: number, type?: 'ping') => tx`
  update webhook_deliveries d
  set webhook_delivery_status = 'cancelled',
    changed_at = ${now}
  from (
    select webhook_delivery_id
    from webhook_deliveries
    where org_id = ${orgId}
      and webhook_endpoint_id = ${endpointId}
      and webhook_delivery_status = 'pending'
      ${when(tx, type, (only) => tx`and type = ${only}`)}
    for no key update skip locked
  ) waiting
  where d.org_id = ${orgId}
    and d.webhook_delivery_id = waiting.webhook_delivery_id`
