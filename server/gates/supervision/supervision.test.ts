import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGround } from '../../../tests/builders/grounds.ts'
import { unique } from '../../../tests/builders/rows.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const ground = await openGround(house, club)
const { eventId, gates, keys } = ground
const manage = (method: string, path: string, body?: object) =>
  house.call(method, `/v1/manage${path}`, { key: club.key, ...(body ? { body } : {}) })

test('a gate that is closed sends people to another one, keeps nobody in, and opens again', async () => {
  const { barcode } = await ground.ticket(2)
  assert.equal(await ground.result(barcode), 'admitted')
  assert.equal((await manage('POST', `/gates/${gates[0]}/close`)).body.closed, true)
  assert.equal(await ground.result(barcode, { direction: 'exit' }), 'exit')
  assert.equal(await ground.result(barcode), 'wrong_gate')
  const { body } = await house.call('GET', `/v1/gate/events/${eventId}/manifest`, { key: keys[0] })
  const open = (gateId: number) => body.gates.find(({ gate_id }: { gate_id: number }) => gate_id === gateId).open
  assert.deepEqual([open(gates[0]), open(gates[1])], [false, true])
  assert.equal((await manage('POST', `/gates/${gates[0]}/open`)).body.closed, false)
  assert.equal(await ground.result(barcode), 'admitted')
})

test('a scanner reports how it is doing, and hears what all stewards are told', async () => {
  const device_time = house.clock().getTime() / 1000
  const report = { program_version: 'AB12CD34', battery_percent: 41, scans_waiting: 12, event_id: eventId }
  const say = () => house.call('POST', '/v1/gate/device/clock', { key: keys[0], body: { device_time, ...report } })
  const first = await say()
  assert.equal(first.body.message, null)
  const { body: device } = await manage('GET', `/devices/${first.body.device_id}`)
  assert.deepEqual([device.battery_percent, device.scans_waiting, device.program_version], [41, 12, 'AB12CD34'])
  await manage('POST', `/events/${eventId}/steward_messages`, { text: 'Rain: let them in early.' })
  await manage('POST', `/events/${eventId}/steward_messages`, { text: 'South is full: send them north.' })
  assert.equal((await say()).body.message, 'South is full: send them north.')
})

test('with the supervisor’s code a second admission is on record and no conflict; with a wrong one it is a conflict', async () => {
  const { body } = await manage('GET', `/events/${eventId}/supervisor_code`)
  assert.match(body.code, /^[0-9]{6}$/)
  const wrong = String((Number(body.code) + 1) % 1_000_000).padStart(6, '0')
  const now = house.clock().getTime() / 1000
  for (const [supervisor_code, conflicts] of [
    [body.code, 0],
    [wrong, 1],
  ] as const) {
    const { barcode } = await ground.ticket(1)
    assert.equal(await ground.result(barcode), 'admitted')
    const scan = { event_id: eventId, gate_id: gates[0], barcode, direction: 'entry', result: 'admitted' }
    const override = { override_reason: 'Left for the doctor', supervisor_code }
    const scans = [{ ...scan, ...override, nonce: unique('nonce'), scanned_at: now }]
    const upload = await house.call('POST', '/v1/gate/scans/batch', { key: keys[0], body: { device_time: now, scans } })
    assert.equal(upload.body.scans[0].result, 'admitted', upload.text)
    const found = (await manage('GET', `/scan_conflicts?event_id=${eventId}&status=open`)).body.data
    assert.equal(found.filter((conflict: { barcode: string }) => conflict.barcode === barcode).length, conflicts)
  }
  const log = (await manage('GET', '/audit_log')).body.data
  const [entry, ...more] = log.filter(({ action }: { action: string }) => action === 'scan.overridden')
  assert.deepEqual([entry.after, more], [{ reason: 'Left for the doctor' }, []])
})

test('a scanner can check the supervisor’s code without a network', async () => {
  const { code } = (await manage('GET', `/events/${eventId}/supervisor_code`)).body
  const { supervisor } = (await house.call('GET', `/v1/gate/events/${eventId}/manifest`, { key: keys[0] })).body
  const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'))
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(code), 'PBKDF2', false, ['deriveBits'])
  const { salt, iterations, hash } = supervisor
  const derived = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt: bytes(salt), iterations },
    key,
    256,
  )
  assert.equal(Buffer.from(derived).toString('base64url'), hash)
})
