import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { test } from 'node:test'
import { clubOf } from '../../../tests/builders/clubs.ts'
import { addEvent } from '../../../tests/builders/events.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { exposed } from '../../platform/http/guarded-fields.ts'
import { openDatabase } from '../../platform/postgres/database.ts'
import { createTicketSigner, type TicketToSign } from './sign-tickets.ts'
import { listPublicKeys } from './signing-keys.ts'
import { isSigned, readTicketCode, type Verify } from './ticket-code.ts'

const house = await openHouse()
const deps = { sql: house.sql, systemClock: house.clock, seal: house.seal }
const signer = createTicketSigner(deps)

const nodeCrypto: Verify = (key, signature, payload) => {
  const x = Buffer.from(key).toString('base64url')
  return verify(null, payload, createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } }), signature)
}

async function newEvent() {
  const club = clubOf(house, await house.organisation())
  const { event_id } = await club.event()
  return { orgId: club.orgId, eventId: Number(event_id) }
}

const ticket = (eventId: number, ticketId: number): TicketToSign => ({
  eventId,
  ticketId,
  priceCategoryId: 3,
  revision: 0,
  validUntil: null,
})

test('tickets are signed in their order with the key of their event', async () => {
  const { orgId, eventId } = await newEvent()
  const codes = await signer.sign(orgId, [ticket(eventId, 5), ticket(eventId, 4)])
  const keys = await listPublicKeys(orgId, house.sql, eventId)
  const known = new Map(keys.map(({ signing_key_id, public_key }) => [signing_key_id, new Uint8Array(public_key)]))
  assert.equal(keys.length, 1)
  assert.deepEqual(
    codes.map((code) => readTicketCode(exposed(code))?.ticketId),
    [5, 4],
  )
  for (const signed of codes) {
    const code = readTicketCode(exposed(signed))
    assert.ok(code)
    assert.equal(await isSigned(code, known, nodeCrypto), true)
  }
})

test('an event has one key however many processes sign its first tickets at once', async () => {
  const { orgId, eventId } = await newEvent()
  const pools = Array.from({ length: 4 }, () => openDatabase(house.url, { poolSize: 2 }))
  const codes = await Promise.all(
    pools.map((sql, n) => createTicketSigner({ ...deps, sql }).sign(orgId, [ticket(eventId, 100 + n)])),
  )
  for (const sql of pools) await sql.end()
  const keys = await listPublicKeys(orgId, house.sql, eventId)
  assert.equal(keys.length, 1)
  const used = new Set(codes.flat().map((code) => readTicketCode(exposed(code))?.signingKeyId))
  assert.deepEqual([...used], [keys[0]?.signing_key_id])
})

test('the private key is not in the table as it is, and opens only under its own event', async () => {
  const { orgId, eventId } = await newEvent()
  await signer.sign(orgId, [ticket(eventId, 1)])
  const [row] = await house.sql<{ private_key_encrypted: Buffer }[]>`
    select private_key_encrypted
    from event_signing_keys
    where org_id = ${orgId}
      and event_id = ${eventId}`
  assert.ok(row)
  assert.throws(() => house.seal.open(row.private_key_encrypted, `event_signing_keys ${orgId} ${eventId + 1}`))
  assert.match(house.seal.open(row.private_key_encrypted, `event_signing_keys ${orgId} ${eventId}`), /^[\w-]{43}$/)
})

test('a retired key stops signing within ten minutes and still verifies', async () => {
  const { orgId, eventId } = await newEvent()
  const sign = async () => {
    const [code] = await signer.sign(orgId, [ticket(eventId, 1)])
    return code && readTicketCode(exposed(code))?.signingKeyId
  }
  const first = await sign()
  await house.sql`
    update event_signing_keys
    set retired_at = ${house.clock()}
    where org_id = ${orgId}
      and event_id = ${eventId}`
  house.clock.advance(599_999)
  assert.equal(await sign(), first)
  house.clock.advance(1)
  const second = await sign()
  const keys = await listPublicKeys(orgId, house.sql, eventId)
  assert.deepEqual(
    keys.map(({ signing_key_id }) => signing_key_id),
    [first, second],
  )
})

test('a failure is not remembered', async () => {
  const { orgId, eventId } = await newEvent()
  const missing = eventId + 1000
  await assert.rejects(signer.sign(orgId, [ticket(missing, 1)]))
  await addEvent(house, { orgId }, { event_id: missing })
  assert.equal((await signer.sign(orgId, [ticket(missing, 1)])).length, 1)
})
