import { type Static, Type } from 'typebox'
import { AccessError } from '../../access/errors.ts'
import type { OrgId, Principal } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { readableRuns } from './run-actions.ts'
import type { RunDetails } from './run-details.ts'
import { type ObjectType, objectTypes } from './run-objects.ts'

export const runStatuses = ['collecting', 'ready', 'running', 'stopped', 'finished'] as const

export const StaffRun = Type.Object(
  {
    run_id: Type.Integer(),
    object_type: OneOf([...objectTypes]),
    action: Type.String(),
    run_status: OneOf([...runStatuses], {
      description:
        'collecting: what the filters leave is written down first, and nothing is done yet; ready: it is, and the run is to be started',
    }),
    is_filtered: Type.Boolean({ description: 'all that filters left, and not objects that were named one by one' }),
    subject: Nullable(Type.String({ description: 'of the mail' })),
    text: Nullable(Type.String({ description: 'of the mail' })),
    is_news: Type.Boolean(),
    tag: Nullable(Type.String()),
    membership_type_id: Nullable(Type.Integer()),
    due_on: Nullable(Type.String({ description: 'YYYY-MM-DD, the day that instalments move to' })),
    reason: Nullable(Type.String()),
    started_by: Nullable(Type.String({ description: 'the member of staff; null: an API key' })),
    items: Type.Object({
      waiting: Type.Integer(),
      done: Type.Integer(),
      skipped: Type.Integer({ description: 'there was nothing to do, or it must not be done' }),
      failed: Type.Integer(),
    }),
    amounts: Type.Array(
      Type.Object({
        currency: Type.String({ description: 'ISO 4217' }),
        amount: Type.Number({ description: 'major unit of the currency' }),
      }),
      {
        description: 'of one run that is ready, when it is retrieved: what would go back, be charged or be written off',
      },
    ),
    created: Type.Integer({ description: 'Unix seconds' }),
    finished_at: Nullable(Type.Integer({ description: 'Unix seconds' })),
  },
  { title: 'Run' },
)
export type StaffRun = Static<typeof StaffRun>

export const RunRow = Type.Object({
  run_id: Type.Integer(),
  object_type: Type.Unsafe<ObjectType>({ type: 'string' }),
  action: Type.String(),
  run_status: Type.Unsafe<StaffRun['run_status']>({ type: 'string' }),
  is_filtered: Type.Boolean(),
  details: Type.Unsafe<RunDetails>({ type: 'object' }),
  actor_name: Nullable(Type.String()),
  waiting: Type.Integer(),
  done: Type.Integer(),
  skipped: Type.Integer(),
  failed: Type.Integer(),
  created_at: Type.Unsafe<Date>({ type: 'object' }),
  finished_at: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
})
export type RunRow = Static<typeof RunRow>

/** As `t`, each with what came of its objects. */
export const selectRuns = (orgId: OrgId, sql: Db) => sql`
  select t.run_id, t.object_type, t.action, t.run_status, t.filters is not null as is_filtered, t.details, t.actor_name,
    i.waiting, i.done, i.skipped, i.failed, t.created_at, t.finished_at
  from runs t
  cross join lateral (
    select count(*) filter (where outcome is null) as waiting,
      count(*) filter (where outcome = 'done') as done,
      count(*) filter (where outcome = 'skipped') as skipped,
      count(*) filter (where outcome = 'failed') as failed
    from run_items
    where org_id = ${orgId}
      and run_id = t.run_id
  ) i`

export const findRun = (orgId: OrgId, sql: Db, runId: number) => sql<RunRow[]>`
  ${selectRuns(orgId, sql)}
  where t.org_id = ${orgId}
    and t.run_id = ${runId}`

export const toRun = (row: RunRow, amounts: StaffRun['amounts'] = []) =>
  ({
    run_id: row.run_id,
    object_type: row.object_type,
    action: row.action,
    run_status: row.run_status,
    is_filtered: row.is_filtered,
    subject: row.details.mail?.subject ?? null,
    text: row.details.mail?.text ?? null,
    is_news: row.details.mail?.is_news ?? false,
    tag: row.details.tag ?? null,
    membership_type_id: row.details.membership_type_id ?? null,
    due_on: row.details.due_on ?? null,
    reason: row.details.reason ?? null,
    started_by: row.actor_name,
    items: { waiting: row.waiting, done: row.done, skipped: row.skipped, failed: row.failed },
    amounts,
    created: unixSeconds(row.created_at),
    finished_at: row.finished_at ? unixSeconds(row.finished_at) : null,
  }) satisfies StaffRun

/** A caller who may not do it with one of them does not read what was done with many. */
export async function requireRun(orgId: OrgId, sql: Db, principal: Principal, runId: number): Promise<RunRow> {
  const [run] = await findRun(orgId, sql, runId)
  if (!run) throw new ApiError('resource_missing')
  if (!readableRuns(principal).includes(`${run.object_type}.${run.action}`)) throw new AccessError('scope_missing')
  return run
}
