import type { OrgId } from '../../access/principal.ts'
import type { Sql, Tx } from '../../platform/postgres/database.ts'
import { lockSequence } from './number-messages.ts'

/**
 * A receiver answered at this address: from now on the endpoint is sent what comes, and first what came while it was waited for.
 * Says whether that is still its address. Under the lock of the numbers, so that each message is either numbered before, and in what it missed, or after, and sent to it.
 */
export function proveEndpoint(orgId: OrgId, sql: Sql, at: Date, endpointId: number, url: string): Promise<boolean> {
  return sql.begin(async (tx) => {
    const [endpoint] = await tx<{ waiting_after: number }[]>`
      select waiting_after
      from webhook_endpoints
      where org_id = ${orgId}
        and webhook_endpoint_id = ${endpointId}
        and url = ${url}
        and proven_at is null
        and webhook_endpoint_status = 'enabled'
      for update`
    if (!endpoint) return false
    await lockSequence(orgId, tx)
    await tx`
      update webhook_endpoints
      set proven_at = ${at},
        waiting_after = null
      where org_id = ${orgId}
        and webhook_endpoint_id = ${endpointId}`
    // What it may not have been sent of an earlier time like this is still to be sent as well.
    await tx`
      insert into webhook_replays as r (
        org_id, webhook_endpoint_id, cause, after_sequence, through_sequence, created_at, changed_at
      )
      select org_id, ${endpointId}, 'proven', ${endpoint.waiting_after}, last_sequence, ${at}, ${at}
      from webhook_sequences
      where org_id = ${orgId}
        and last_sequence > ${endpoint.waiting_after}
      on conflict (org_id, webhook_endpoint_id, cause) do update
      set after_sequence = least(r.after_sequence, excluded.after_sequence),
        through_sequence = greatest(r.through_sequence, excluded.through_sequence),
        changed_at = excluded.changed_at`
    await tx`
      update webhook_queues
      set due_at = least(due_at, ${at})
      where org_id = ${orgId}
        and webhook_endpoint_id = ${endpointId}`
    return true
  })
}

/** Nothing but a ping is sent to it until it is proven; what comes from now on waits, beside what was waiting already. */
export async function unproveEndpoint(orgId: OrgId, tx: Tx, endpointId: number): Promise<void> {
  await lockSequence(orgId, tx)
  await tx`
    update webhook_endpoints e
    set proven_at = null,
      waiting_after = coalesce(e.waiting_after, s.last_sequence)
    from webhook_sequences s
    where e.org_id = ${orgId}
      and e.webhook_endpoint_id = ${endpointId}
      and s.org_id = ${orgId}`
}
