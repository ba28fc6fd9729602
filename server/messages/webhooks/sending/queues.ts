import { findDue } from '../../../access/organisations.ts'
import type { OrgId } from '../../../access/principal.ts'
import type { Db, Sql } from '../../../platform/postgres/database.ts'
import type { Fragment } from '../../../platform/postgres/sql.ts'

/** How long a claim holds without being renewed: after a crash, another worker goes on that much later. */
export const QUEUE_LEASE_MS = 30_000
const lease = (sql: Db) => sql`now() + ${QUEUE_LEASE_MS} * interval '1 millisecond'`

export type EndpointKey = { orgId: OrgId; endpointId: number }
export const endpointName = ({ orgId, endpointId }: EndpointKey): string => `${orgId} ${endpointId}`

/** Each endpoint has one queue, which one worker at a time may claim. `failures`: attempts in a row that failed. */
export type Queue = EndpointKey & { failures: number }
/** `pausedUntil` keeps an endpoint that does not answer from being approached again at once, also with what comes meanwhile. */
export type QueueReturn = Queue & { pausedUntil: Date }

/** Of what is due, a part at a time: the first worker would else have everything, and the other workers nothing to do. */
const SHARE = 4

/**
 * Endpoints with something due that no worker holds, those that have waited longest first. Whose they are is asked of all organisations;
 * they are claimed one organisation at a time.
 */
export async function claimQueues(sql: Sql, worker: string, now: Date, limit: number): Promise<Queue[]> {
  const isFree = sql`due_at <= ${now} and (leased_until is null or leased_until < now())`
  const waiting = await findDue(
    sql,
    now,
    (isWorkedOn) => sql<{ org_id: number; queues: number }[]>`
    select org_id, count(*)::integer as queues
    from (
      select org_id, due_at
      from webhook_queues
      where ${isFree}
        and ${isWorkedOn}
      order by due_at
      limit ${limit * SHARE}
    ) free
    group by org_id
    order by min(due_at)`,
  )
  let left = Math.ceil(waiting.reduce((sum, { queues }) => sum + queues, 0) / SHARE)
  const claims = waiting.map(async ({ org_id: orgId, queues }) => {
    const share = Math.min(queues, left)
    left -= share
    return share === 0 ? [] : claimQueuesOf(orgId, sql, worker, isFree, share)
  })
  return (await Promise.all(claims)).flat()
}

async function claimQueuesOf(
  orgId: OrgId,
  sql: Sql,
  worker: string,
  isFree: Fragment,
  limit: number,
): Promise<Queue[]> {
  const rows = await sql<{ webhook_endpoint_id: number; failures: number }[]>`
    with due as (
      select webhook_endpoint_id
      from webhook_queues
      where org_id = ${orgId}
        and ${isFree}
      order by due_at
      limit ${limit}
      for update skip locked
    )
    update webhook_queues q
    set leased_by = ${worker},
      leased_until = ${lease(sql)}
    from due
    where q.org_id = ${orgId}
      and q.webhook_endpoint_id = due.webhook_endpoint_id
    returning q.webhook_endpoint_id, q.failures`
  return rows.map((row) => ({ orgId, endpointId: row.webhook_endpoint_id, failures: row.failures }))
}

/** What a worker holds is of many organisations; a statement is of one. They are sent side by side. */
export async function byOrganisation<T extends { orgId: OrgId }, Result>(
  all: readonly T[],
  work: (orgId: OrgId, ofOrganisation: T[]) => PromiseLike<Result>,
): Promise<Result[]> {
  const groups = Map.groupBy(all, ({ orgId }) => orgId)
  return Promise.all([...groups].map(([orgId, ofOrganisation]) => work(orgId, ofOrganisation)))
}

export const idsOf = (endpoints: EndpointKey[]): number[] => endpoints.map(({ endpointId }) => endpointId)

/**
 * Says which are still held: a claim that ran out may be another's by now. Locked in the order of their ids, as new messages
 * lock the queues that they go into.
 */
export async function renewQueues(sql: Sql, worker: string, endpoints: EndpointKey[]): Promise<EndpointKey[]> {
  const renewed = await byOrganisation(endpoints, async (orgId, held) => {
    const rows = await sql<{ webhook_endpoint_id: number }[]>`
      with kept as (
        select webhook_endpoint_id
        from webhook_queues
        where org_id = ${orgId}
          and webhook_endpoint_id = any (${idsOf(held)}::bigint[])
          and leased_by = ${worker}
        order by webhook_endpoint_id
        for no key update
      )
      update webhook_queues q
      set leased_until = ${lease(sql)}
      from kept
      where q.org_id = ${orgId}
        and q.webhook_endpoint_id = kept.webhook_endpoint_id
      returning q.webhook_endpoint_id`
    return rows.map((row) => ({ orgId, endpointId: row.webhook_endpoint_id }))
  })
  return renewed.flat()
}

/**
 * Gives claims back, each with the time at which its next delivery falls due, of those that it may be sent now. The lock comes first and the reading second:
 * deliveries that are being added meanwhile either wait for us or are seen.
 */
export async function releaseQueues(sql: Sql, worker: string, returns: QueueReturn[]): Promise<void> {
  await byOrganisation(returns, (orgId, ofOrganisation) =>
    sql.begin(async (tx) => {
      await tx`
        select 1
        from webhook_queues
        where org_id = ${orgId}
          and webhook_endpoint_id = any (${idsOf(ofOrganisation)}::bigint[])
          and leased_by = ${worker}
        order by webhook_endpoint_id
        for update`
      await tx`
        update webhook_queues q
        set due_at = case when h.due_at is null then null else greatest(h.due_at, h.paused_until) end,
          paused_until = h.paused_until,
          leased_by = null,
          leased_until = null,
          failures = h.failures
        from (
          select r.webhook_endpoint_id, r.failures, r.paused_until, (
            select min(d.due_at)
            from webhook_deliveries d
            join webhook_endpoints e using (org_id, webhook_endpoint_id)
            where d.org_id = ${orgId}
              and d.webhook_endpoint_id = r.webhook_endpoint_id
              and d.webhook_delivery_status = 'pending'
              and (e.proven_at is not null or d.type = 'ping')
          ) as due_at
          from unnest(
            ${idsOf(ofOrganisation)}::bigint[],
            ${ofOrganisation.map(({ failures }) => failures)}::int[],
            ${ofOrganisation.map(({ pausedUntil }) => pausedUntil.toISOString())}::timestamptz[]
          ) as r (webhook_endpoint_id, failures, paused_until)
        ) h
        where q.org_id = ${orgId}
          and q.webhook_endpoint_id = h.webhook_endpoint_id
          and q.leased_by = ${worker}`
    }),
  )
}
