import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGround } from '../../../tests/builders/grounds.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { mintKey } from '../api-keys/key-format.ts'

/** 300 a minute is what an address gets in every house. */
const PER_MINUTE = 300
const house = await openHouse()
// The tests move the clock by seconds; a budget is a minute's.
house.clock.set(new Date(Math.ceil(Date.now() / 60_000) * 60_000))
const club = await house.organisation()

const ask = (key: string, remoteAddress: string) => house.call('GET', '/v1/events', { key, remoteAddress })

/** How often the work looked for a key in the database. */
async function readings(work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const stop = house.sql.observe((text) => {
    if (text.includes('where k.key_hash =')) count += 1
  })
  await work().finally(stop)
  return count
}

const guesses = (count: number) => Array.from({ length: count }, () => mintKey('sk', 'live'))

test('a caller who makes up well-formed keys costs no more database reads than an address has requests', async () => {
  const statuses: number[] = []
  const count = await readings(async () => {
    for (const key of guesses(2 * PER_MINUTE)) statuses.push((await ask(key, '203.0.113.1')).status)
  })
  assert.equal(count, PER_MINUTE)
  assert.deepEqual([statuses[PER_MINUTE - 1], statuses[PER_MINUTE]], [401, 429])
})

test('nor do all of them at once', async () => {
  const count = await readings(() => Promise.all(guesses(2 * PER_MINUTE).map((key) => ask(key, '203.0.113.2'))))
  assert.equal(count, PER_MINUTE)
})

test('a stadium of scanners behind one address starts up at once, and none is refused', async () => {
  const scanners = await Promise.all(
    Array.from({ length: 2 * PER_MINUTE }, () => house.key(club.orgId, { kind: 'gk' })),
  )
  const shiftBegins = () =>
    Promise.all(scanners.map((key) => house.call('GET', '/v1/gate/device', { key, remoteAddress: '203.0.113.3' })))
  for (let minute = 0; minute < 2; minute += 1) {
    assert.deepEqual(new Set((await shiftBegins()).map(({ status }) => status === 429)), new Set([false]))
    house.clock.advance(5_000)
  }
})

test('a key that is known here goes on working behind an address that guesses', async () => {
  const address = '203.0.113.4'
  assert.equal((await ask(club.key, address)).status, 200)
  for (const key of guesses(PER_MINUTE + 1)) await ask(key, address)
  house.clock.advance(5_000)
  assert.equal((await ask(club.key, address)).status, 200, 'it is read again, and not as a stranger’s')
  const { status, headers, body } = await ask(mintKey('pk', 'live'), address)
  assert.deepEqual([status, body.error.code, headers['x-ratelimit-remaining']], [429, 'rate_limit_address', '0'])
})

test('a good key uses up nothing of its address', async () => {
  const address = '203.0.113.5'
  await ask(await house.key(club.orgId), address)
  const { headers } = await ask(mintKey('sk', 'live'), address)
  assert.equal(headers['x-ratelimit-remaining'], String(PER_MINUTE - 1))
})

test('a flood from the Wi-Fi of a ground, without keys or with guessed ones, does not keep out a scanner that is new here', async () => {
  const remoteAddress = '203.0.113.6'
  const { eventId, gates, ticket } = await openGround(house, club)
  const flood = PER_MINUTE + 20
  for (let n = 0; n < flood; n += 1) await house.call('GET', '/v1/events', { remoteAddress })
  for (const key of guesses(flood)) await ask(key, remoteAddress)
  assert.equal((await house.call('GET', '/v1/events', { remoteAddress })).status, 429)
  assert.equal((await ask(mintKey('pk', 'live'), remoteAddress)).status, 429)
  const key = await house.key(club.orgId, { kind: 'gk' })
  const { barcode } = await ticket()
  const body = { event_id: eventId, gate_id: gates[0], barcode, direction: 'entry', nonce: 'flood-1' }
  const scan = await house.call('POST', '/v1/gate/scans', { key, remoteAddress, body })
  assert.deepEqual([scan.status, scan.body.result], [200, 'admitted'])
})

test('nor does a flood without keys keep out an office that is new here', async () => {
  const remoteAddress = '203.0.113.7'
  for (let n = 0; n < PER_MINUTE + 20; n += 1) await house.call('GET', '/v1/events', { remoteAddress })
  assert.equal((await ask(await house.key(club.orgId), remoteAddress)).status, 200)
})

test('guessed gate keys are bounded like any others', async () => {
  const made = Array.from({ length: 2 * PER_MINUTE }, () => mintKey('gk', 'live'))
  assert.equal(await readings(() => Promise.all(made.map((key) => ask(key, '203.0.113.8')))), PER_MINUTE)
})
