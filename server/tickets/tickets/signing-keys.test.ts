import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { addEvent } from '../../../tests/builders/events.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { auditOf } from '../../../tests/builders/records.ts'
import { awaitedLock } from '../../../tests/harness/awaited-lock.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { lockKeysOf } from './event-signing-key.ts'
import { readTicketCode, signingKeyPrefix } from './ticket-code.ts'

const QUARTER_MS = 15 * 60_000

const house = await openHouse()
const club = await house.organisation()
const shop = shopOf(house, club)
const gateKey = await house.key(club.orgId, { kind: 'gk' })

type Key = { signing_key_id: number; status: string; active_tickets: number }

const keysOf = (eventId: number) => {
  const path = `/v1/manage/events/${eventId}/signing_keys`
  return {
    list: async () =>
      (await house.call('GET', path, { key: club.key })).body.data.map(
        ({ signing_key_id, status, active_tickets }: Key) => [signing_key_id, status, active_tickets],
      ),
    replace: (headers: Record<string, string> = {}) => house.call('POST', path, { key: club.key, headers }),
    remove: (keyId: number, key = club.key) => house.call('DELETE', `${path}/${keyId}`, { key }),
    inManifest: async () =>
      (await house.call('GET', `/v1/gate/events/${eventId}/manifest`, { key: gateKey })).body.public_keys.map(
        ({ signing_key_id }: Key) => signing_key_id,
      ),
  }
}

type Bought = { ticket_id: number; barcode: string }
const buy = async (priceId: number): Promise<Bought> =>
  (await shop.checkOut(await shop.fill(priceId, 1))).body.tickets[0]
const keyOf = ({ barcode }: Bought) => readTicketCode(barcode)?.signingKeyId ?? 0

test('a replaced key signs no more and verifies until its last ticket is re-issued; then it can go', async () => {
  const { eventId, priceId } = await addOffer(house, club)
  const { list, replace, remove, inManifest } = keysOf(eventId)
  const first = await buy(priceId)
  const old = keyOf(first)
  assert.ok(first.barcode.startsWith(signingKeyPrefix(old)))
  house.clock.advance(1)
  const newKey = await replace()
  assert.equal(newKey.status, 201, newKey.text)
  const { signing_key_id: current, status, active_tickets } = newKey.body
  assert.deepEqual([status, active_tickets], ['signing', 0])
  const second = await buy(priceId)
  assert.equal(keyOf(second), current)
  assert.deepEqual(await list(), [
    [old, 'retired', 1],
    [current, 'signing', 1],
  ])
  assert.deepEqual(await inManifest(), [old, current])

  house.clock.advance(QUARTER_MS)
  const refused = await remove(old)
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'state_conflict'])
  assert.match(refused.body.error.message, /^1 active tickets bear the key/)
  const reissued = await house.call('POST', `/v1/manage/tickets/${first.ticket_id}/reissue`, { key: club.key })
  assert.equal(keyOf(reissued.body as unknown as Bought), current)
  assert.deepEqual((await remove(old)).body, { signing_key_id: old, deleted: true })
  assert.deepEqual(await inManifest(), [current])
  assert.deepEqual(await list(), [[current, 'signing', 2]])
  const log = await auditOf(house, club, 'event', eventId)
  assert.deepEqual(
    log.map(({ action }) => action),
    ['event.signing_key_replaced', 'event.signing_key_deleted'],
  )
})

test('the key that signs is not deleted, nor one that another process may still be signing with', async () => {
  const eventId = await addEvent(house, club)
  const { replace, remove, list } = keysOf(eventId)
  const first = (await replace()).body.signing_key_id
  assert.match((await remove(first)).body.error.message, /the one that signs/)
  const second = (await replace()).body.signing_key_id
  house.clock.advance(QUARTER_MS - 1)
  assert.match((await remove(first)).body.error.message, /less than 15 minutes/)
  house.clock.advance(1)
  assert.equal((await remove(first)).status, 200)
  assert.equal((await remove(first)).status, 404)
  assert.deepEqual(await list(), [[second, 'signing', 0]])
})

test('of many who replace it at once each does, and one key signs', async () => {
  const { replace, list } = keysOf(await addEvent(house, club))
  const answers = await Promise.all(Array.from({ length: 5 }, () => replace()))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [201, 201, 201, 201, 201],
  )
  const keys: [number, string, number][] = await list()
  assert.equal(keys.length, 5)
  assert.equal(keys.filter(([, status]) => status === 'signing').length, 1)
})

test('while the key of an event is being replaced, none of its keys is deleted', async () => {
  const eventId = await addEvent(house, club)
  const { replace, remove } = keysOf(eventId)
  const old = (await replace()).body.signing_key_id
  await replace()
  house.clock.advance(QUARTER_MS)
  const { promise: replaced, resolve: release } = Promise.withResolvers<void>()
  const { promise: locked, resolve: lock } = Promise.withResolvers<void>()
  const replacing = house.sql.begin(async (tx) => {
    await lockKeysOf(club.orgId, tx, eventId)
    lock()
    await replaced
  })
  await locked
  const removing = remove(old)
  const waits = await Promise.race([awaitedLock(house.sql).then(() => true), removing.then(() => false)])
  release()
  await replacing
  assert.deepEqual([waits, (await removing).status], [true, 200])
})

test('under one Idempotency-Key it is replaced once', async () => {
  const { replace, list } = keysOf(await addEvent(house, club))
  const headers = { 'idempotency-key': 'replace-1' }
  const answers = [await replace(headers), await replace(headers)]
  assert.equal(answers[0]?.text, answers[1]?.text)
  assert.equal((await list()).length, 1)
})

test('an event has twenty keys at most', async () => {
  const { replace } = keysOf(await addEvent(house, club))
  for (let n = 0; n < 20; n += 1) assert.equal((await replace()).status, 201)
  assert.equal((await replace()).body.error.code, 'state_conflict')
})

test('a key of another event, or of another organisation, is not found', async () => {
  const [eventId, neighbour] = [await addEvent(house, club), await addEvent(house, club)]
  const { signing_key_id } = (await keysOf(eventId).replace()).body
  assert.equal((await keysOf(neighbour).remove(signing_key_id)).status, 404)
  const other = await house.organisation()
  assert.equal((await keysOf(eventId).remove(signing_key_id, other.key)).status, 404)
})
