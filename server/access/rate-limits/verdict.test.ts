import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judge, judgeWithoutStore, type LimitWindows, turnAllTo, windowsOf } from './verdict.ts'
import { openWindow } from './window.ts'

const nowMs = Date.parse('2026-11-15T23:58:40Z')
const limits = { perMinute: 300, perDay: 30_000, organisationPerDay: 50_000 }

/** Each window with so many tokens here and so many requests used anywhere. */
function windows(state: Record<keyof LimitWindows, { held: number; used: number }>): LimitWindows {
  const all = {
    minute: openWindow('key:1:minute', 'rate_limit_minute'),
    day: openWindow('key:1:day', 'rate_limit_day'),
    organisationDay: openWindow('organisation:day', 'rate_limit_organisation_day'),
  }
  turnAllTo(all, limits, nowMs)
  for (const name of ['minute', 'day', 'organisationDay'] as const) {
    const { held, used } = state[name]
    Object.assign(all[name], { held, used, leased: held + used })
  }
  return all
}

const heldOf = (all: LimitWindows) => windowsOf(all).map(({ held }) => held)

test('an admission takes one token of each window and describes the one with the fewest left', () => {
  const byMinute = windows({
    minute: { held: 2, used: 200 },
    day: { held: 2, used: 200 },
    organisationDay: { held: 2, used: 200 },
  })
  assert.deepEqual(judge(byMinute, nowMs), { allowed: true, limit: 300, remaining: 99 })
  assert.deepEqual(heldOf(byMinute), [1, 1, 1])

  const byDay = windows({
    minute: { held: 1, used: 0 },
    day: { held: 1, used: 29_990 },
    organisationDay: { held: 1, used: 49_980 },
  })
  assert.deepEqual(judge(byDay, nowMs), { allowed: true, limit: 30_000, remaining: 9 })

  const byOrganisation = windows({
    minute: { held: 1, used: 0 },
    day: { held: 1, used: 0 },
    organisationDay: { held: 1, used: 49_999 },
  })
  assert.deepEqual(judge(byOrganisation, nowMs), { allowed: true, limit: 50_000, remaining: 0 })
})

test('a refusal takes no token and describes the window that is used up', () => {
  const all = windows({
    minute: { held: 0, used: 300 },
    day: { held: 5, used: 300 },
    organisationDay: { held: 5, used: 300 },
  })
  assert.deepEqual(judge(all, nowMs), {
    allowed: false,
    code: 'rate_limit_minute',
    limit: 300,
    remaining: 0,
    retryAfterSeconds: 20,
  })
  assert.deepEqual(heldOf(all), [0, 5, 5])
})

test('of two used-up windows the one with the later end is described', () => {
  const all = windows({
    minute: { held: 0, used: 300 },
    day: { held: 0, used: 30_000 },
    organisationDay: { held: 5, used: 30_000 },
  })
  assert.deepEqual(judge(all, nowMs), {
    allowed: false,
    code: 'rate_limit_day',
    limit: 30_000,
    remaining: 0,
    retryAfterSeconds: 80,
  })
})

test('of two that end together the key’s own is described', () => {
  const all = windows({
    minute: { held: 1, used: 0 },
    day: { held: 0, used: 30_000 },
    organisationDay: { held: 0, used: 50_000 },
  })
  const verdict = judge(all, nowMs)
  assert.equal(verdict?.allowed === false && verdict.code, 'rate_limit_day')
})

test('while a window may be used up elsewhere, memory gives no verdict', () => {
  const unknown = { minute: { held: 0, used: 300 }, day: { held: 0, used: 7 }, organisationDay: { held: 5, used: 7 } }
  assert.equal(judge(windows(unknown), nowMs), undefined)
})

test('without the store only what is known to be used up refuses', () => {
  const unknown = { minute: { held: 3, used: 7 }, day: { held: 0, used: 7 }, organisationDay: { held: 0, used: 7 } }
  const all = windows(unknown)
  assert.equal(judgeWithoutStore(all, nowMs).allowed, true)
  assert.deepEqual(heldOf(all), [2, 0, 0])

  const spent = windows({ ...unknown, minute: { held: 0, used: 300 } })
  assert.equal(judgeWithoutStore(spent, nowMs).allowed, false)
})

test('a limit of zero refuses without asking the store', () => {
  const all = windows({
    minute: { held: 0, used: 0 },
    day: { held: 1, used: 0 },
    organisationDay: { held: 1, used: 0 },
  })
  turnAllTo(all, { ...limits, perMinute: 0 }, nowMs)
  const verdict = judge(all, nowMs)
  assert.deepEqual(verdict, {
    allowed: false,
    code: 'rate_limit_minute',
    limit: 0,
    remaining: 0,
    retryAfterSeconds: 20,
  })
})
