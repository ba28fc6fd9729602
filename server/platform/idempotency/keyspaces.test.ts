import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { isOnCluster } from '../../../tests/harness/citus.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import type { Publishable } from '../../access/authenticate/audience.ts'
import type { Scope } from '../../access/scopes.ts'
import type { Operation } from '../operation.ts'
import { change } from './idempotency.ts'

/** An effect whose answer only its caller should see. */
const effect =
  (url: string, scope: Scope, publishable?: Publishable): Operation =>
  (app, deps) =>
    app.post(
      url,
      { config: { scope, shows: 'nothing', ...(publishable ? { publishable } : {}) } },
      async (request, reply) =>
        change({ ...deps, orgId: request.orgId, request, reply }, async (tx) => {
          const [row] = await tx<{ effect_id: number }[]>`
          insert into effects (org_id)
          values (${request.orgId})
          returning effect_id`
          return { effect_id: row?.effect_id }
        }),
    )

const house = await openHouse({
  extraOperations: [effect('/v1/shop', 'baskets:write', 'bearer'), effect('/v1/gate/effects', 'gate:scan')],
})
const club = await house.organisation()
const shop = await house.key(club.orgId, { kind: 'pk' })
await house.sql`
  create table effects (
    org_id bigint not null,
    effect_id bigint generated always as identity,
    primary key (org_id, effect_id)
  )`
if (isOnCluster()) await house.sql`select create_distributed_table('effects', 'org_id')`

const FAN = '203.0.113.1'
const send = async (path: string, key: string, idempotencyKey: string, remoteAddress = FAN) => {
  const headers = { 'idempotency-key': idempotencyKey }
  const { status, headers: answered, body } = await house.call('POST', path, { key, headers, remoteAddress })
  return { status, replayed: answered['idempotent-replayed'] === 'true', effectId: body.effect_id as number }
}
const asShop = (idempotencyKey: string, address?: string) => send('/v1/shop', shop, idempotencyKey, address)
const asOffice = (idempotencyKey: string) => send('/v1/shop', club.key, idempotencyKey)

beforeEach(() => house.sql`truncate idempotency_keys`)

test('a publishable key neither reads nor blocks what a secret key has stored', async () => {
  const office = await asOffice('order-17')
  const fan = await asShop('order-17')
  assert.deepEqual([fan.status, fan.replayed], [200, false])
  assert.notEqual(fan.effectId, office.effectId)
  await asShop('order-18')
  assert.equal((await asOffice('order-18')).replayed, false)
  assert.deepEqual(await asOffice('order-17'), { ...office, replayed: true })
})

test('no secret key’s Idempotency-Key looks like one that a publishable key has stored', async () => {
  await asShop('a')
  const [row] = await house.sql<{ idempotency_key: string }[]>`
    select idempotency_key
    from idempotency_keys
    where org_id = ${club.orgId}`
  assert.equal((await asOffice(row?.idempotency_key.trim() ?? '')).replayed, false)
})

test('a fan’s repeated request gets its answer again, and a fan at another address does not', async () => {
  const first = await asShop('1')
  assert.deepEqual(await asShop('1'), { ...first, replayed: true })
  const second = await house.key(club.orgId, { kind: 'pk' })
  assert.deepEqual(await send('/v1/shop', second, '1'), { ...first, replayed: true }, 'as after rolling the key')
  assert.equal((await asShop('1', '203.0.113.2')).replayed, false)
})

test('each device has its own', async () => {
  const devices = [await house.key(club.orgId, { kind: 'gk' }), await house.key(club.orgId, { kind: 'gk' })]
  const answers = []
  for (const key of [...devices, ...devices]) answers.push(await send('/v1/gate/effects', key, 'scan-1'))
  assert.deepEqual(
    answers.map(({ replayed }) => replayed),
    [false, false, true, true],
  )
})

test('the longest key that is allowed is allowed for every kind of key', async () => {
  for (const key of [club.key, shop]) {
    assert.equal((await send('/v1/shop', key, 'x'.repeat(255), '2001:db8:1234:5678::1')).status, 200)
  }
})
