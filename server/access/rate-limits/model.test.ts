import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCluster, type TestProcess } from '../../../tests/builders/rate-limits.ts'
import { fc } from '../../../tests/harness/chance.ts'
import type { LimitSubject } from './keys.ts'
import type { Verdict } from './verdict.ts'

const PROCESSES = 3
const START = '2026-11-15T23:56:20.500Z'

const cluster = await openCluster()
const { clock } = cluster
const processes = await Promise.all(Array.from({ length: PROCESSES }, () => cluster.startProcess()))

const process = fc.nat({ max: PROCESSES - 1 })
const request = fc.record({ process, keyId: fc.nat({ max: 1 }) })
const action = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('take' as const), request, times: fc.nat({ max: 60 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('burst' as const), requests: fc.array(request, { maxLength: 100 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.nat({ max: 90_000 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const), process }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      perMinute: fc.nat({ max: 160 }),
      perDay: fc.nat({ max: 320 }),
      organisationPerDay: fc.nat({ max: 480 }),
    }),
  },
)
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never

/** The contract in its plainest form: three counters, one process, no leases. */
function createModel() {
  const counts = new Map<string, number>()
  const windowsOf = (key: LimitSubject) => {
    const nowMs = clock().getTime()
    const window = (name: string, code: string, limit: number, spanMs: number) => {
      const startMs = Math.floor(nowMs / spanMs) * spanMs
      const id = `${name} ${startMs}`
      return { id, code, limit, count: counts.get(id) ?? 0, secondsLeft: Math.ceil((startMs + spanMs - nowMs) / 1000) }
    }
    return [
      window(`minute of ${key.keyId}`, 'rate_limit_minute', key.perMinute, 60_000),
      window(`day of ${key.keyId}`, 'rate_limit_day', key.perDay, 86_400_000),
      window(
        'day of all',
        'rate_limit_organisation_day',
        key.organisationPerDay ?? assert.fail('a secret key shares a day'),
        86_400_000,
      ),
    ]
  }
  return {
    windowsOf,
    /** What the next request must be told. */
    expected(key: LimitSubject) {
      const spent = windowsOf(key).filter(({ count, limit }) => count >= limit)
      const [last] = spent.toSorted((a, b) => b.secondsLeft - a.secondsLeft)
      if (!last) return { allowed: true }
      return { allowed: false, code: last.code, limit: last.limit, retryAfterSeconds: last.secondsLeft }
    },
    count(key: LimitSubject) {
      for (const { id, count } of windowsOf(key)) counts.set(id, count + 1)
    },
  }
}

type Model = ReturnType<typeof createModel>

async function takeOne(model: Model, limits: TestProcess, key: LimitSubject): Promise<void> {
  const verdict = await limits.take(key)
  const { allowed, code, limit, retryAfterSeconds } = { code: undefined, retryAfterSeconds: undefined, ...verdict }
  assert.deepEqual(verdict.allowed ? { allowed } : { allowed, code, limit, retryAfterSeconds }, model.expected(key))
  if (allowed) model.count(key)
}

/** A refused request must have met a window that is used up, and no window may have let too many through. */
async function takeTogether(model: Model, requests: { limits: TestProcess; key: LimitSubject }[]): Promise<void> {
  const verdicts: Verdict[] = await Promise.all(requests.map(async ({ limits, key }) => limits.take(key)))
  requests.forEach(({ key }, n) => {
    if (!verdicts[n]?.allowed) return
    assert.ok(model.expected(key).allowed, 'more passed than the limit allows')
    model.count(key)
  })
  requests.forEach(({ key }, n) => {
    if (!verdicts[n]?.allowed) assert.equal(model.expected(key).allowed, false, 'refused while there was a token')
  })
}

async function play(actions: Action[]): Promise<void> {
  clock.set(new Date(START))
  const model = createModel()
  // Large enough for blocks of several tokens, small enough to be used up often.
  let limits = cluster.newKey({ perMinute: 96, perDay: 200, organisationPerDay: 320 })
  const processOf = (n: number) => processes[n] ?? assert.fail('no such process')
  for (const step of actions) {
    if (step.kind === 'wait') clock.advance(step.ms)
    else if (step.kind === 'change') {
      const { kind: _change, ...changed } = step
      limits = { ...limits, ...changed }
    } else if (step.kind === 'restart') {
      await processOf(step.process).stop()
      await processOf(step.process).crash()
      processes[step.process] = await cluster.startProcess()
    } else if (step.kind === 'take') {
      const key = { ...limits, keyId: step.request.keyId }
      for (let n = 0; n < step.times; n += 1) await takeOne(model, processOf(step.request.process), key)
    } else {
      const requests = step.requests.map(({ process, keyId }) => ({
        limits: processOf(process),
        key: { ...limits, keyId },
      }))
      await takeTogether(model, requests)
    }
  }
}

test('any schedule of requests, waits, restarts and changed limits is judged as three plain counters would', async () => {
  await fc.assert(fc.asyncProperty(fc.array(action, { maxLength: 40 }), play), { numRuns: 40, endOnFailure: true })
  assert.deepEqual(
    processes.flatMap(({ failures }) => failures),
    [],
  )
})
