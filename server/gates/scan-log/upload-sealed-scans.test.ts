import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sealFor } from '../../../faces/scan/seal-code.ts'
import { openGround } from '../../../tests/builders/grounds.ts'
import { unique } from '../../../tests/builders/rows.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { DAY_MS } from '../../platform/values/durations.ts'

const house = await openHouse()
const club = await house.organisation()
const ground = await openGround(house, club)
const { eventId, gates, scan, ticket } = ground
const { clock } = house
const now = () => clock().getTime() / 1000

type Phone = { deviceId: number; key: string; codeKey: string }

/** A phone that is set up and has its list. */
async function newPhone(): Promise<Phone> {
  const { body } = await house.call('POST', '/v1/manage/devices', { key: club.key, body: { name: 'North 1' } })
  const { body: enrolled } = await house.call('POST', '/v1/gate/enrol', { body: { code: body.enrolment_code } })
  const { body: manifest } = await house.call('GET', `/v1/gate/events/${eventId}/manifest`, { key: enrolled.secret })
  return { deviceId: body.device_id, key: enrolled.secret, codeKey: manifest.code_key }
}

const revoke = ({ deviceId }: Phone, body: object = {}) =>
  house.call('POST', `/v1/manage/devices/${deviceId}/revoke`, { key: club.key, body })

/** Let in without a network, so many seconds ago. */
const admitted = (barcode: string, ago: number) => ({
  ...{ event_id: eventId, gate_id: gates[0], barcode, direction: 'entry', result: 'admitted' },
  ...{ nonce: unique('n'), scanned_at: now() - ago },
})

type Content = { key: string; scans: object[] }
const sealed = ({ deviceId, codeKey }: Phone, content: Content) =>
  sealFor(codeKey, ['scans', deviceId], JSON.stringify(content))

const offer = (deviceId: number, text: string, more: object = {}) =>
  house.call('POST', '/v1/gate/scans/sealed', {
    body: { org_id: club.orgId, device_id: deviceId, event_id: eventId, device_time: now(), sealed: text, ...more },
  })

test('what a revoked phone could not upload counts, as far as it was made before; offered again it is the same', async () => {
  const phone = await newPhone()
  const [before, after] = [await ticket(), await ticket()]
  await house.call('POST', '/v1/gate/device/clock', {
    key: phone.key,
    body: { device_time: now(), program_version: 'one', scans_waiting: 2 },
  })
  const early = admitted(before.barcode, 30)
  clock.advance(60_000)
  await revoke(phone)
  clock.advance(60_000)
  const text = await sealed(phone, { key: phone.key, scans: [early, admitted(after.barcode, 10)] })
  for (let time = 0; time < 2; time += 1) {
    const { status, body } = await offer(phone.deviceId, text)
    assert.deepEqual([status, body], [200, { taken: 1, refused: 1 }])
  }
  assert.equal((await scan(before.barcode)).body.result, 'already_used')
  assert.equal((await scan(after.barcode)).body.result, 'admitted')
  const { body: device } = await house.call('GET', `/v1/manage/devices/${phone.deviceId}`, { key: club.key })
  assert.equal(device.scans_waiting, 0)
})

test('a ticket that another gate let in meanwhile is a conflict, as with any upload', async () => {
  const phone = await newPhone()
  const { barcode, ticketId } = await ticket()
  const early = admitted(barcode, 0)
  clock.advance(10_000)
  assert.equal((await scan(barcode, { gate: 1 })).body.result, 'admitted')
  await revoke(phone)
  assert.equal((await offer(phone.deviceId, await sealed(phone, { key: phone.key, scans: [early] }))).body.taken, 1)
  const path = `/v1/manage/scan_conflicts?event_id=${eventId}&status=open`
  const { body } = await house.call('GET', path, { key: club.key })
  assert.equal(body.data.at(-1).ticket_id, ticketId)
})

test('nothing is taken from a phone that is lost, works still, was revoked long ago, or is another one', async () => {
  const phone = await newPhone()
  const other = await newPhone()
  const { barcode } = await ticket()
  const scans = [admitted(barcode, 5)]
  const text = await sealed(phone, { key: phone.key, scans })
  const refused = async (answer: ReturnType<typeof offer>) => {
    const { status, body } = await answer
    return [status, body.error?.param]
  }
  const no = [400, 'sealed']
  assert.deepEqual(await refused(offer(phone.deviceId, text)), no)
  await revoke(phone)
  await revoke(other)
  const swapped = text.slice(0, -1) + (text.endsWith('A') ? 'B' : 'A')
  assert.deepEqual(await refused(offer(phone.deviceId, swapped.replace(/.{4}$/, 'AAAA'))), no)
  assert.deepEqual(await refused(offer(other.deviceId, text)), no)
  const forged = await sealed(other, { key: phone.key, scans })
  assert.deepEqual(await refused(offer(other.deviceId, forged)), no)
  assert.deepEqual(await refused(offer(phone.deviceId, await sealed(phone, { key: 'gs_gk_live_guess', scans }))), no)
  const away = await house.organisation()
  assert.deepEqual(await refused(offer(phone.deviceId, text, { org_id: away.orgId })), no)
  clock.advance(8 * DAY_MS)
  assert.deepEqual(await refused(offer(phone.deviceId, text)), no)
  clock.advance(-8 * DAY_MS)
  await revoke(phone, { lost: true })
  assert.equal((await offer(phone.deviceId, text)).body.error.code, 'state_conflict')
  assert.deepEqual(await refused(offer(phone.deviceId, forged)), no)
  assert.equal((await scan(barcode)).body.result, 'admitted')
})

test('a lost phone that was found hands over what it has, on the word of a supervisor who is in the audit log', async () => {
  const phone = await newPhone()
  const { barcode } = await ticket()
  const text = await sealed(phone, { key: phone.key, scans: [admitted(barcode, 5)] })
  const find = () => house.call('POST', `/v1/manage/devices/${phone.deviceId}/find`, { key: club.key })
  assert.equal((await find()).body.error.code, 'state_conflict')
  await revoke(phone, { lost: true })
  assert.equal((await offer(phone.deviceId, text)).status, 409)
  const { body: device } = await find()
  assert.deepEqual([device.status, device.lost], ['revoked', false])
  assert.deepEqual((await offer(phone.deviceId, text)).body, { taken: 1, refused: 0 })
  assert.equal((await scan(barcode)).body.result, 'already_used')
  const { body: log } = await house.call('GET', '/v1/manage/audit_log?limit=2', { key: club.key })
  assert.ok(log.data.some(({ action }: { action: string }) => action === 'device.found'))
})

test('a phone whose device was set up on another one brings what it has by its former key', async () => {
  const phone = await newPhone()
  const { barcode } = await ticket()
  const early = admitted(barcode, 5)
  const path = `/v1/manage/devices/${phone.deviceId}/enrolment_code`
  const { body } = await house.call('POST', path, { key: club.key })
  await house.call('POST', '/v1/gate/enrol', { body: { code: body.enrolment_code } })
  const answer = await offer(phone.deviceId, await sealed(phone, { key: phone.key, scans: [early] }))
  assert.deepEqual(answer.body, { taken: 1, refused: 0 })
  assert.equal((await scan(barcode)).body.result, 'already_used')
})
