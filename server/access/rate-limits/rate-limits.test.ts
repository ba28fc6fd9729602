import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowedOf, openCluster, takeInTurn } from '../../../tests/builders/rate-limits.ts'
import type { Verdict } from './verdict.ts'

const cluster = await openCluster()
const { sql, clock } = cluster
const codeOf = (verdict: Verdict | undefined) => (verdict && !verdict.allowed ? verdict.code : undefined)
const at = (iso: string) => clock.set(new Date(iso))

const rowOf = async (orgId: number, subject: string) => {
  const [row] = await sql<{ leased: number; used: number }[]>`
    select leased, used
    from rate_limit_windows
    where org_id = ${orgId}
      and subject = ${subject}
    order by window_start desc
    limit 1`
  return row
}

test('the limit passes, the next one is refused, and the headers count down', async () => {
  at('2026-11-15T10:00:30Z')
  const limits = await cluster.startProcess()
  const key = cluster.newKey({ perMinute: 5 })
  const verdicts = await takeInTurn(limits, key, 6)
  assert.deepEqual(
    verdicts.map(({ remaining }) => remaining),
    [4, 3, 2, 1, 0, 0],
  )
  assert.deepEqual(verdicts[0], { allowed: true, limit: 5, remaining: 4 })
  assert.deepEqual(verdicts[5], {
    allowed: false,
    code: 'rate_limit_minute',
    limit: 5,
    remaining: 0,
    retryAfterSeconds: 30,
  })
})

test('a verdict is synchronous while the tokens are in memory', async () => {
  const limits = await cluster.startProcess()
  const key = cluster.newKey()
  assert.ok(limits.take(key) instanceof Promise)
  await takeInTurn(limits, key, 40)
  const before = limits.statements()
  const more = Array.from({ length: 10 }, () => limits.take(key))
  assert.ok(more.some((verdict) => !(verdict instanceof Promise)))
  await Promise.all(more)
  assert.ok(limits.statements() - before <= 2)
})

test('ten thousand requests of a busy key cost few statements', async () => {
  const limits = await cluster.startProcess()
  const key = cluster.newKey({ perMinute: 20_000 })
  assert.equal(allowedOf(await takeInTurn(limits, key, 10_000)), 10_000)
  assert.ok(limits.statements() < 200, `${limits.statements()} statements`)
})

test('a crowd is leased for while it is answered from memory', async () => {
  const limits = await cluster.startProcess()
  const key = cluster.newKey({ perMinute: 1e7, perDay: 1e9, organisationPerDay: 1e9 })
  // Leases of 1, 2, 4 and so on up to 256 tokens, the last of which has just been answered.
  await takeInTurn(limits, key, 256)
  const before = limits.statements()
  assert.ok(limits.takeHeld(key)?.allowed)
  await Promise.resolve()
  assert.equal(limits.statements(), before + 1)
})

test('a new minute brings new requests, a new day as well', async () => {
  at('2026-11-15T23:58:59Z')
  const limits = await cluster.startProcess()
  const key = cluster.newKey({ perMinute: 2, perDay: 3 })
  assert.deepEqual((await takeInTurn(limits, key, 3)).map(codeOf), [undefined, undefined, 'rate_limit_minute'])
  at('2026-11-15T23:59:00Z')
  const [third, fourth] = await takeInTurn(limits, key, 2)
  assert.deepEqual(third, { allowed: true, limit: 3, remaining: 0 })
  assert.equal(codeOf(fourth), 'rate_limit_day')
  at('2026-11-16T00:00:00Z')
  assert.equal((await limits.take(key)).allowed, true)
})

test('where the minute and the day are both used up, Retry-After is the end of the day', async () => {
  at('2026-11-15T23:58:40Z')
  const limits = await cluster.startProcess()
  const key = cluster.newKey({ perMinute: 3, perDay: 3 })
  const refused = (await takeInTurn(limits, key, 4))[3]
  assert.deepEqual(refused, {
    allowed: false,
    code: 'rate_limit_day',
    limit: 3,
    remaining: 0,
    retryAfterSeconds: 80,
  })
})

