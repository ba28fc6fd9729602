import type { Actor } from '../../access/audit/record.ts'
import { eachDue } from '../../access/due-work.ts'
import type { OrgId } from '../../access/principal.ts'
import type { RefundDeps } from '../../ledger/refunds/carry-out-refund.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Clocks } from '../../platform/values/clock.ts'
import { runActions } from './run-actions.ts'
import type { RunDetails } from './run-details.ts'
import type { ItemResult } from './run-item.ts'
import { findIds, type ObjectType, type RunFilters } from './run-objects.ts'

/** Objects that the filters of a run leave, written down at a time. */
const PAGE = 500
/** Objects of one run before the next one has its turn, and of all of them before the worker looks at what else is due. */
const SLICE = 50
const ROUND_MAX = 1000
const RUNS_MAX = 10
/** What goes wrong for no reason of the object's own is tried so often. */
const ATTEMPTS_MAX = 3
/** Whatever keeps a whole run from going on. */
const PAUSE_MS = 60_000

type RunDeps = RefundDeps & Clocks

type DueRun = {
  run_id: number
  object_type: ObjectType
  action: string
  run_status: 'collecting' | 'running'
  details: RunDetails
  actor_kind: 'api_key' | 'staff'
  actor_id: string | null
  actor_name: string | null
}

/**
 * Goes on with what staff do with many objects: any number of workers at once, each with an object of its own under its lock. What is
 * done with it and that it is done are one transaction, so that a worker which is lost leaves the object as it was. Answers how many
 * objects it did.
 */
export async function continueRuns(deps: RunDeps): Promise<number> {
  const due = (now: Date) => ({
    rows: deps.sql`
      select org_id
      from runs
      where run_status in ('collecting', 'running')
        and due_at <= ${now}`,
    oldest: deps.sql`due_at`,
  })
  return eachDue(deps.sql, deps, { due, batch: RUNS_MAX }, async (orgId) => {
    let sum = 0
    for (let turn = SLICE; turn > 0 && sum < ROUND_MAX; ) {
      turn = 0
      for (const run of await findRuns(orgId, deps)) turn += await goOn(deps, orgId, run)
      sum += turn
    }
    return sum
  })
}

const findRuns = (orgId: OrgId, { sql, clock }: RunDeps) => sql<DueRun[]>`
  select run_id, object_type, action, run_status, details, actor_kind, actor_id, actor_name
  from runs
  where org_id = ${orgId}
    and run_status in ('collecting', 'running')
    and due_at <= ${clock(orgId)}
  order by created_at, run_id
  limit ${RUNS_MAX}`

async function goOn(deps: RunDeps, orgId: OrgId, run: DueRun): Promise<number> {
  try {
    return run.run_status === 'collecting' ? await collect(deps, orgId, run) : await workThrough(deps, orgId, run)
  } catch (error) {
    await pause(deps, orgId, run)
    throw error
  }
}

type CollectedRun = { filters: RunFilters; last_collected: number[] | null; created_at: Date; started: number }

/** One page of what the filters leave. Nothing is done with any of them before all are written down. */
const collect = (deps: RunDeps, orgId: OrgId, { run_id: runId, object_type: type }: DueRun): Promise<number> =>
  deps.sql.begin(async (tx) => {
    const [run] = await tx<CollectedRun[]>`
      select filters, last_collected, created_at, ceil(extract(epoch from created_at))::bigint as started
      from runs
      where org_id = ${orgId}
        and run_id = ${runId}
        and run_status = 'collecting'
      for no key update skip locked`
    if (!run) return 0
    const filters = type === 'members' ? { created_until: run.started + 1, ...run.filters } : run.filters
    const from = { now: run.created_at, last: run.last_collected ?? undefined, most: PAGE }
    const { ids, last } = await findIds[type](orgId, tx, { filters, ...from })
    const now = deps.clock(orgId)
    await tx`
      insert into run_items (org_id, run_id, object_id, created_at, changed_at)
      select ${orgId}, ${runId}, id, ${now}, ${now}
      from unnest(${ids}::bigint[]) as page (id)
      on conflict (org_id, run_id, object_id) do nothing`
    await tx`
      update runs
      set last_collected = ${last ? JSON.stringify(last) : null}::text::jsonb, changed_at = ${now},
        run_status = case when ${last !== undefined} then 'collecting' when waits then 'ready' else 'running' end
      where org_id = ${orgId}
        and run_id = ${runId}`
    return ids.length + 1
  }) as Promise<number>

async function workThrough(deps: RunDeps, orgId: OrgId, run: DueRun): Promise<number> {
  const failures: unknown[] = []
  let count = 0
  for (; count < SLICE; count += 1) {
    const worked = await workOnOne(deps, orgId, run)
    if (worked === 'none') break
    if (worked instanceof Error) failures.push(worked)
  }
  if (count < SLICE) await finish(deps, orgId, run)
  if (failures.length > 0) throw failures[0]
  return count
}

