import { randomUUID } from 'node:crypto'
import type { Sql } from '../../../platform/postgres/database.ts'
import { findReached } from '../../../platform/postgres/reach.ts'
import type { SystemClock } from '../../../platform/values/clock.ts'
import type { Seal } from '../../../platform/values/seal.ts'
import type { MessageFields } from '../shown-messages.ts'
import { cancelOrphans, cancelUnsendable } from './cancel-deliveries.ts'
import { forget, isDone, isOffered, type Lane, lengthLeft, openLane, pauseMs, roomOf } from './lane.ts'
import { claimQueues, type EndpointKey, endpointName, QUEUE_LEASE_MS, releaseQueues, renewQueues } from './queues.ts'
import { readJobs } from './read-jobs.ts'
import { readTargets, type Target } from './read-targets.ts'

const LANES_MAX = 1000
const CLAIMED_AT_ONCE = 100
const UNREADABLE_AGAIN_MS = 60_000
/** An endpoint with a long queue is given back after so long to twice so long, or a worker that has just come would stand idle. */
const OFFERED_AFTER_MS = 10_000
/** Of all messages that are held in memory, in characters. */
const LENGTH_MAX = 64 * 1024 * 1024
/** Slow ones that are remembered from one claim to the next. */
const SLOW_MAX = 10_000

type LanesDeps = {
  sql: Sql
  systemClock: SystemClock
  seal: Seal
  outbound: { plainHttp: boolean }
  messageFields: MessageFields
  onFailure: (task: string, error: unknown) => void
  lengthMax?: number
  offeredAfterMs?: number
}
export type Lanes = ReturnType<typeof createLanes>

