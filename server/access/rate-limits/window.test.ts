import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  blockMax,
  giveBack,
  handOut,
  isLacking,
  isRunningLow,
  isSpent,
  isTimeToLook,
  type LimitWindow,
  learn,
  openWindow,
  receive,
  remaining,
  resign,
  secondsToEnd,
  turnTo,
  wantedTokens,
} from './window.ts'

const at = (iso: string) => Date.parse(iso)
const noon = at('2026-11-15T12:00:20.500Z')

function minuteWindow(limit = 300, nowMs = noon): LimitWindow {
  const window = openWindow('key:1:minute', 'rate_limit_minute')
  turnTo(window, limit, nowMs)
  return window
}

/** What the store would answer if no other process used the window. */
function leaseAlone(window: LimitWindow): number {
  const wanted = wantedTokens(window)
  const granted = Math.min(wanted, window.limit - window.leased)
  receive(window, wanted, granted, { leased: window.leased + granted, used: window.used + window.unreported })
  window.unreported = 0
  return granted
}

test('windows are aligned to the UTC minute and the UTC day', () => {
  assert.equal(minuteWindow().startMs, at('2026-11-15T12:00:00Z'))
  const day = openWindow('key:1:day', 'rate_limit_day')
  turnTo(day, 30_000, noon)
  assert.equal(day.startMs, at('2026-11-15T00:00:00Z'))
})

test('seconds to the end are rounded up and never less than one', () => {
  const window = minuteWindow()
  assert.equal(secondsToEnd(window, at('2026-11-15T12:00:00.000Z')), 60)
  assert.equal(secondsToEnd(window, at('2026-11-15T12:00:20.500Z')), 40)
  assert.equal(secondsToEnd(window, at('2026-11-15T12:00:59.001Z')), 1)
  assert.equal(secondsToEnd(window, at('2026-11-15T12:00:59.999Z')), 1)
  assert.equal(secondsToEnd(window, at('2026-11-15T12:01:00.000Z')), 1)
})

test('a key that is used alone gets every token of its limit and then none', () => {
  const window = minuteWindow()
  let used = 0
  while (!isSpent(window)) {
    if (isLacking(window)) leaseAlone(window)
    handOut(window)
    used += 1
    assert.equal(remaining(window), 300 - used)
  }
  assert.equal(used, 300)
})

test('leases begin with one token, double with use, and shrink towards the limit', () => {
  const window = minuteWindow()
  const leases: number[] = []
  while (!isSpent(window)) {
    if (isLacking(window)) leases.push(leaseAlone(window))
    handOut(window)
  }
  assert.deepEqual(leases.slice(0, 6), [1, 2, 4, 8, 16, 18])
  assert.deepEqual(leases.slice(-3), [1, 1, 1])
  assert.equal(Math.max(...leases), blockMax(300))
  assert.equal(
    leases.reduce((sum, lease) => sum + lease),
    300,
  )
})

test('a block ahead is at most a sixteenth of the limit, at most 256, at least one', () => {
  assert.deepEqual([0, 1, 15, 32, 300, 30_000].map(blockMax), [1, 1, 1, 2, 18, 256])
})

test('under a limit for crowds a block is larger, and at most a thousandth of it', () => {
  assert.deepEqual([262_144, 1_048_576, 10_000_000].map(blockMax), [256, 1_024, 2_048])
})

test('a window that many use is leased for before it is empty; one that few use is not', () => {
  const busy = minuteWindow(10_000_000)
  while (busy.block < 2_048) {
    if (isLacking(busy)) leaseAlone(busy)
    handOut(busy)
  }
  leaseAlone(busy)
  while (!isRunningLow(busy)) handOut(busy)
  assert.equal(busy.held, 1_023)
  assert.equal(wantedTokens(busy), 2_048)
  const quiet = minuteWindow(300)
  while (quiet.block < 256) {
    if (isLacking(quiet)) leaseAlone(quiet)
    handOut(quiet)
  }
  quiet.held = 1
  assert.deepEqual([isRunningLow(quiet), wantedTokens(quiet)], [false, 0])
})

