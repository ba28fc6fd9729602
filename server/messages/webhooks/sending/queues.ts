import { isWorkedOn, ownedRows } from '../../../access/organisations.ts'
import type { OrgId } from '../../../access/principal.ts'
import type { Db, Sql } from '../../../platform/postgres/database.ts'

/** How long a claim holds without being renewed: after a crash, somebody else goes on that much later. */
export const QUEUE_LEASE_MS = 30_000
const lease = (sql: Db) => sql`now() + ${QUEUE_LEASE_MS} * interval '1 millisecond'`

export type EndpointKey = { orgId: OrgId; endpointId: number }
export const endpointName = ({ orgId, endpointId }: EndpointKey): string => `${orgId} ${endpointId}`

/** Each endpoint has one queue, which one worker at a time may claim. `failures`: attempts in a row that failed. */
export type Queue = EndpointKey & { failures: number }
/** `pausedUntil` keeps an endpoint that does not answer from being approached again at once, also with what comes meanwhile. */
export type QueueReturn = Queue & { pausedUntil: Date }

/** Of what is due, a part at a time: whoever came first would else have everything, and the other workers nothing to do. */
const SHARE = 4

/** Endpoints with something due that nobody holds, those that have waited longest first. The worker's claim, across organisations. */
export async function claimQueues(sql: Sql, worker: string, now: Date, limit: number): Promise<Queue[]> {
  const rows = await ownedRows(sql<{ org_id: number; webhook_endpoint_id: number; failures: number }[]>`
    with free as (
      select 1
      from webhook_queues
      where due_at <= ${now}
        and (leased_until is null or leased_until < now())
        and ${isWorkedOn(sql, now)}
      limit ${limit * SHARE}
    ),
    due as (
      select org_id, webhook_endpoint_id
      from webhook_queues
      where due_at <= ${now}
        and (leased_until is null or leased_until < now())
        and ${isWorkedOn(sql, now)}
      order by due_at
      limit (select ceil(count(*)::numeric / ${SHARE}) from free)
      for update skip locked
    )
    update webhook_queues q
    set leased_by = ${worker},
      leased_until = ${lease(sql)}
    from due
    where q.org_id = due.org_id
      and q.webhook_endpoint_id = due.webhook_endpoint_id
    returning q.org_id, q.webhook_endpoint_id, q.failures`)
  return rows.map((row) => ({
    orgId: row.org_id,
    endpointId: row.webhook_endpoint_id,
    failures: row.failures,
  }))
}

const columnsOf = (endpoints: EndpointKey[]) => ({
  orgIds: endpoints.map(({ orgId }) => Number(orgId)),
  endpointIds: endpoints.map(({ endpointId }) => endpointId),
})

/**
 * Says which are still held: a claim that ran out may be another's by now. Locked in the order of their ids, as new messages
 * lock the queues that they go into.
 */
export async function renewQueues(sql: Sql, worker: string, endpoints: EndpointKey[]): Promise<EndpointKey[]> {
  const { orgIds, endpointIds } = columnsOf(endpoints)
  const rows = await ownedRows(sql<{ org_id: number; webhook_endpoint_id: number }[]>`
    with kept as (
      select q.org_id, q.webhook_endpoint_id
      from webhook_queues q
      join unnest(${orgIds}::bigint[], ${endpointIds}::bigint[]) as h (org_id, webhook_endpoint_id)
        using (org_id, webhook_endpoint_id)
      where q.leased_by = ${worker}
      order by q.org_id, q.webhook_endpoint_id
      for no key update of q
    )
    update webhook_queues q
    set leased_until = ${lease(sql)}
    from kept
    where q.org_id = kept.org_id
      and q.webhook_endpoint_id = kept.webhook_endpoint_id
    returning q.org_id, q.webhook_endpoint_id`)
  return rows.map((row) => ({ orgId: row.org_id, endpointId: row.webhook_endpoint_id }))
}

/**
 * Gives claims back, each with the time at which its next delivery falls due, of those that it may be sent now. The lock comes first and the reading second:
 * deliveries that are being added meanwhile either wait for us or are seen.
 */
export function releaseQueues(sql: Sql, worker: string, returns: QueueReturn[]): Promise<void> {
  const { orgIds, endpointIds } = columnsOf(returns)
  return sql.begin(async (tx) => {
    await tx`
      select 1
      from webhook_queues q
      join unnest(${orgIds}::bigint[], ${endpointIds}::bigint[]) as h (org_id, webhook_endpoint_id)
        using (org_id, webhook_endpoint_id)
      where q.leased_by = ${worker}
      order by q.org_id, q.webhook_endpoint_id
      for update of q`
    await tx`
      update webhook_queues q
      set due_at = case when h.due_at is null then null else greatest(h.due_at, h.paused_until) end,
        paused_until = h.paused_until,
        leased_by = null,
        leased_until = null,
        failures = h.failures
      from (
        select r.org_id, r.webhook_endpoint_id, r.failures, r.paused_until, (
          select min(d.due_at)
          from webhook_deliveries d
          join webhook_endpoints e using (org_id, webhook_endpoint_id)
          where d.org_id = r.org_id
            and d.webhook_endpoint_id = r.webhook_endpoint_id
            and d.webhook_delivery_status = 'pending'
            and (e.proven_at is not null or d.type = 'ping')
        ) as due_at
        from unnest(
          ${orgIds}::bigint[], ${endpointIds}::bigint[],
          ${returns.map(({ failures }) => failures)}::int[],
          ${returns.map(({ pausedUntil }) => pausedUntil.toISOString())}::timestamptz[]
        ) as r (org_id, webhook_endpoint_id, failures, paused_until)
      ) h
      where q.org_id = h.org_id
        and q.webhook_endpoint_id = h.webhook_endpoint_id
        and q.leased_by = ${worker}`
  })
}
