import type { Sql } from '../../kit/database.ts'
import type { Attempt } from './attempt.ts'
import type { Outcome } from './outcome.ts'

export type Done = { attempt: Attempt; outcome: Outcome }

/**
 * Writes what came of attempts, many at once. Who has lost the claim on an endpoint may come too late: the number of attempts
 * that a delivery had before tells, and a result that does not follow on is dropped. The commit does not wait for the disk:
 * what a crash of the database loses here is sent once more, which at least once allows.
 */
export async function recordAttempts(sql: Sql, done: Done[]): Promise<void> {
  await sql`
    with relaxed as (
      select set_config('synchronous_commit', 'off', true)
    ),
    result as (
      select r.*
      from relaxed, unnest(
        ${done.map(({ attempt }) => Number(attempt.job.orgId))}::bigint[],
        ${done.map(({ attempt }) => attempt.job.deliveryId)}::bigint[],
        ${done.map(({ attempt }) => attempt.job.endpointId)}::bigint[],
        ${done.map(({ attempt }) => attempt.job.attempts + 1)}::int[],
        ${done.map(({ attempt }) => attempt.at.toISOString())}::timestamptz[],
        ${done.map(({ attempt }) => attempt.durationMs)}::int[],
        ${done.map(({ attempt }) => attempt.status)}::int[],
        ${done.map(({ attempt }) => attempt.errorCode)}::text[],
        ${done.map(({ attempt }) => attempt.responseStart)}::text[],
        ${done.map(({ outcome }) => outcome.deliveryStatus)}::text[],
        ${done.map(({ outcome }) => outcome.dueAt.toISOString())}::timestamptz[]
      ) as r (
        org_id, webhook_delivery_id, webhook_endpoint_id, attempt_number, at, duration_ms, response_status, error_code,
        response_start, delivery_status, due_at
      )
    ),
    settled as (
      update webhook_deliveries d
      set webhook_delivery_status = r.delivery_status,
        attempts = r.attempt_number,
        due_at = r.due_at,
        succeeded_at = case when r.delivery_status = 'succeeded' then r.at end,
        changed_at = r.at
      from result r
      where d.org_id = r.org_id
        and d.webhook_delivery_id = r.webhook_delivery_id
        and d.webhook_delivery_status = 'pending'
        and d.attempts = r.attempt_number - 1
      returning d.org_id, d.webhook_delivery_id
    )
    insert into webhook_attempts (
      org_id, webhook_delivery_id, attempt_number, webhook_endpoint_id, response_status, error_code, duration_ms,
      response_start, created_at
    )
    select org_id, webhook_delivery_id, attempt_number, webhook_endpoint_id, response_status, error_code, duration_ms,
      response_start, at
    from result
    join settled using (org_id, webhook_delivery_id)
    on conflict (org_id, webhook_delivery_id, attempt_number) do nothing`
}
