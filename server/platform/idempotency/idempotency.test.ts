import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { type Call, openHouse } from '../../../tests/harness/house.ts'
import { errorCatalogue } from '../../program/errors.ts'
import { ApiError } from '../http/errors.ts'
import { Id, Input, Integer, Nullable, Text } from '../http/schema.ts'
import type { Operation } from '../operation.ts'
import { change } from './idempotency.ts'
import { IDEMPOTENCY_KEPT_MS, purgeIdempotencyKeys } from './stored-answers.ts'

const Body = Input({
  name: Text(100),
  quantity: Integer({ default: 1 }),
  note: Type.Optional(Nullable(Text(10))),
  tags: Type.Optional(Type.Array(Input({ id: Id() }), { maxItems: 5 })),
})

/** What the operation does after its effect, as a test wishes. */
let ending: () => void = () => {}
/** What has become of the answer before the work is done: past its deadline it was sent. */
let late: (reply: FastifyReply) => unknown = () => {}

const effects =
  (url: string, method: 'POST' | 'PUT' = 'POST'): Operation =>
  (app, deps) =>
    app.route({
      method,
      url,
      config: { scope: 'members:write', shows: 'nothing' },
      schema: { body: Body },
      handler: async (request, reply) =>
        change({ ...deps, orgId: request.orgId, request, reply }, async (tx) => {
          const [row] = await tx<{ effect_id: number }[]>`
            insert into effects (org_id, name)
            values (${request.orgId}, ${request.body.name})
            returning effect_id`
          ending()
          late(reply)
          return { effect_id: row?.effect_id, name: request.body.name, quantity: request.body.quantity }
        }),
    })

const house = await openHouse({
  extraOperations: [effects('/v1/effects'), effects('/v1/others'), effects('/v1/effects', 'PUT')],
})
const club = await house.organisation()
const other = await house.organisation({ name: 'Other Club' })
await house.sql`
  create table effects (
    org_id bigint not null,
    effect_id bigint generated always as identity,
    name text not null,
    primary key (org_id, effect_id)
  )`

type Options = Call & { method?: string; path?: string }
const send = (idempotencyKey: string | undefined, { method = 'POST', path = '/v1/effects', ...call }: Options = {}) =>
  house.call(method, path, {
    key: club.key,
    ...(call.form === undefined && call.body === undefined ? { body: { name: 'Ann' } } : {}),
    ...call,
    headers: { ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }) },
  })
const count = async () => Number((await house.sql`select count(*) from effects`)[0]?.count)
const keysKept = async () => Number((await house.sql`select count(*) from idempotency_keys`)[0]?.count)
const isReplayed = ({ headers }: Awaited<ReturnType<typeof send>>) => headers['idempotent-replayed'] === 'true'

beforeEach(async () => {
  ending = () => {}
  await house.sql`truncate effects, idempotency_keys`
})

test('what succeeds after its request was answered that it took too long is told to whoever asks again', async () => {
  late = (reply) => reply.code(503)
  await send('late')
  late = () => {}
  const again = await send('late')
  assert.deepEqual([again.status, again.body.name, isReplayed(again), await count()], [200, 'Ann', true, 1])
})

test('the same request again gets the first answer and has no second effect', async () => {
  const first = await send('a')
  const again = await send('a')
  assert.deepEqual([first.status, isReplayed(first)], [200, false])
  assert.deepEqual([again.status, isReplayed(again)], [200, true])
  assert.equal(again.text, first.text)
  assert.notEqual(again.headers['request-id'], first.headers['request-id'])
  assert.equal(await count(), 1)
})

test('without a key each request has its effect', async () => {
  await send(undefined)
  assert.equal(isReplayed(await send(undefined)), false)
  assert.deepEqual([await count(), await keysKept()], [2, 0])
})

test('another body, path or method with the same key is 422 and does nothing', async () => {
  await send('a')
  for (const options of [
    { body: { name: 'Bob' } },
    { body: { name: 'Ann', quantity: 2 } },
    { body: { name: 'Ann', note: null } },
    { path: '/v1/others' },
    { method: 'PUT' },
  ]) {
    const { status, body } = await send('a', options)
    assert.deepEqual([status, body.error.code, body.error.param], [422, 'idempotency_key_reused', 'Idempotency-Key'])
  }
  assert.equal(await count(), 1)
})

test('a form and the equal JSON are the same request, whatever the order of their fields', async () => {
  await send('a', { body: { name: 'Ann', quantity: 2, tags: [{ id: 7 }] } })
  assert.ok(isReplayed(await send('a', { form: 'tags[0][id]=7&quantity=2&name=Ann' })))
  assert.ok(isReplayed(await send('a', { body: { tags: [{ id: '7' }], quantity: '2', name: 'Ann' } })))
  assert.equal(await count(), 1)
})

