import assert from 'node:assert/strict'
import { after, afterEach, beforeEach, test } from 'node:test'
import { testClock } from '../../../tests/harness/house.ts'
import { startIssuer, type TestIssuer } from '../../../tests/outside/oidc/issuer.ts'
import { createOutbound } from '../../platform/outbound/outbound.ts'
import { createParsers } from '../../platform/parsing/parsers.ts'
import { MINUTE_MS } from '../../platform/values/durations.ts'
import { parseNetwork } from '../../platform/values/ip-address.ts'
import { fetchKeySet } from './fetch-key-set.ts'
import { createKeySets, KeysUnavailable, SOUGHT_MS } from './key-sets.ts'

const outbound = createOutbound({ allow: [parseNetwork('127.0.0.0/8')] })
const parsers = createParsers()
after(() => parsers.close())
after(() => outbound.close())

let clock = testClock()
let issuer: TestIssuer
let keySets: ReturnType<typeof createKeySets>
beforeEach(async () => {
  clock = testClock()
  issuer = await startIssuer(clock)
  keySets = createKeySets(clock, (source) => fetchKeySet({ outbound, parsers }, source))
})

afterEach(() => issuer.stop())

const keyFor = async (kid: string) =>
  keySets({ issuer: issuer.issuer, jwks_uri: issuer.jwksUri })({ alg: 'ES256', kid }, {} as never)

test('any number of tokens costs one fetch in ten minutes', async () => {
  await Promise.all(Array.from({ length: 200 }, () => keyFor('key-1')))
  for (let minute = 0; minute < 10; minute += 1) {
    await keyFor('key-1')
    clock.advance(MINUTE_MS)
  }
  assert.equal(issuer.asked.keys, 1)
  await Promise.all(Array.from({ length: 200 }, () => keyFor('key-1')))
  await settled()
  assert.equal(issuer.asked.keys, 2)
})

/** The fetch in the background has ended when the next one that waits for it has. */
const settled = () => keyFor('key-of-nobody').catch(() => {})

test('a flood of made-up key ids costs one fetch in ten seconds, and honest tokens pass meanwhile', async () => {
  await keyFor('key-1')
  for (let second = 0; second < 60; second += 1) {
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => assert.rejects(keyFor(`made-up-${second}-${n}`), /no applicable key/)),
    )
    await keyFor('key-1')
    clock.advance(1_000)
  }
  assert.equal(issuer.asked.keys, 1 + 6)
})

test('made-up key ids cannot use up the look that a key needs which was changed over', async () => {
  await keyFor('key-1')
  await assert.rejects(keyFor('made-up'), /no applicable key/)
  issuer.published = [await issuer.newPair()]
  for (let second = 0; second < SOUGHT_MS / 1_000; second += 1) {
    await assert.rejects(keyFor(`made-up-${second}`), /no applicable key/)
    clock.advance(1_000)
  }
  assert.ok(await keyFor('key-2'))
})

test('a flood of made-up key ids leaves a provider that failed alone, too', async () => {
  await keyFor('key-1')
  issuer.failing = 'error'
  for (let second = 0; second < 30; second += 1) {
    await assert.rejects(keyFor(`made-up-${second}`), /no applicable key/)
    clock.advance(1_000)
  }
  assert.equal(issuer.asked.keys, 2)
})

test('keys that are changed over without notice work at once', async () => {
  await keyFor('key-1')
  clock.advance(MINUTE_MS)
  issuer.published = [await issuer.newPair()]
  await keyFor('key-2')
  assert.equal(issuer.asked.keys, 2)
  await assert.rejects(keyFor('key-1'), /no applicable key/)
})

test('a key that was taken back is refused however quiet the hour was, as long as the provider answers', async () => {
  await keyFor('key-1')
  issuer.published = [await issuer.newPair()]
  clock.advance(20 * MINUTE_MS)
  await assert.rejects(keyFor('key-1'), /no applicable key/)
})

test('while newer keys cannot be had the old ones serve for an hour, and the provider is asked twice a minute at most', async () => {
  await keyFor('key-1')
  issuer.failing = 'error'
  for (let minute = 0; minute < 59; minute += 1) {
    clock.advance(MINUTE_MS)
    for (let n = 0; n < 10; n += 1) await keyFor('key-1')
  }
  assert.ok(issuer.asked.keys <= 51, String(issuer.asked.keys))
  clock.advance(MINUTE_MS)
  await assert.rejects(keyFor('key-1'), KeysUnavailable)
  issuer.failing = 'no'
  clock.advance(30_000)
  await keyFor('key-1')
})

test('a provider that was never there is left alone for half a minute', async () => {
  issuer.failing = 'error'
  for (let n = 0; n < 10; n += 1) await assert.rejects(keyFor('key-1'), KeysUnavailable)
  assert.equal(issuer.asked.keys, 1)
})

test('the discovery document is believed about its own issuer only', async () => {
  const discovered = (name: string) =>
    fetchKeySet({ outbound, parsers }, { issuer: name, jwks_uri: null }).then((keys) => keys.jwks().keys.length)
  assert.equal(await discovered(issuer.issuer), 1)
  await assert.rejects(discovered(`${issuer.issuer}/`), /another issuer/)
  assert.deepEqual(issuer.asked, { discovery: 2, keys: 1 })
  Object.assign(issuer, { jwksUri: 'http://1.1.1.1/jwks' })
  await assert.rejects(discovered(issuer.issuer), /no safe jwks_uri/)
})

test('a discovery document is as long as one is, and no longer', async () => {
  const discovered = () => fetchKeySet({ outbound, parsers }, { issuer: issuer.issuer, jwks_uri: null })
  issuer.remark = 'x'.repeat(60_000)
  assert.equal((await discovered()).jwks().keys.length, 1)
  issuer.remark = '['.repeat(66_000)
  await assert.rejects(discovered(), /longer than 64 KiB/)
})

test('keys are fetched by the guarded way out: nothing private is reached', async () => {
  const guarded = createOutbound()
  after(() => guarded.close())
  await assert.rejects(
    fetchKeySet({ outbound: guarded, parsers }, { issuer: issuer.issuer, jwks_uri: issuer.jwksUri }),
    /address_not_allowed/,
  )
  assert.equal(issuer.asked.keys, 0)
})
