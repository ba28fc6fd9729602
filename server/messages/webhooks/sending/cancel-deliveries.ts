import type { Sql } from '../../../platform/postgres/database.ts'
import { byOrganisation, type EndpointKey, idsOf } from './queues.ts'
import type { JobRow } from './read-jobs.ts'

/** Made for an endpoint in the moment in which it was closed; not what came since it was enabled again. */
export async function cancelOrphans(sql: Sql, now: Date, endpoints: EndpointKey[]): Promise<void> {
  await byOrganisation(
    endpoints,
    (orgId, closed) => sql`
      update webhook_deliveries d
      set webhook_delivery_status = 'cancelled',
        changed_at = ${now}
      where d.org_id = ${orgId}
        and d.webhook_endpoint_id = any (${idsOf(closed)}::bigint[])
        and d.webhook_delivery_status = 'pending'
        and not exists (
          select 1
          from webhook_endpoints e
          where e.org_id = ${orgId}
            and e.webhook_endpoint_id = d.webhook_endpoint_id
            and e.webhook_endpoint_status = 'enabled'
        )`,
  )
}

/** There is nothing to send any more, or no endpoint that may have it. */
export async function cancelUnsendable(sql: Sql, now: Date, rows: JobRow[]): Promise<void> {
  await byOrganisation(
    rows.map(({ org_id: orgId, webhook_delivery_id }) => ({ orgId, webhook_delivery_id })),
    (orgId, unsendable) => sql`
      update webhook_deliveries
      set webhook_delivery_status = 'cancelled',
        changed_at = ${now}
      where org_id = ${orgId}
        and webhook_delivery_id = any (${unsendable.map((row) => row.webhook_delivery_id)}::bigint[])
        and webhook_delivery_status = 'pending'`,
  )
}
