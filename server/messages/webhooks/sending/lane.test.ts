import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orgIdOf } from '../../../access/principal.ts'
import type { Attempt } from './attempt.ts'
import { adjust, isDone, isOffered, isSuspect, type Lane, maySend, openLane, pauseMs, roomOf } from './lane.ts'
import type { Job } from './read-jobs.ts'

const held = { orgId: orgIdOf(1), endpointId: 1 }
const target = {
  ...held,
  url: 'https://example.com/',
  keys: [],
  failingSince: null,
  needsHttps: false,
  scopes: [],
  proven: true,
}
const laneWith = (failures = 0): Lane =>
  openLane(target, { ...held, failures }, { leasedUntilMs: 30_000, offeredAtMs: 10_000 })
const job = { deliveryId: 1 } as Job
const answered = (status: number | null, durationMs = 5) => ({ status, durationMs }) as Attempt

test('what an endpoint gets at once begins low, grows with quick success up to a bound, and halves when it fails', () => {
  const lane = laneWith()
  assert.equal(lane.limit, 4)
  for (let n = 0; n < 100; n += 1) adjust(lane, answered(200))
  assert.equal(lane.limit, 32)
  adjust(lane, answered(null))
  assert.equal(lane.limit, 16)
  for (let n = 0; n < 10; n += 1) adjust(lane, answered(500))
  assert.equal(lane.limit, 1)
})

test('an endpoint that takes its time is approached with care, however often it succeeds', () => {
  const lane = laneWith()
  for (let n = 0; n < 100; n += 1) adjust(lane, answered(200))
  adjust(lane, answered(200, 1001))
  assert.deepEqual([lane.limit, isSuspect(lane), roomOf(lane)], [4, true, 4])
  adjust(lane, answered(200, 1000))
  assert.deepEqual([lane.limit, isSuspect(lane)], [5, false])
})

test('an endpoint that failed before is tried with one message, and left alone after three failures in a row', () => {
  const lane = laneWith(7)
  assert.deepEqual([lane.limit, roomOf(lane)], [1, 1])
  adjust(lane, answered(503))
  assert.deepEqual([roomOf(lane), isDone(lane, 0)], [0, true])
  adjust(lane, answered(204))
  assert.equal(lane.paused, false)
  assert.deepEqual(
    [0, 2, 3, 4, 8, 9, 50].map((failures) => pauseMs({ ...lane, failures })),
    [0, 0, 1000, 2000, 32_000, 60_000, 60_000],
  )
})

test('nothing is sent whose answer could come after the claim has ended', () => {
  const lane = { ...laneWith(), waiting: [job] }
  assert.equal(maySend(lane, 14_000, 15_000), true)
  assert.equal(maySend(lane, 15_000, 15_000), false)
  assert.equal(maySend({ ...lane, inFlight: lane.limit }, 0, 15_000), false)
})

test('a claim is given back when nothing is left, and not while something is under way or not written down', () => {
  const lane = { ...laneWith(), exhausted: true }
  assert.equal(isDone(lane, 0), true)
  assert.equal(isDone({ ...lane, inFlight: 1 }, 0), false)
  assert.equal(isDone({ ...lane, busy: new Set([1]) }, 0), false)
  assert.equal(isDone({ ...lane, exhausted: false }, 0), false)
  assert.equal(isDone({ ...lane, exhausted: false }, 30_000), true)
})

test('reading goes on while results are not yet written down, but not without bound', () => {
  const lane = laneWith()
  for (let n = 0; n < 100; n += 1) adjust(lane, answered(200))
  const ahead = roomOf(lane)
  const unwritten = (count: number) => ({ ...lane, busy: new Set(Array.from({ length: count }, (_, id) => id)) })
  assert.deepEqual([roomOf(unwritten(ahead)), roomOf(unwritten(2 * ahead))], [ahead, 0])
  assert.equal(roomOf({ ...lane, waiting: Array<Job>(ahead / 2).fill(job) }), ahead / 2)
  assert.equal(roomOf({ ...lane, waiting: Array<Job>(ahead / 2 + 1).fill(job) }), 0)
})

test('a claim that has been held for long is offered to others, and nothing more is sent or read until it is back', () => {
  const lane = laneWith()
  assert.equal(isOffered(lane, 20_000), false)
  adjust(lane, answered(200))
  assert.deepEqual([isOffered(lane, 9999), isOffered(lane, 10_000)], [false, true])
  const leaving = { ...lane, leaving: true, waiting: [job], busy: new Set([1]) }
  assert.deepEqual([maySend(leaving, 0, 15_000), roomOf(leaving), isDone(leaving, 0)], [false, 0, true])
  assert.equal(isDone({ ...leaving, inFlight: 1 }, 0), false)
})
