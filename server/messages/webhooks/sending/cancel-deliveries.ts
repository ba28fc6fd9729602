import type { Sql } from '../../../platform/postgres/database.ts'
import type { EndpointKey } from './queues.ts'
import type { JobRow } from './read-jobs.ts'

/** Made for an endpoint in the moment in which it was closed; not what came since it was enabled again. */
export async function cancelOrphans(sql: Sql, now: Date, endpoints: EndpointKey[]): Promise<void> {
  await sql`
    update webhook_deliveries d
    set webhook_delivery_status = 'cancelled',
      changed_at = ${now}
    from unnest(
      ${endpoints.map(({ orgId }) => Number(orgId))}::bigint[], ${endpoints.map(({ endpointId }) => endpointId)}::bigint[]
    ) as h (org_id, webhook_endpoint_id)
    where d.org_id = h.org_id
      and d.webhook_endpoint_id = h.webhook_endpoint_id
      and d.webhook_delivery_status = 'pending'
      and not exists (
        select 1
        from webhook_endpoints e
        where e.org_id = h.org_id
          and e.webhook_endpoint_id = h.webhook_endpoint_id
          and e.webhook_endpoint_status = 'enabled'
      )`
}

/** There is nothing to send any more, or nobody who may have it. */
export async function cancelUnsendable(sql: Sql, now: Date, rows: JobRow[]): Promise<void> {
  await sql`
    update webhook_deliveries d
    set webhook_delivery_status = 'cancelled',
      changed_at = ${now}
    from unnest(
      ${rows.map((row) => row.org_id)}::bigint[], ${rows.map((row) => row.webhook_delivery_id)}::bigint[]
    ) as m (org_id, webhook_delivery_id)
    where d.org_id = m.org_id
      and d.webhook_delivery_id = m.webhook_delivery_id
      and d.webhook_delivery_status = 'pending'`
}
