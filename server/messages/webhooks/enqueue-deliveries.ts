import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'

export type NewDelivery = { webhook_endpoint_id: number; message_id: number; sequence: number; type: string }

/**
 * Puts deliveries into the queues of their endpoints, due now. Of those that the schedule sends, a message has one for each
 * endpoint, however often this is tried; a replay is one more. An endpoint that is left alone for a while stays so, unless
 * a caller asks for it by hand.
 */
export async function enqueueDeliveries(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  deliveries: NewDelivery[],
  { replay = false, byHand = false } = {},
): Promise<number[]> {
  if (deliveries.length === 0) return []
  const ids = await drawIds(tx, deliveries.length)
  const rows = await tx<{ id: number; webhook_endpoint_id: number }[]>`
    insert into webhook_deliveries (
      org_id, webhook_delivery_id, webhook_endpoint_id, message_id, sequence, type, replay, due_at, created_at, changed_at
    )
    select m.org_id, d.webhook_delivery_id, d.webhook_endpoint_id, m.message_id, d.sequence, d.type, ${replay}, ${now}, ${now},
      ${now}
    from webhook_messages m
    join unnest(
      ${ids}::bigint[],
      ${deliveries.map((delivery) => delivery.webhook_endpoint_id)}::bigint[],
      ${deliveries.map((delivery) => delivery.message_id)}::bigint[],
      ${deliveries.map((delivery) => delivery.sequence)}::bigint[],
      ${deliveries.map((delivery) => delivery.type)}::text[]
    ) as d (webhook_delivery_id, webhook_endpoint_id, message_id, sequence, type) on d.message_id = m.message_id
    where m.org_id = ${orgId}
    on conflict (org_id, message_id, webhook_endpoint_id) where not replay do nothing
    returning webhook_delivery_id as id, webhook_endpoint_id`
  const endpointIds = [...new Set(rows.map((row) => row.webhook_endpoint_id))]
  if (endpointIds.length === 0) return []
  await tx`
    insert into webhook_queues as q (org_id, webhook_endpoint_id, due_at)
    select e.org_id, e.webhook_endpoint_id, ${now}
    from webhook_endpoints e
    where e.org_id = ${orgId}
      and e.webhook_endpoint_id = any (${endpointIds}::bigint[])
    order by e.webhook_endpoint_id
    on conflict (org_id, webhook_endpoint_id) do update
    set due_at = least(q.due_at, ${replay || byHand ? tx`excluded.due_at` : tx`greatest(excluded.due_at, q.paused_until)`})`
  return rows.map(({ id }) => id)
}

/**
 * Drawn before, and what is inserted comes out of tables of the organisation: so both statements are one node's of a cluster. Rows that
 * come out of nowhere, or draw their ids themselves, are first sent to every node: while one of them is away, no organisation's webhooks would leave.
 */
async function drawIds(tx: Tx, count: number): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    select nextval('webhook_deliveries_webhook_delivery_id_seq') as id
    from generate_series(1, ${count}::integer)`
  return rows.map(({ id }) => id)
}
