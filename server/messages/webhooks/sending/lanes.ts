import { randomUUID } from 'node:crypto'
import type { Sql } from '../../../platform/postgres/database.ts'
import type { Clock } from '../../../platform/values/clock.ts'
import type { Seal } from '../../../platform/values/seal.ts'
import { cancelMissing, cancelOrphans } from './cancel-deliveries.ts'
import { forget, isDone, isOffered, type Lane, lengthLeft, openLane, pauseMs, roomOf } from './lane.ts'
import { claimQueues, type Held, LEASE_MS, nameOf, releaseQueues, renewQueues } from './queues.ts'
import { readJobs, readTargets } from './read-work.ts'

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
  clock: Clock
  seal: Seal
  outbound: { plainHttp: boolean }
  onFailure: (task: string, error: unknown) => void
  lengthMax?: number
  offeredAfterMs?: number
}
export type Lanes = ReturnType<typeof createLanes>

/** The endpoints that this worker has claimed. What it holds in memory it can lose at any moment without harm. */
export function createLanes(deps: LanesDeps) {
  const { sql, clock, seal, outbound, onFailure, lengthMax = LENGTH_MAX, offeredAfterMs = OFFERED_AFTER_MS } = deps
  const worker = randomUUID()
  const lanes = new Map<string, Lane>()
  const slow = new Set<string>()
  const all = () => [...lanes.values()]

  /** Says how many were claimed. */
  async function claim(): Promise<number> {
    const room = Math.min(CLAIMED_AT_ONCE, LANES_MAX - lanes.size)
    if (room <= 0) return 0
    const leasedUntilMs = performance.now() + LEASE_MS
    const claimed = await claimQueues(sql, worker, clock(), room)
    if (claimed.length === 0) return 0
    const { targets, unreadable } = await readTargetsByName(claimed)
    const closed = claimed.filter((queue) => !targets.has(nameOf(queue)) && !unreadable.has(nameOf(queue)))
    for (const queue of claimed) {
      const name = nameOf(queue)
      const target = targets.get(name)
      const offeredAtMs = performance.now() + offeredAfterMs * (1 + Math.random())
      const pace = slow.has(name) ? 'slow' : 'unknown'
      if (target) lanes.set(name, openLane(target, queue, { leasedUntilMs, offeredAtMs, pace }))
    }
    if (closed.length > 0) await cancelOrphans(sql, clock(), closed)
    const now = clock().getTime()
    const given = claimed
      .filter((queue) => !targets.has(nameOf(queue)))
      .map((queue) => ({
        ...queue,
        pausedUntil: new Date(now + (unreadable.has(nameOf(queue)) ? UNREADABLE_AGAIN_MS : 0)),
      }))
    if (given.length > 0) await releaseQueues(sql, worker, given)
    return claimed.length
  }

  async function readTargetsByName(held: Held[]) {
    const { targets, unreadable } = await readTargets(sql, seal, clock(), held, outbound)
    if (unreadable.length > 0) {
      onFailure('read webhook secrets', new Error(`${unreadable.length} sealed under a secret that is not known here`))
    }
    return {
      targets: new Map(targets.map((target) => [nameOf(target), target])),
      unreadable: new Set(unreadable.map(nameOf)),
    }
  }

  /** Keeps what is held, and hears of addresses, secrets and endpoints that have changed. */
  async function renew(): Promise<void> {
    const held = all().map(({ target }) => target)
    if (held.length === 0) return
    const leasedUntilMs = performance.now() + LEASE_MS
    const kept = new Set((await renewQueues(sql, worker, held)).map(nameOf))
    const { targets } = await readTargetsByName(held)
    for (const [name, lane] of lanes) {
      const target = targets.get(name)
      if (!kept.has(name)) lanes.delete(name)
      else if (target) Object.assign(lane, { target, leasedUntilMs })
      else close(lane)
    }
  }

  /** Reads ahead for every lane with room, as far as memory may hold it; says how much. */
  async function fill(): Promise<number> {
    const wanted = all().flatMap((lane) => {
      const [room, { orgId, endpointId }] = [roomOf(lane), lane.target]
      return room > 0 ? [{ lane, room, lengthLeft: lengthLeft(lane), orgId, endpointId }] : []
    })
    const left = all().reduce((rest, { length }) => rest - length, lengthMax)
    if (wanted.length === 0 || left <= 0) return 0
    const busy = wanted.flatMap(({ lane }) => [...lane.busy])
    const { jobs, missing, unread } = await readJobs(sql, clock(), wanted, busy, left)
    if (missing.length > 0) await cancelMissing(sql, clock(), missing)
    const byLane = Map.groupBy(jobs, nameOf)
    for (const { lane, room } of wanted) {
      const found = byLane.get(nameOf(lane.target)) ?? []
      for (const job of found) lane.busy.add(job.deliveryId)
      lane.waiting.push(...found)
      lane.length += found.reduce((sum, { body }) => sum + body.length, 0)
      lane.exhausted = found.length < room && !unread.has(nameOf(lane.target))
    }
    return jobs.length
  }

  /** More may have come for those whose answer is still out: one request that hangs must not hold up what is behind it. */
  function lookAgain(): void {
    for (const lane of lanes.values()) if (lane.inFlight > 0) lane.exhausted = false
  }

  /** Gives back what is done with; `everything` when the worker stops. */
  async function release(everything = false): Promise<Lane[]> {
    const nowMs = performance.now()
    for (const lane of lanes.values()) lane.leaving ||= isOffered(lane, nowMs)
    const done = [...lanes].filter(([, lane]) => everything || isDone(lane, nowMs))
    if (done.length === 0) return []
    for (const [name, lane] of done) {
      lanes.delete(name)
      if (lane.pace !== 'slow') slow.delete(name)
      else if (slow.size < SLOW_MAX) slow.add(name)
    }
    const now = clock().getTime()
    await releaseQueues(
      sql,
      worker,
      done.map(([, lane]) => ({
        orgId: lane.target.orgId,
        endpointId: lane.target.endpointId,
        failures: lane.failures,
        pausedUntil: new Date(now + pauseMs(lane)),
      })),
    )
    return done.map(([, lane]) => lane)
  }

  return { all, claim, renew, fill, lookAgain, release, isEmpty: () => lanes.size === 0 }
}

/** What waits here is cancelled in the database, or will be. */
export function close(lane: Lane): void {
  for (const job of lane.waiting) forget(lane, job)
  lane.waiting = []
  lane.leaving = true
}