test('all secret keys of an organisation share its day, and another organisation does not', async () => {
  at('2026-11-15T10:00:30Z')
  const limits = await cluster.startProcess()
  const first = cluster.newKey({ organisationPerDay: 5 })
  const second = { ...first, keyId: 2 }
  assert.equal(allowedOf(await takeInTurn(limits, first, 3)), 3)
  const verdicts = await takeInTurn(limits, second, 3)
  assert.deepEqual(verdicts.map(codeOf), [undefined, undefined, 'rate_limit_organisation_day'])
  assert.equal((await limits.take(cluster.newKey({ organisationPerDay: 5 }))).allowed, true)
})

test('a refusal uses nothing up in any window', async () => {
  const limits = await cluster.startProcess()
  const key = cluster.newKey({ perMinute: 2, perDay: 4, organisationPerDay: 50 })
  assert.equal(allowedOf(await takeInTurn(limits, key, 30)), 2)
  clock.advance(60_000)
  const verdicts = await takeInTurn(limits, key, 30)
  assert.equal(allowedOf(verdicts), 2)
  assert.equal(codeOf(verdicts[29]), 'rate_limit_day')
  await limits.stop()
  assert.deepEqual(await rowOf(key.orgId, 'organisation:day'), { leased: 4, used: 4 })
  assert.deepEqual(await rowOf(key.orgId, 'key:1:day'), { leased: 4, used: 4 })
})

test('a publishable key counts per address within the key, an IPv6 address by its /64', async () => {
  const limits = await cluster.startProcess()
  const key = cluster.newKey({ kind: 'pk', perMinute: 2, organisationPerDay: 7 })
  const from = (address: string, times: number) => takeInTurn(limits, { ...key, address }, times)
  assert.equal(allowedOf(await from('203.0.113.7', 3)), 2)
  assert.equal(allowedOf(await from('203.0.113.8', 3)), 2)
  assert.equal(allowedOf(await from('2001:db8::1', 1)), 1)
  assert.equal(allowedOf(await from('2001:db8::2', 2)), 1)
  assert.equal(
    allowedOf(await from('203.0.113.9', 2)),
    1,
    'the day of the organisation’s publishable keys still holds for all together',
  )
})

test('a stopped process gives back its unused tokens, so that a restart loses nothing', async () => {
  const key = cluster.newKey({ perMinute: 100 })
  const before = await cluster.startProcess()
  await takeInTurn(before, key, 37)
  await before.stop()
  assert.deepEqual(await rowOf(key.orgId, 'key:1:minute'), { leased: 37, used: 37 })
  const after = await cluster.startProcess()
  assert.equal(allowedOf(await takeInTurn(after, key, 100)), 63)
})

test('limits that are raised or lowered within a window hold from the next request on', async () => {
  const limits = await cluster.startProcess()
  const key = cluster.newKey({ perMinute: 50 })
  assert.equal(allowedOf(await takeInTurn(limits, key, 60)), 50)
  const raised = { ...key, perMinute: 80 }
  assert.equal(allowedOf(await takeInTurn(limits, raised, 20)), 20)
  const lowered = { ...key, perMinute: 75 }
  assert.equal(allowedOf(await takeInTurn(limits, lowered, 10)), 5)
  assert.equal(allowedOf(await takeInTurn(limits, { ...key, perMinute: 10 }, 10)), 0)
  assert.equal(allowedOf(await takeInTurn(limits, raised, 10)), 5)
})

test('beyond the most keys that are remembered the oldest gives its tokens back and is counted rightly when it returns', async () => {
  const limits = await cluster.startProcess({ keysMax: 3 })
  const key = cluster.newKey({ perMinute: 40 })
  await takeInTurn(limits, key, 30)
  for (const keyId of [2, 3, 4]) await limits.take({ ...key, keyId })
  assert.equal(allowedOf(await takeInTurn(limits, key, 20)), 10)
})
