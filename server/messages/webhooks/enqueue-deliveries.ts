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
  const rows = await tx<{ id: number }[]>`
    with sent as (
      insert into webhook_deliveries (
        org_id, webhook_endpoint_id, message_id, sequence, type, replay, due_at, created_at, changed_at
      )
      select ${orgId}, webhook_endpoint_id, message_id, sequence, type, ${replay}, ${now}, ${now}, ${now}
      from unnest(
        ${deliveries.map((delivery) => delivery.webhook_endpoint_id)}::bigint[],
        ${deliveries.map((delivery) => delivery.message_id)}::bigint[],
        ${deliveries.map((delivery) => delivery.sequence)}::bigint[],
        ${deliveries.map((delivery) => delivery.type)}::text[]
      ) as d (webhook_endpoint_id, message_id, sequence, type)
      on conflict (org_id, message_id, webhook_endpoint_id) where not replay do nothing
      returning webhook_delivery_id, webhook_endpoint_id
    ),
    queued as (
      insert into webhook_queues as q (org_id, webhook_endpoint_id, due_at)
      select ${orgId}, webhook_endpoint_id, ${now}
      from sent
      group by webhook_endpoint_id
      order by webhook_endpoint_id
      on conflict (org_id, webhook_endpoint_id) do update
      set due_at = least(q.due_at, ${replay || byHand ? tx`excluded.due_at` : tx`greatest(excluded.due_at, q.paused_until)`})
    )
    select webhook_delivery_id as id
    from sent`
  return rows.map(({ id }) => id)
}