/** The endpoints that this worker has claimed. What it holds in memory it can lose at any moment without harm. */
export function createLanes(deps: LanesDeps) {
  const {
    sql,
    systemClock,
    seal,
    outbound,
    onFailure,
    lengthMax = LENGTH_MAX,
    offeredAfterMs = OFFERED_AFTER_MS,
  } = deps
  const worker = randomUUID()
  const lanes = new Map<string, Lane>()
  const slow = new Set<string>()
  const all = () => [...lanes.values()]

  /** Says how many were claimed. */
  async function claim(): Promise<number> {
    const room = Math.min(CLAIMED_AT_ONCE, LANES_MAX - lanes.size)
    if (room <= 0) return 0
    const leasedUntilMs = performance.now() + QUEUE_LEASE_MS
    const queues = await claimQueues(sql, worker, systemClock(), room)
    if (queues.length === 0) return 0
    const { targets, unreadable } = await readTargetsByName(queues)
    const closed = queues.filter((queue) => !targets.has(endpointName(queue)) && !unreadable.has(endpointName(queue)))
    for (const queue of queues) {
      const name = endpointName(queue)
      const target = targets.get(name)
      const offeredAtMs = performance.now() + offeredAfterMs * (1 + Math.random())
      const pace = slow.has(name) ? 'slow' : 'unknown'
      if (target) lanes.set(name, openLane(target, queue, { leasedUntilMs, offeredAtMs, pace }))
    }
    if (closed.length > 0) await cancelOrphans(sql, systemClock(), closed)
    const now = systemClock().getTime()
    const returns = queues
      .filter((queue) => !targets.has(endpointName(queue)))
      .map((queue) => ({
        ...queue,
        pausedUntil: new Date(now + (unreadable.has(endpointName(queue)) ? UNREADABLE_AGAIN_MS : 0)),
      }))
    if (returns.length > 0) await releaseQueues(sql, worker, returns)
    return queues.length
  }

  async function readTargetsByName(endpoints: EndpointKey[]) {
    const { targets, unreadable } = await readTargets(sql, seal, systemClock(), endpoints, outbound)
    if (unreadable.length > 0) {
      onFailure('read webhook secrets', new Error(`${unreadable.length} sealed under a secret that is not known here`))
    }
    return {
      targets: new Map(targets.map((target) => [endpointName(target), target])),
      unreadable: new Set(unreadable.map(endpointName)),
    }
  }

  /** Keeps what is held, and hears of addresses, secrets and endpoints that have changed. */
  async function renew(): Promise<void> {
    const endpoints = all().map(({ target }) => target)
    if (endpoints.length === 0) return
    const leasedUntilMs = performance.now() + QUEUE_LEASE_MS
    const renewed = new Set((await renewQueues(sql, worker, endpoints)).map(endpointName))
    const { targets } = await readTargetsByName(endpoints)
    for (const [name, lane] of lanes) {
      const target = targets.get(name)
      if (!renewed.has(name)) lanes.delete(name)
      else if (target && isSameDoor(target, lane.target)) Object.assign(lane, { target, leasedUntilMs })
      else closeLane(lane)
    }
  }

  /** Reads ahead for every lane with room, as far as memory may hold it; says how much. */
  async function fill(): Promise<number> {
    const requests = all().flatMap((lane) => {
      const [room, { orgId, endpointId, scopes, proven }] = [roomOf(lane), lane.target]
      return room > 0 ? [{ lane, room, lengthLeft: lengthLeft(lane), orgId, endpointId, scopes, proven }] : []
    })
    const left = all().reduce((rest, { length }) => rest - length, lengthMax)
    if (requests.length === 0 || left <= 0) return 0
    const busy = requests.flatMap(({ lane }) => [...lane.busy])
    const { jobs, unsendable, unread } = await readJobs(sql, systemClock(), requests, busy, left, deps.messageFields)
    if (unsendable.length > 0) await cancelUnsendable(sql, systemClock(), unsendable)
    const byLane = Map.groupBy(jobs, endpointName)
    for (const { lane, room } of requests) {
      const next = byLane.get(endpointName(lane.target)) ?? []
      for (const job of next) lane.busy.add(job.deliveryId)
      lane.waiting.push(...next)
      lane.length += next.reduce((sum, { body }) => sum + body.length, 0)
      lane.exhausted = next.length < room && !unread.has(endpointName(lane.target))
    }
    return jobs.length
  }

  /** Where something failed while a node is away: its organisations are left to the worker that finds them when it is back. */
  async function dropUnreached(): Promise<void> {
    const reached = await findReached(sql)
    if (reached === undefined) return
    const ids = new Set(reached)
    for (const [name, lane] of lanes) if (!ids.has(lane.target.orgId)) lanes.delete(name)
  }

  /** More may have come for those whose answer is still out: one request that hangs must not hold up what is behind it. */
  function lookAgain(): void {
    for (const lane of lanes.values()) if (lane.inFlight > 0) lane.exhausted = false
  }

  /** Gives back what is done with; `everything` when the worker stops. */
  async function release(everything = false): Promise<Lane[]> {
    const nowMs = performance.now()
    for (const lane of lanes.values()) lane.leaving ||= isOffered(lane, nowMs)
    const finished = [...lanes].filter(([, lane]) => everything || isDone(lane, nowMs))
    if (finished.length === 0) return []
    for (const [name, lane] of finished) {
      lanes.delete(name)
      if (lane.pace !== 'slow') slow.delete(name)
      else if (slow.size < SLOW_MAX) slow.add(name)
    }
    const now = systemClock().getTime()
    await releaseQueues(
      sql,
      worker,
      finished.map(([, lane]) => ({
        orgId: lane.target.orgId,
        endpointId: lane.target.endpointId,
        failures: lane.failures,
        pausedUntil: new Date(now + pauseMs(lane)),
      })),
    )
    return finished.map(([, lane]) => lane)
  }

  return { all, claim, renew, fill, lookAgain, release, dropUnreached, isEmpty: () => lanes.size === 0 }
}

/** What was read for one address must not go to another, nor to one that may hear less by now, or is to be proven again. */
const isSameDoor = (now: Target, before: Target): boolean =>
  now.url === before.url && now.scopes.join() === before.scopes.join() && (now.proven || !before.proven)

/** What waits here is cancelled in the database, or will be, or is read anew by the worker that claims the endpoint next. */
export function closeLane(lane: Lane): void {
  for (const job of lane.waiting) forget(lane, job)
  lane.waiting = []
  lane.leaving = true
}
