import type { OrgId } from '../../../access/principal.ts'
import type { Sql, Tx } from '../../../platform/postgres/database.ts'
import { PostgresError } from '../../../platform/postgres/errors.ts'
import type { Attempt } from './attempt.ts'
import type { AttemptOutcome } from './outcome.ts'
import { byOrganisation } from './queues.ts'

export type AttemptResult = { attempt: Attempt; outcome: AttemptOutcome }

/**
 * Writes what came of attempts, those of an organisation at once. Who has lost the claim on an endpoint may come too late: the
 * number of attempts that a delivery had before tells, and a result that does not follow on is dropped, as is one that was written
 * before. The results go as one piece of JSON, which costs this process half of what eleven arrays do.
 */
export async function recordAttempts(sql: Sql, results: AttemptResult[]): Promise<void> {
  const owned = results.map((result) => ({ orgId: result.attempt.job.orgId, result }))
  await byOrganisation(owned, (orgId, ofOrganisation) =>
    sql.begin(async (tx) => {
      // The commit does not wait for the disk: what a crash of the database loses here is sent once more, which at least once allows.
      void tx`set local synchronous_commit = off`.execute()
      await tx.commit([
        storeAttempts(
          orgId,
          tx,
          ofOrganisation.map(({ result }) => result),
        ),
      ])
    }),
  )
}

const storeAttempts = (orgId: OrgId, tx: Tx, results: AttemptResult[]) => tx`
  with result as (
    select *
    from json_to_recordset(${JSON.stringify(results.map(toRow))}::text::json) as r (
      webhook_delivery_id bigint, webhook_endpoint_id bigint, attempt_number int, at timestamptz,
      duration_ms int, response_status int, error_code text, response_start text, delivery_status text, due_at timestamptz
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
    where d.org_id = ${orgId}
      and d.webhook_delivery_id = r.webhook_delivery_id
      and d.webhook_delivery_status = 'pending'
      and d.attempts = r.attempt_number - 1
    returning d.webhook_delivery_id
  )
  insert into webhook_attempts (
    org_id, webhook_delivery_id, attempt_number, webhook_endpoint_id, response_status, error_code, duration_ms,
    response_start, created_at
  )
  select ${orgId}::bigint, webhook_delivery_id, attempt_number, webhook_endpoint_id, response_status, error_code, duration_ms,
    response_start, at
  from result
  join settled using (webhook_delivery_id)
  on conflict (org_id, webhook_delivery_id, attempt_number) do nothing`

const toRow = ({ attempt, outcome }: AttemptResult) => ({
  webhook_delivery_id: attempt.job.deliveryId,
  webhook_endpoint_id: attempt.job.endpointId,
  attempt_number: attempt.job.attempts + 1,
  at: attempt.at.toISOString(),
  duration_ms: attempt.durationMs,
  response_status: attempt.status,
  error_code: attempt.errorCode,
  response_start: attempt.responseStart,
  delivery_status: outcome.deliveryStatus,
  due_at: outcome.dueAt.toISOString(),
})

/**
 * Writes results together, as long as they can be. What the database refuses for what it says would be refused for ever, and
 * all other results with it: then each is written by itself, and the one that cannot be is marked as an answer that we
 * cannot read. Any other failure is thrown, to be tried again.
 */
export async function recordEach(
  sql: Sql,
  results: AttemptResult[],
  onRefused: (error: unknown) => void,
): Promise<void> {
  try {
    await recordAttempts(sql, results)
  } catch (error) {
    if (!isRefusal(error)) throw error
    onRefused(error)
    for (const result of results) await recordOne(sql, result)
  }
}

async function recordOne(sql: Sql, result: AttemptResult): Promise<void> {
  try {
    await recordAttempts(sql, [result])
  } catch (error) {
    if (!isRefusal(error)) throw error
    await recordAttempts(sql, [{ ...result, attempt: unreadable(result.attempt) }])
  }
}

/** Nothing in it comes from the receiver. */
const unreadable = (attempt: Attempt): Attempt => ({
  ...attempt,
  status: null,
  errorCode: 'answer_malformed',
  responseStart: null,
})

/** Classes 22 and 23 of SQLSTATE: the data is at fault, not the moment. */
const isRefusal = (error: unknown): boolean => error instanceof PostgresError && /^2[23]/.test(error.code)
