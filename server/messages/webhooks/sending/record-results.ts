import type { Sql } from '../../../platform/postgres/database.ts'
import type { Clocks } from '../../../platform/values/clock.ts'
import { proveEndpoint } from '../prove-endpoint.ts'
import { FAILING_MAX_MS, giveUp, noteFailure, noteSuccess } from './endpoint-health.ts'
import { forget, type Lane } from './lane.ts'
import { type AttemptResult, recordEach } from './record-attempts.ts'

/** The time of the last success is good to this much; writing it for each one would cost more than sending. */
const SUCCESS_NOTED_EVERY_MS = 10_000

export type LaneResult = AttemptResult & { lane: Lane }

type OnFailure = (task: string, error: unknown) => void

/** Writes down what came of attempts, then what that means for their endpoints. */
export async function recordResults(
  sql: Sql,
  clocks: Clocks,
  results: LaneResult[],
  onFailure: OnFailure,
): Promise<void> {
  await recordEach(sql, results, (error) => onFailure('record webhooks', error))
  for (const { lane, attempt } of results) forget(lane, attempt.job)
  const byLane = Map.groupBy(results, ({ lane }) => lane)
  await Promise.all([...byLane].map(([lane, ofLane]) => judge(sql, clocks, lane, ofLane)))
}

async function judge(sql: Sql, clocks: Clocks, lane: Lane, results: LaneResult[]): Promise<void> {
  const { orgId, endpointId } = lane.target
  const verdicts = new Set(results.map(({ outcome }) => outcome.endpoint))
  if (verdicts.has('gone')) {
    await giveUp(orgId, sql, clocks, endpointId, 'gone')
    return
  }
  if (verdicts.has('silent')) {
    await giveUp(orgId, sql, clocks, endpointId, 'failing')
    return
  }
  if (verdicts.has('succeeded')) {
    if (!lane.target.proven) await prove(sql, lane, latest(results))
    const isNoted = performance.now() - lane.successNotedMs < SUCCESS_NOTED_EVERY_MS
    if (isNoted && lane.target.failingSince === null) return
    await noteSuccess(orgId, sql, endpointId, latest(results))
    lane.successNotedMs = performance.now()
    lane.target.failingSince = null
    return
  }
  if (!verdicts.has('failed')) return
  const since = await noteFailure(orgId, sql, endpointId, latest(results))
  lane.target.failingSince = since
  if (since && clocks.systemClock().getTime() - since.getTime() >= FAILING_MAX_MS) {
    await giveUp(orgId, sql, clocks, endpointId, 'failing')
  }
}

/** Where another address was set meanwhile, the answer proves nothing: the worker that claims the endpoint next asks there. */
async function prove(sql: Sql, lane: Lane, at: Date): Promise<void> {
  const { orgId, endpointId, url } = lane.target
  lane.target.proven = await proveEndpoint(orgId, sql, at, endpointId, url)
  if (lane.target.proven) lane.exhausted = false
  else lane.leaving = true
}

const latest = (results: LaneResult[]): Date =>
  results.reduce((at, { attempt }) => (attempt.at > at ? attempt.at : at), new Date(0))
