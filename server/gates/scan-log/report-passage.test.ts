import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGround } from '../../../tests/builders/grounds.ts'
import { NOTHING, unique } from '../../../tests/builders/rows.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const { scan, result, ticket, member, keys, gates, eventId } = await openGround(house, club)

const report = (scanId: number, body: object, key = keys[0]) =>
  house.call('POST', `/v1/gate/scans/${scanId}/passage`, { key, body })

const scans = async () => {
  const { body } = await house.call('GET', `/v1/events/${eventId}/scans?limit=2500`, { key: club.key })
  return body.data as { scan_id: number; result: string; annuls_scan_id: number | null }[]
}

const figures = async () => {
  const { text } = await house.call('GET', `/v1/manage/events/${eventId}/live?frames=1`, { key: club.key })
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
}

test('an admission that no one walked through is taken back by itself, once', async () => {
  const { barcode } = await ticket()
  const { body } = await scan(barcode)
  const first = await report(body.scan_id, { passage: 'not_passed' })
  assert.equal(first.status, 200, first.text)
  const annulments = (await scans()).filter(({ annuls_scan_id }) => annuls_scan_id === body.scan_id)
  assert.deepEqual(first.body, {
    scan_id: body.scan_id,
    passage: 'not_passed',
    followers: 0,
    annulled_by_scan_id: annulments[0]?.scan_id,
  })
  assert.deepEqual((await report(body.scan_id, { passage: 'not_passed' })).body, first.body)
  assert.equal((await scans()).filter(({ annuls_scan_id }) => annuls_scan_id === body.scan_id).length, 1)
  assert.equal(await result(barcode), 'admitted', 'the ticket is as if it had not been scanned')
})

test('an admission that was walked through stays, and another report of it is refused', async () => {
  const { barcode } = await ticket()
  const { body } = await scan(barcode)
  const passed = await report(body.scan_id, { passage: 'passed' })
  assert.deepEqual([passed.status, passed.body.annulled_by_scan_id], [200, null])
  const other = await report(body.scan_id, { passage: 'not_passed' })
  assert.deepEqual([other.status, other.body.error?.code], [409, 'state_conflict'])
  assert.equal(await result(barcode), 'already_used')
})

test('who followed another is counted, by gate and in all', async () => {
  const before = await figures()
  const north = await scan((await ticket()).barcode)
  await report(north.body.scan_id, { passage: 'passed', followers: 2 })
  const south = await scan((await member()).barcode, { gate: 1 })
  await report(south.body.scan_id, { passage: 'passed', followers: 1 }, keys[1])
  await report(south.body.scan_id, { passage: 'passed', followers: 1 }, keys[1])
  const after = await figures()
  const at = (gateId: number) => after.gates.find(({ gate_id }: { gate_id: number }) => gate_id === gateId).followers
  assert.deepEqual([after.followers - before.followers, at(gates[0]), at(gates[1])], [3, 2, 1])
})

test('only what was let through is reported on, within 15 minutes, at a gate of the device, and of this organisation', async () => {
  const { barcode } = await ticket()
  const first = await scan(barcode)
  const refused = await scan(barcode)
  assert.equal((await report(refused.body.scan_id, { passage: 'passed' })).status, 409)
  const { body: device } = await house.call('POST', '/v1/manage/devices', {
    key: club.key,
    body: { name: 'South', gate_ids: [gates[1]] },
  })
  const enrolled = await house.call('POST', '/v1/gate/enrol', { body: { code: device.enrolment_code } })
  assert.equal((await report(first.body.scan_id, { passage: 'passed' }, enrolled.body.secret)).status, 409)
  const stranger = await house.key((await house.organisation()).orgId, { kind: 'gk' })
  assert.equal((await report(first.body.scan_id, { passage: 'passed' }, stranger)).status, 404)
  assert.equal((await report(NOTHING, { passage: 'passed' })).status, 404)
  house.clock.advance(15 * 60_000 + 1)
  assert.equal((await report(first.body.scan_id, { passage: 'not_passed' })).status, 409)
  assert.equal((await report(first.body.scan_id, { passage: 'passed' })).status, 200)
})

const upload = (rows: object[], key = keys[0]) => {
  const now = house.clock().getTime() / 1000
  const common = { event_id: eventId, gate_id: gates[0], direction: 'entry', result: 'admitted', scanned_at: now - 60 }
  const body = { device_time: now, scans: rows.map((row) => ({ ...common, ...row })) }
  return house.call('POST', '/v1/gate/scans/batch', { key, body })
}

test('an upload brings what the turnstile counted without a network, also of a scan that the service has already', async () => {
  const offline = await ticket()
  const online = await ticket()
  const nonce = unique('nonce')
  await scan(online.barcode, { nonce })
  house.clock.advance(16 * 60_000)
  const rows = [
    { barcode: offline.barcode, nonce: unique('nonce'), passage: 'not_passed' },
    { barcode: online.barcode, nonce, passage: 'not_passed' },
    { barcode: (await ticket()).barcode, nonce: unique('nonce'), passage: 'passed', followers: 1 },
    { barcode: (await ticket()).barcode, nonce: unique('nonce') },
  ]
  const answer = await upload(rows)
  assert.equal(answer.status, 200, answer.text)
  const passages = (scans: { repeated: boolean; passage: string | null }[]) =>
    scans.map(({ repeated, passage }) => [repeated, passage])
  assert.deepEqual(passages(answer.body.scans), [
    [false, 'not_passed'],
    [true, 'not_passed'],
    [false, 'passed'],
    [false, null],
  ])
  const count = (await scans()).length
  assert.equal((await upload(rows)).status, 200)
  assert.equal((await scans()).length, count, 'uploading again changes nothing')
  assert.equal(await result(offline.barcode), 'admitted')
  assert.equal(await result(online.barcode), 'admitted')
})