test('a default that is spelt out is the same request as one that is left out', async () => {
  await send('a')
  assert.ok(isReplayed(await send('a', { body: { name: 'Ann', quantity: 1 } })))
})

test('a key holds for its organisation: for all API keys of one, and for no other', async () => {
  const first = await send('a')
  const foreign = await send('a', { key: other.key })
  assert.deepEqual([foreign.status, isReplayed(foreign)], [200, false])
  const again = await send('a', { key: await house.key(club.orgId) })
  assert.deepEqual([isReplayed(again), again.text], [true, first.text])
  assert.equal(await count(), 2)
})

test('a key is kept for 24 hours and then free again', async () => {
  const start = house.clock()
  await send('a')
  house.clock.advance(IDEMPOTENCY_KEPT_MS - 1)
  assert.ok(isReplayed(await send('a')))
  house.clock.advance(1)
  assert.equal(isReplayed(await send('a', { body: { name: 'Bob' } })), false)
  assert.equal(await count(), 2)
  house.clock.set(start)
})

test('what is older than 24 hours is cleared away, and the rest stays', async () => {
  const start = house.clock()
  await send('old')
  house.clock.advance(IDEMPOTENCY_KEPT_MS)
  await send('new')
  house.clock.advance(1)
  assert.equal(await purgeIdempotencyKeys(house.sql, house.clock), 1)
  assert.ok(isReplayed(await send('new')))
  house.clock.set(start)
})

const refuseWith = (code: string) => () => {
  throw new ApiError(code, { message: `${code} on purpose`, available: 3 }, errorCatalogue)
}

for (const code of ['resource_missing', 'state_conflict'] as const) {
  test(`a refusal for business reasons (${code}) undoes the effect and is the answer from then on`, async () => {
    ending = refuseWith(code)
    const first = await send('a')
    ending = () => {}
    const again = await send('a')
    assert.deepEqual([first.body.error.code, isReplayed(first)], [code, false])
    assert.deepEqual([again.status, isReplayed(again)], [first.status, true])
    const { request_id: _first, ...refusal } = first.body.error
    const { request_id: id, ...replayed } = again.body.error
    assert.deepEqual(replayed, refusal)
    assert.equal(id, again.headers['request-id'])
    assert.equal(await count(), 0)
  })
}

for (const [name, fail] of Object.entries({
  '400': refuseWith('parameter_invalid'),
  '401': refuseWith('api_key_revoked'),
  '403': refuseWith('scope_missing'),
  '429': refuseWith('rate_limit_minute'),
  '500': () => {
    throw new Error('on purpose')
  },
  '503': refuseWith('service_unavailable'),
})) {
  test(`a ${name} is not kept: the same request with the same key is tried again`, async () => {
    ending = fail
    const first = await send('a')
    assert.deepEqual([first.status, await count(), await keysKept()], [Number(name), 0, 0])
    ending = () => {}
    const again = await send('a')
    assert.deepEqual([again.status, isReplayed(again), await count()], [200, false, 1])
  })
}

test('a request that is refused before it begins uses up no key', async () => {
  for (const options of [
    { body: { nome: 'Ann' } },
    { key: 'nonsense' },
    { key: await house.key(club.orgId, { scopes: ['events:read'] }) },
  ]) {
    assert.ok((await send('a', options)).status >= 400)
  }
  assert.deepEqual([isReplayed(await send('a')), await count()], [false, 1])
})

test('a key is 1 to 255 printable ASCII characters', async () => {
  for (const key of ['!', 'a b', '~'.repeat(255), '0123-4567', 'a"b']) assert.equal((await send(key)).status, 200, key)
  for (const key of ['', 'a'.repeat(256), 'schlüssel', 'tab\there', '""']) {
    const { status, body } = await send(key)
    assert.deepEqual(
      [status, body.error.code, body.error.param],
      [400, 'idempotency_key_invalid', 'Idempotency-Key'],
      key,
    )
  }
  assert.equal(await count(), 5)
})

test('a key in quotes, as the IETF draft writes it, is the key without them', async () => {
  await send('abc')
  assert.ok(isReplayed(await send('"abc"')))
  assert.equal((await send(`"${'a'.repeat(255)}"`)).status, 200)
})

test('the stored answer cannot be read in the database', async () => {
  await send('a', { body: { name: 'Ann of Green Gables' } })
  const [row] = await house.sql`select to_jsonb(idempotency_keys)::text as text from idempotency_keys`
  assert.doesNotMatch(row?.text, new RegExp(`Green|${Buffer.from('Green').toString('hex')}`))
})