test('a crowd is leased for together, in bounded portions', () => {
  const window = minuteWindow()
  window.waiting = 40
  assert.equal(wantedTokens(window), 40)
  window.waiting = 5_000
  assert.equal(wantedTokens(window), 256)
  window.waiting = 40
  window.held = 30
  assert.equal(wantedTokens(window), 10)
  window.held = 40
  assert.equal(wantedTokens(window), 0)
})

test('once a process ran short, only what is needed is leased', () => {
  const window = minuteWindow()
  window.block = 16
  assert.equal(wantedTokens(window), 16)
  receive(window, 16, 3, { leased: 300, used: 290 })
  handOut(window)
  handOut(window)
  handOut(window)
  learn(window, { leased: 290, used: 290 })
  assert.equal(wantedTokens(window), 1)
  learn(window, { leased: 250, used: 250 })
  assert.ok(wantedTokens(window) > 1, 'there is plenty again')
})

test('the next window starts empty, at half the block of the one before', () => {
  const window = minuteWindow()
  window.block = 16
  receive(window, 16, 10, { leased: 290, used: 0 })
  turnTo(window, 300, at('2026-11-15T12:01:00Z'))
  assert.equal(window.held, 0)
  assert.equal(remaining(window), 300)
  assert.equal(window.block, 8)
  turnTo(window, 300, at('2026-11-15T12:03:00Z'))
  assert.equal(window.block, 1)
})

test('a clock that is set back counts in the window that it then shows', () => {
  const window = minuteWindow()
  receive(window, 1, 1, { leased: 1, used: 0 })
  turnTo(window, 300, at('2026-11-15T11:59:59Z'))
  assert.equal(window.startMs, at('2026-11-15T11:59:00Z'))
  assert.equal(window.held, 0)
})

test('a limit that is lowered gives tokens back; one that is raised keeps them', () => {
  const window = minuteWindow()
  receive(window, 16, 16, { leased: 16, used: 0 })
  turnTo(window, 600, noon)
  assert.equal(window.held, 16)
  turnTo(window, 100, noon)
  assert.deepEqual([window.held, window.returning], [0, 16])
  assert.ok(isLacking(window))
})

test('a raised limit opens a window that was used up', () => {
  const window = minuteWindow(10)
  learn(window, { leased: 10, used: 10 })
  assert.ok(isSpent(window))
  turnTo(window, 11, noon)
  assert.ok(isLacking(window))
})

test('tokens that are out elsewhere do not make a window used up', () => {
  const window = minuteWindow()
  receive(window, 1, 0, { leased: 300, used: 299 })
  assert.ok(isLacking(window))
  learn(window, { leased: 300, used: 300 })
  assert.ok(isSpent(window))
})

test('a report that arrives late does not undo a later one', () => {
  const window = minuteWindow()
  learn(window, { leased: 300, used: 300 })
  learn(window, { leased: 300, used: 280 })
  assert.ok(isSpent(window))
})

test('a process that gave up looks again after a time that doubles, and at once when tokens are back', () => {
  const window = minuteWindow()
  receive(window, 1, 0, { leased: 300, used: 290 })
  resign(window, noon)
  assert.ok(isSpent(window))
  assert.ok(!isTimeToLook(window, noon + 249))
  assert.ok(isTimeToLook(window, noon + 250))
  resign(window, noon)
  assert.ok(!isTimeToLook(window, noon + 499))
  for (let n = 0; n < 20; n += 1) resign(window, noon)
  assert.ok(isTimeToLook(window, noon + 4_000))
  learn(window, { leased: 295, used: 290 })
  assert.ok(isLacking(window))
})

test('what is given back is no longer handed out', () => {
  const window = minuteWindow()
  receive(window, 4, 4, { leased: 4, used: 0 })
  handOut(window)
  giveBack(window)
  assert.deepEqual([window.held, window.returning, window.unreported], [0, 3, 1])
})
