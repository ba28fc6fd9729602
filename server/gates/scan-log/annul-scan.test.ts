import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGround } from '../../../tests/builders/grounds.ts'
import { NOTHING } from '../../../tests/builders/rows.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const { scan, result, ticket, member, keys, gates, eventId } = await openGround(house, club)

const annul = (scanId: number, key = keys[1]) => house.call('POST', `/v1/gate/scans/${scanId}/annul`, { key })

test('a scan that was taken back has not been: the ticket is admitted again', async () => {
  const { barcode } = await ticket()
  const { body } = await scan(barcode)
  const taken = await annul(body.scan_id)
  assert.equal(taken.status, 200, taken.text)
  assert.equal(taken.body.result, 'annulled')
  assert.equal(taken.body.annuls_scan_id, body.scan_id)
  assert.equal(await result(barcode), 'admitted')
})

test('taking back an exit puts the member inside again', async () => {
  const { barcode } = await member()
  await scan(barcode)
  const { body } = await scan(barcode, { direction: 'exit' })
  await annul(body.scan_id)
  assert.equal(await result(barcode), 'not_exited')
})

test('twice is once, also for two at the same moment', async () => {
  const { barcode } = await ticket()
  const { body } = await scan(barcode)
  const [one, two] = await Promise.all([annul(body.scan_id), annul(body.scan_id, keys[0])])
  assert.deepEqual(one?.body, two?.body)
  assert.deepEqual((await annul(body.scan_id)).body, one?.body)
})

test('after 15 minutes, and for what was refused, it is too late or too little', async () => {
  const { barcode } = await ticket()
  const first = await scan(barcode)
  const refused = await scan(barcode)
  assert.equal((await annul(refused.body.scan_id)).body.error.code, 'state_conflict')
  house.clock.advance(15 * 60_000)
  assert.equal((await annul(first.body.scan_id)).status, 200)
  const other = await ticket()
  const late = await scan(other.barcode)
  house.clock.advance(15 * 60_000 + 1)
  assert.equal((await annul(late.body.scan_id)).body.error.code, 'state_conflict')
})

test('a device takes back what was scanned at its own gates only, and the list says which device did', async () => {
  const { body: device } = await house.call('POST', '/v1/manage/devices', {
    key: club.key,
    body: { name: 'South 1', gate_ids: [gates[1]] },
  })
  const enrolled = await house.call('POST', '/v1/gate/enrol', { body: { code: device.enrolment_code } })
  const south = enrolled.body.secret
  const atNorth = await scan((await ticket()).barcode)
  const refused = await annul(atNorth.body.scan_id, south)
  assert.deepEqual([refused.status, refused.body.error?.code], [409, 'state_conflict'])
  await annul(atNorth.body.scan_id)
  assert.equal((await annul(atNorth.body.scan_id, south)).status, 409, 'nor does it learn of what others took back')
  const atSouth = await scan((await ticket()).barcode, { gate: 1 })
  const taken = await annul(atSouth.body.scan_id, south)
  assert.equal(taken.status, 200, taken.text)
  const { body } = await house.call('GET', `/v1/events/${eventId}/scans`, { key: club.key })
  const line = body.data.find(({ scan_id }: { scan_id: number }) => scan_id === taken.body.scan_id)
  assert.deepEqual(
    [line.result, line.device_id, line.annuls_scan_id],
    ['annulled', device.device_id, atSouth.body.scan_id],
  )
})

test('the scan of another organisation is not found', async () => {
  const { body } = await scan((await ticket()).barcode)
  const stranger = await house.key((await house.organisation()).orgId, { kind: 'gk' })
  assert.equal((await annul(body.scan_id, stranger)).status, 404)
  assert.equal((await annul(NOTHING)).status, 404)
})

test('a device cannot take the name that taking a scan back needs', async () => {
  const { body } = await scan((await ticket()).barcode)
  const squat = await scan((await ticket()).barcode, { gate: 1, nonce: `annul:${body.scan_id}` })
  assert.deepEqual([squat.status, squat.body.error?.param], [400, 'nonce'])
  assert.equal((await annul(body.scan_id)).status, 200)
})
