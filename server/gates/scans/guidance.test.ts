import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGround } from '../../../tests/builders/grounds.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const ground = await openGround(house, club)
const { gates, eventId } = ground
const manage = (method: string, path: string, body?: object) =>
  house.call(method, `/v1/manage${path}`, { key: club.key, ...(body ? { body } : {}) })
await manage('PATCH', `/gates/${gates[1]}`, { name: 'South gate', directions: 'To your left, past the club shop' })
const south = { gate_id: gates[1], name: 'South gate', directions: 'To your left, past the club shop' }

test('a fan at another gate than theirs is sent to it, in the gate’s own words', async () => {
  const offer = await ground.offer(1)
  await house.sql`
    insert into price_category_gates (org_id, price_category_id, gate_id, created_at)
    values (${club.orgId}, ${offer.price_category_id}, ${gates[1]}, ${house.clock()})`
  const { barcode } = await ground.ticket(1, {}, offer)
  const { body } = await ground.scan(barcode)
  assert.deepEqual([body.result, body.guidance], ['wrong_gate', { detail: 'other_gate', gates: [south], event: null }])
})

test('where a gate is closed, those that are open are named', async () => {
  const { barcode } = await ground.ticket(1)
  await manage('POST', `/gates/${gates[0]}/close`)
  const { body } = await ground.scan(barcode, { nonce: 'closed' })
  assert.deepEqual([body.result, body.guidance], ['wrong_gate', { detail: 'gate_closed', gates: [south], event: null }])
  // Asked again, it says what it said.
  assert.deepEqual((await ground.scan(barcode, { nonce: 'closed' })).body.guidance, body.guidance)
  await manage('POST', `/gates/${gates[0]}/open`)
  assert.equal((await ground.scan(barcode)).body.guidance, null)
})

test('a ticket of another event says which and when', async () => {
  const otherId = await ground.openEvent({ title: 'Reserves' })
  const { barcode } = await ground.ticket(1, {}, await ground.offer(1, otherId))
  const { body } = await ground.scan(barcode)
  const event = {
    event_id: String(otherId),
    title: 'Reserves',
    starts_at: Math.floor(ground.startsAt.getTime() / 1000),
  }
  assert.deepEqual([body.result, body.guidance], ['wrong_event', { detail: 'other_event', gates: [], event }])
  const { body: manifest } = await house.call('GET', `/v1/gate/events/${eventId}/manifest`, { key: ground.keys[0] })
  assert.deepEqual(manifest.other_events, [event])
})

test('blocked is told by its true reason, on a member’s card too', async () => {
  const detail = async (barcode: string) => (await ground.scan(barcode)).body.guidance?.detail
  assert.equal(await detail((await ground.ticket(1, { ticket_status_id: 4 })).barcode), 'replaced')
  assert.equal(await detail((await ground.ticket(0)).barcode), 'no_entry')
  assert.equal(await detail((await ground.member({}, { access: false })).barcode), 'no_access')
})

test('a concession says what to check, online and in the manifest', async () => {
  const offer = await ground.offer(1)
  const change = { concession: 'child', gate_check: 'Under 16' }
  const { body: price } = await manage('PATCH', `/prices/${offer.price_id}`, change)
  assert.deepEqual([price.concession, price.gate_check], ['child', 'Under 16'])
  const { barcode } = await ground.ticket(1, {}, offer)
  const { body } = await ground.scan(barcode)
  assert.deepEqual([body.ticket.concession, body.ticket.gate_check], ['child', 'Under 16'])
  const { body: manifest } = await house.call('GET', `/v1/gate/events/${eventId}/manifest`, { key: ground.keys[0] })
  const listed = manifest.prices.find(({ price_id }: { price_id: number }) => price_id === offer.price_id)
  assert.deepEqual([listed.concession, listed.gate_check], ['child', 'Under 16'])
  assert.equal((await manage('PATCH', `/prices/${offer.price_id}`, { concession: 'senior' })).status, 400)
})
