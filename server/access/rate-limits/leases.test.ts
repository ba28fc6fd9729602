import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyGrants, openRound, type Round, requestsOf } from './leases.ts'
import { type LimitWindow, openWindow, turnTo } from './window.ts'

const noon = Date.parse('2026-11-15T12:00:20Z')

function minuteWindow(state: Partial<LimitWindow> = {}): LimitWindow {
  const window = openWindow('key:1:minute', 'rate_limit_minute')
  turnTo(window, 300, noon)
  return Object.assign(window, state)
}

function roundOf(kind: 'asks' | 'settles', ...windows: LimitWindow[]): Round {
  const round = openRound([])
  for (const window of windows) round[kind].add(window)
  return round
}

test('a lease reports what was used, once', () => {
  const window = minuteWindow({ unreported: 7 })
  const [claim] = requestsOf(roundOf('asks', window), noon)
  assert.deepEqual([claim?.wanted, claim?.used, claim?.returned], [1, 7, 0])
  assert.equal(requestsOf(roundOf('asks', window), noon)[0]?.used, 0)
})

test('settling gives back what is held, once, and leases nothing', () => {
  const window = minuteWindow({ held: 5, unreported: 7 })
  const [claim] = requestsOf(roundOf('settles', window), noon)
  assert.deepEqual([claim?.wanted, claim?.used, claim?.returned], [0, 7, 5])
  assert.equal(window.held, 0)
  assert.equal(requestsOf(roundOf('settles', window), noon)[0]?.returned, 0)
})

test('a window that is settled while requests wait for it leases for them in the same statement', () => {
  const window = minuteWindow({ held: 2, waiting: 3, supply: { kind: 'scarce' } })
  const round = roundOf('asks', window)
  round.settles.add(window)
  const claims = requestsOf(round, noon)
  assert.deepEqual(
    claims.map(({ wanted, returned }) => [wanted, returned]),
    [[3, 2]],
  )
})

test('nothing is asked where enough is held, nor of a window that is over', () => {
  assert.deepEqual(requestsOf(roundOf('asks', minuteWindow({ held: 1 })), noon), [])
  assert.deepEqual(requestsOf(roundOf('asks', minuteWindow()), noon + 60_000), [])
})

function answerTo(window: LimitWindow, between: () => void): void {
  const claims = requestsOf(roundOf('asks', window), noon)
  between()
  const [claim] = claims
  assert.ok(claim)
  const { name, startMs, wanted } = claim
  applyGrants(new Map([[name, window]]), claims, [{ name, startMs, granted: wanted, leased: wanted, used: 0 }])
}

test('an answer brings its tokens', () => {
  const window = minuteWindow({ waiting: 4 })
  answerTo(window, () => {})
  assert.equal(window.held, 4)
})

test('an answer for a window that has rolled over brings none', () => {
  const window = minuteWindow({ waiting: 4 })
  answerTo(window, () => turnTo(window, 300, noon + 60_000))
  assert.equal(window.held, 0)
})

test('tokens leased under a limit that was lowered meanwhile go back', () => {
  const window = minuteWindow({ waiting: 4 })
  answerTo(window, () => turnTo(window, 2, noon))
  assert.deepEqual([window.held, window.returning], [0, 4])
})

test('a full round is followed by another', () => {
  const rounds: Round[] = []
  for (let n = 0; n < 501; n += 1) openRound(rounds).asks.add(openWindow(`key:${n}:minute`, 'rate_limit_minute'))
  assert.deepEqual(
    rounds.map(({ asks }) => asks.size),
    [500, 1],
  )
})
