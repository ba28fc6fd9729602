import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openGround } from '../../../tests/builders/grounds.ts'
import { addGate, addVenue } from '../../../tests/builders/venues.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const ground = await openGround(house, club)
const { eventId, gates } = ground
const [north, south] = gates

/** A scanner that is bound to these gates. */
async function scannerAt(...gate_ids: number[]) {
  const body = { name: 'Scanner', gate_ids }
  const device = await house.call('POST', '/v1/manage/devices', { key: club.key, body })
  const enrolled = await house.call('POST', '/v1/gate/enrol', { body: { code: device.body.enrolment_code } })
  return { deviceId: device.body.device_id as number, key: enrolled.body.secret as string }
}

const manifest = (key: string, query = '') => house.call('GET', `/v1/gate/events/${eventId}/manifest${query}`, { key })

/** As the guide tells scanners to do it, word for word. */
const guide = await readFile(join(import.meta.dirname, '../../../docs/guides/gates.md'), 'utf8')
const [snippet = ''] = /async function barcodeHash[\s\S]*?\n {3}}\n/.exec(guide) ?? []
const { barcodeHash } = (await import(`data:text/javascript,${encodeURIComponent(`export ${snippet}`)}`)) as {
  barcodeHash: (barcodeKey: string, barcode: string) => Promise<string>
}

/** A ticket that only one gate lets in. */
async function ticketFor(gateId: number) {
  const offer = await ground.offer()
  await house.sql`
    insert into price_category_gates (org_id, price_category_id, gate_id)
    values (${club.orgId}, ${Number(offer.price_category_id)}, ${gateId})`
  return ground.ticket(1, {}, offer)
}

test('a manifest that leaks is no list of barcodes, and a scanner knows a barcode by it all the same', async () => {
  const member = await ground.member()
  const ticket = await ground.ticket()
  const { key } = await scannerAt(north)
  const { body, text } = await manifest(key)
  for (const { barcode } of [member, ticket]) assert.equal(text.includes(barcode), false, barcode)
  const hash = await barcodeHash(body.barcode_key, member.barcode)
  const [found] = body.members.filter(({ barcode_hash }: { barcode_hash: string }) => barcode_hash === hash)
  assert.equal(found.membership_member_id, member.memberId)
  const ticketHash = await barcodeHash(body.barcode_key, ticket.barcode)
  assert.ok(body.tickets.some(({ barcode_hash }: { barcode_hash: string }) => barcode_hash === ticketHash))
  const other = await manifest((await scannerAt(north)).key)
  assert.notEqual(other.body.barcode_key, body.barcode_key, 'each device has a key of its own')
  assert.equal((await manifest(key, `?since=${body.as_of}`)).body.barcode_key, body.barcode_key)
})

test('a device is told of whom its gates can let in, and of no others', async () => {
  const [atNorth, atSouth] = [await ticketFor(north), await ticketFor(south)]
  const anywhere = await ground.ticket()
  const told = async (key: string, query = '') => {
    const { body } = await manifest(key, query)
    const ids = body.tickets.map(({ ticket_id }: { ticket_id: number }) => ticket_id)
    return [atNorth, atSouth, anywhere].map(({ ticketId }) => ids.includes(ticketId))
  }
  assert.deepEqual(await told((await scannerAt(north)).key), [true, false, true])
  assert.deepEqual(await told((await scannerAt(south)).key, '?since=1'), [false, true, true])
  assert.deepEqual(await told((await scannerAt(north, south)).key), [true, true, true])
  assert.deepEqual(await told(ground.keys[0]), [true, true, true], 'one that is bound to no gate scans at all')
  await ground.scan(atSouth.barcode, { gate: 1 })
  assert.deepEqual(await told((await scannerAt(north)).key, '?since=1'), [true, false, true])
})

test('a device of another ground is told of no holders', async () => {
  await ground.ticket()
  await ground.member()
  const elsewhere = await addGate(house, club, await addVenue(house, club))
  const { body } = await manifest((await scannerAt(elsewhere)).key)
  assert.deepEqual([body.tickets, body.members], [[], []])
})

test('a device is not told the names of members who may not come in', async () => {
  const supporter = await ground.member({ first_name: 'Hedy', last_name: 'Lamarr' }, { access: false })
  const guest = await ground.member({ first_name: 'Mary', last_name: 'Shelley' })
  const { body, text } = await manifest((await scannerAt(north)).key, '?since=1')
  const ids = body.members.map(({ membership_member_id: id }: { membership_member_id: number }) => id)
  assert.ok(ids.includes(supporter.memberId) && ids.includes(guest.memberId))
  assert.deepEqual([text.includes('Lamarr'), text.includes('Shelley')], [false, true])
})

test('a device that is moved to other gates learns by the key that its manifest is of no use', async () => {
  await ticketFor(south)
  const { deviceId, key } = await scannerAt(north)
  const before = (await manifest(key)).body
  const moved = await house.call('PATCH', `/v1/manage/devices/${deviceId}`, {
    key: club.key,
    body: { gate_ids: [south] },
  })
  assert.equal(moved.status, 200, moved.text)
  assert.notEqual((await manifest(key, `?since=${before.as_of}`)).body.barcode_key, before.barcode_key)
})