/** The next object, if another worker does not have it. An error is one that the object is not to blame for. */
async function workOnOne(deps: RunDeps, orgId: OrgId, run: DueRun): Promise<'none' | 'worked' | Error> {
  let id: number | undefined
  try {
    const result = (await deps.sql.begin(async (tx) => {
      id = await lockNext(orgId, tx, run.run_id)
      if (id === undefined) return undefined
      const done = await act(deps, orgId, tx, run, id)
      await settle(orgId, tx, deps.clock(orgId), run.run_id, id, {
        outcome: done.outcome,
        reason: done.outcome === 'skipped' ? done.reason : null,
        message: null,
      })
      return done
    })) as ItemResult | undefined
    if (result === undefined) return 'none'
    // Where this is lost, the money is an open refund like any other.
    if (result.outcome === 'done') await result.after?.().catch(() => {})
    return 'worked'
  } catch (error) {
    if (id === undefined) throw error
    return noteFailure(deps, orgId, run, id, error)
  }
}

const act = (deps: RunDeps, orgId: OrgId, tx: Tx, run: DueRun, id: number): Promise<ItemResult> => {
  const action = runActions[run.object_type][run.action]
  if (!action) throw new ApiError('state_conflict', { message: 'This version does not know the action.' })
  const actor: Actor = {
    orgId,
    kind: run.actor_kind,
    id: run.actor_id,
    ...(run.actor_name !== null && { name: run.actor_name }),
    requestId: null,
  }
  const at = { ...deps, orgId, tx, actor, runId: run.run_id, action: run.action, details: run.details }
  return action.act(at, run.object_type, id)
}

/** Shares the lock of the run until it is done, so that staff who stop the run wait for it and find nothing begun after. */
async function lockNext(orgId: OrgId, tx: Tx, runId: number): Promise<number | undefined> {
  const running = await tx`
    select 1
    from runs
    where org_id = ${orgId}
      and run_id = ${runId}
      and run_status = 'running'
    for share`
  if (running.length === 0) return undefined
  const [item] = await tx<{ object_id: number }[]>`
    select object_id
    from run_items
    where org_id = ${orgId}
      and run_id = ${runId}
      and outcome is null
    order by attempts, object_id
    limit 1
    for update skip locked`
  return item?.object_id
}

type Settled = { outcome: string | null; reason: string | null; message: string | null }

const settle = (
  orgId: OrgId,
  tx: Pick<RunDeps, 'sql'>['sql'] | Tx,
  now: Date,
  runId: number,
  id: number,
  to: Settled,
) => tx`
  update run_items
  set outcome = ${to.outcome}, reason = ${to.reason}, message = ${to.message}, attempts = attempts + 1, changed_at = ${now}
  where org_id = ${orgId}
    and run_id = ${runId}
    and object_id = ${id}
    and outcome is null`

/** A refusal is the object's outcome. Anything else may be over in a moment: the object goes behind the others, and is given up in the end. */
async function noteFailure(
  deps: RunDeps,
  orgId: OrgId,
  run: DueRun,
  id: number,
  error: unknown,
): Promise<'worked' | Error> {
  const now = deps.clock(orgId)
  const { run_id: runId } = run
  if (error instanceof ApiError && error.status < 500) {
    const message = error.message.slice(0, 500)
    await settle(orgId, deps.sql, now, runId, id, { outcome: 'failed', reason: error.code, message })
    return 'worked'
  }
  const [item] = await deps.sql<{ attempts: number }[]>`
    select attempts
    from run_items
    where org_id = ${orgId}
      and run_id = ${runId}
      and object_id = ${id}`
  const isLast = (item?.attempts ?? 0) + 1 >= ATTEMPTS_MAX
  const given = isLast ? { outcome: 'failed', reason: 'internal_error' } : { outcome: null, reason: null }
  await settle(orgId, deps.sql, now, runId, id, { ...given, message: null })
  return error instanceof Error ? error : new Error(String(error))
}

/** Another worker may have the last of them in hand: then it finishes the run. */
const finish = (deps: RunDeps, orgId: OrgId, { run_id: runId }: DueRun) => deps.sql`
  update runs
  set run_status = 'finished', finished_at = ${deps.clock(orgId)}, changed_at = ${deps.clock(orgId)}
  where org_id = ${orgId}
    and run_id = ${runId}
    and run_status = 'running'
    and not exists (
      select 1
      from run_items
      where org_id = ${orgId}
        and run_id = ${runId}
        and outcome is null
    )`

const pause = (deps: RunDeps, orgId: OrgId, { run_id: runId }: DueRun) => deps.sql`
  update runs
  set due_at = ${new Date(deps.systemClock().getTime() + PAUSE_MS)}, changed_at = ${deps.clock(orgId)}
  where org_id = ${orgId}
    and run_id = ${runId}`
