import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGround } from '../../tests/builders/grounds.ts'
import { openHouse } from '../../tests/harness/house.ts'
import { bodyOf } from '../platform/http/stream-json.ts'
import type { Operation } from '../platform/operation.ts'
import { resume, suspend } from './suspension.ts'

/** A list that never ends, as one does whose reader is slow. */
const endlessList: Operation = (app) =>
  app.get(
    '/v1/endless',
    { config: { scope: 'members:read', unhurried: true, shows: 'nothing' } },
    async (_request, reply) => {
      async function* pieces() {
        for (;;) {
          yield Buffer.from('1,')
          await new Promise(setImmediate)
        }
      }
      return reply.type('application/json').send(bodyOf(pieces()))
    },
  )

const house = await openHouse({ extraOperations: [endlessList] })
const club = await house.organisation()
const other = await house.organisation()
const ground = await openGround(house, club)
const shop = await house.key(club.orgId, { kind: 'pk' })
const gate = ground.keys[0] ?? ''

const statusOf = async (path: string, key: string) => {
  const { status, body } = await house.call('GET', path, { key })
  return status === 200 ? status : body.error.code
}
const everyKind = async () => [
  await statusOf('/v1/members', club.key),
  await statusOf('/v1/events', shop),
  await statusOf('/v1/gate/device', gate),
]
const open = async (url: string, key: string) =>
  (await house.app.inject({ url, headers: { authorization: `Bearer ${key}` }, payloadAsStream: true })).stream()

test('a suspension shuts out every kind of key within seconds, and resuming lets all in again', async () => {
  assert.deepEqual(await everyKind(), [200, 200, 200])
  assert.equal(await house.sql.begin((tx) => suspend(club.orgId, tx, house.clock)), true)
  assert.equal(await house.sql.begin((tx) => suspend(club.orgId, tx, house.clock)), false)
  house.clock.advance(4_999)
  assert.deepEqual(new Set(await everyKind()), new Set(['organisation_suspended']))
  assert.equal(await statusOf('/v1/members', other.key), 200)
  assert.equal(await house.sql.begin((tx) => resume(club.orgId, tx)), true)
  house.clock.advance(4_999)
  assert.deepEqual(await everyKind(), [200, 200, 200])
})

test('what is still being sent when an organisation is suspended ends, and no other organisation’s does', async () => {
  const live = await open(`/v1/manage/events/${ground.eventId}/live`, club.key)
  const list = await open('/v1/endless', club.key)
  const kept = await open('/v1/endless', other.key)
  await house.sql.begin((tx) => suspend(club.orgId, tx, house.clock))
  for await (const _chunk of live);
  const readAll = async () => {
    for await (const _chunk of list);
  }
  await assert.rejects(readAll, 'half a list breaks off')
  assert.equal(kept.destroyed, false)
  kept.destroy()
  await house.sql.begin((tx) => resume(club.orgId, tx))
})
