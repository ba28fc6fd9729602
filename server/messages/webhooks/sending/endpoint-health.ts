import { recordAs, systemActor, withoutQuery } from '../../../access/audit/record.ts'
import type { OrgId } from '../../../access/principal.ts'
import type { Sql } from '../../../platform/postgres/database.ts'
import type { Clocks } from '../../../platform/values/clock.ts'
import { DAY_MS } from '../../../platform/values/durations.ts'
import { closeEndpoint } from '../close-endpoint.ts'
import { toWebhookEndpoint } from '../endpoint.ts'
import { publish } from '../publish.ts'

/** So long without a success, and an endpoint is given up. */
export const FAILING_MAX_MS = 5 * DAY_MS

export async function noteSuccess(orgId: OrgId, sql: Sql, endpointId: number, at: Date): Promise<void> {
  await sql`
    update webhook_endpoints
    set last_success_at = greatest(last_success_at, ${at}),
      failing_since = null
    where org_id = ${orgId}
      and webhook_endpoint_id = ${endpointId}`
}

/** The first failure since the last success, whichever worker met it. */
export async function noteFailure(orgId: OrgId, sql: Sql, endpointId: number, at: Date): Promise<Date | null> {
  const [row] = await sql<{ failing_since: Date | null }[]>`
    update webhook_endpoints
    set failing_since = least(failing_since, ${at})
    where org_id = ${orgId}
      and webhook_endpoint_id = ${endpointId}
    returning failing_since`
  return row?.failing_since ?? null
}

/** Gives an endpoint up and says so to the others, once: only the worker that closes it tells. */
export function giveUp(
  orgId: OrgId,
  sql: Sql,
  { clock, systemClock }: Clocks,
  endpointId: number,
  reason: 'gone' | 'failing',
): Promise<void> {
  return sql.begin(async (tx) => {
    const row = await closeEndpoint(orgId, tx, systemClock(), endpointId, { status: 'disabled', reason })
    if (!row) return
    const webhook_endpoint = { ...toWebhookEndpoint(row, systemClock()), url: withoutQuery(row.url) }
    await publish(orgId, tx, clock, 'webhook_endpoint.disabled', { webhook_endpoint })
    const actor = systemActor(orgId)
    await recordAs(tx, clock, actor, {
      action: 'webhook_endpoint.disabled',
      objectType: 'webhook_endpoint',
      objectId: endpointId,
      after: { status: 'disabled', disabled_reason: reason },
    })
  })
}
