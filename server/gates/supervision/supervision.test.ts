import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sealCode } from '../../../faces/scan/seal-code.ts'
import { fingerprint } from '../../../faces/scan/webcrypto.ts'
import { openGround } from '../../../tests/builders/grounds.ts'
import { unique } from '../../../tests/builders/rows.ts'
import { addStaff } from '../../../tests/builders/staff.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import type { StaffRole } from '../../access/roles.ts'
import { checkDigit, isWellTyped } from '../rules/check-digit.ts'
import { hashedLeaveCode } from '../rules/leave-code.ts'

const house = await openHouse()
const club = await house.organisation()
const ground = await openGround(house, club)
const { eventId, gates, keys } = ground
const manage = (method: string, path: string, body?: object) =>
  house.call(method, `/v1/manage${path}`, { key: club.key, ...(body ? { body } : {}) })

test('a gate that is closed sends people to another one, keeps no fan in, and opens again', async () => {
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
  assert.deepEqual(device.alarms, [])
  await manage('POST', `/events/${eventId}/steward_messages`, { text: 'Rain: let them in early.' })
  await manage('POST', `/events/${eventId}/steward_messages`, { text: 'South is full: send them north.' })
  assert.equal((await say()).body.message, 'South is full: send them north.')
})

test('a message ends when its author said, and a recalled one is gone, also from the live figures', async () => {
  const device_time = house.clock().getTime() / 1000
  const report = { device_time, program_version: 'AB12CD34', event_id: eventId }
  const messageNow = async () => {
    const { body } = await house.call('POST', '/v1/gate/device/clock', { key: keys[0], body: report })
    const { text } = await house.call('GET', `/v1/manage/events/${eventId}/live?frames=1`, { key: club.key })
    const figures = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '{}')
    assert.equal(figures.message?.text ?? null, body.message)
    return body.message
  }
  const path = `/events/${eventId}/steward_messages`
  await manage('POST', path, { text: 'Over already.', ends_at: Math.floor(device_time) - 1 })
  assert.equal(await messageNow(), null)
  const { body } = await manage('POST', path, { text: 'Use the south.', ends_at: Math.floor(device_time) + 3600 })
  assert.equal(await messageNow(), 'Use the south.')
  const recalled = await manage('POST', `${path}/${body.steward_message_id}/recall`)
  assert.equal(typeof recalled.body.recalled_at, 'number', recalled.text)
  assert.equal(await messageNow(), null)
})

test('what is wrong with a scanner is an alarm, the worst first; another organisation’s gate is none of its', async () => {
  const away = await openGround(house, await house.organisation())
  const now = house.clock().getTime() / 1000
  const report = { program_version: 'AB12CD34', scans_waiting: 3, scans_aside: 2, waiting_seconds: 75 }
  const state = { list_as_of: Math.floor(now) - 600, storage_percent: 97, battery_percent: 3 }
  const say = async (gate_id: number) => {
    const body = { device_time: now + 60, ...report, ...state, gate_id }
    const { body: gateDevice } = await house.call('POST', '/v1/gate/device/clock', { key: keys[1], body })
    return (await manage('GET', `/devices/${gateDevice.device_id}`)).body
  }
  const device = await say(gates[1])
  assert.deepEqual(device.alarms, ['aside', 'stuck', 'disk', 'list', 'clock', 'battery'])
  assert.deepEqual([device.gate_id, device.scans_aside, device.waiting_seconds], [gates[1], 2, 75])
  assert.equal((await say(away.gates[0])).gate_id, null)
  const { body: revoked } = await manage('POST', `/devices/${device.device_id}/revoke`)
  assert.deepEqual(revoked.alarms, ['lost'])
})

test('the supervisor’s code is for those who manage the gates; a role that only looks on is not told', async () => {
  const ask = async (role: StaffRole) => {
    const { headers } = await addStaff(house, club, { role })
    const { status, body } = await house.call('GET', `/v1/manage/events/${eventId}/supervisor_code`, { headers })
    return [status, body.error?.code ?? body.code.length]
  }
  assert.deepEqual(await ask('gates'), [200, 7])
  assert.deepEqual(await ask('manager'), [200, 7])
  assert.deepEqual(await ask('reader'), [403, 'scope_missing'])
  assert.deepEqual(await ask('box_office'), [403, 'scope_missing'])
})

/** Another code that looks like one: its last digit fits. */
const otherCode = (code: string) => {
  const digits = String((Number(code.slice(0, -1)) + 1) % 1_000_000).padStart(6, '0')
  return digits + checkDigit(digits)
}

type SealFor = (nonce: string) => Promise<string>

/** Of a ticket that was let in before: without a supervisor's word it is a conflict. */
async function uploadOverride(code: string | SealFor, key: string) {
  const { barcode } = await ground.ticket(1)
  assert.equal(await ground.result(barcode), 'admitted')
  const now = house.clock().getTime() / 1000
  const scan = { event_id: eventId, gate_id: gates[0], barcode, direction: 'entry', result: 'admitted' }
  const nonce = unique('nonce')
  const typed = typeof code === 'string' ? { supervisor_code: code } : { sealed_code: await code(nonce) }
  const override = { override_reason: 'Left for the doctor', ...typed }
  const scans = [{ ...scan, ...override, nonce, scanned_at: now }]
  const send = () => house.call('POST', '/v1/gate/scans/batch', { key, body: { device_time: now, scans } })
  const upload = await send()
  assert.equal(upload.body.scans[0].result, 'admitted', upload.text)
  const found = (await manage('GET', `/scan_conflicts?event_id=${eventId}&status=open`)).body.data
  const isConflict = found.some((conflict: { barcode: string }) => conflict.barcode === barcode)
  return { isConflict, send }
}

const check = async (code: string, key: string) => {
  const path = `/v1/gate/events/${eventId}/supervisor_code/check`
  const { body } = await house.call('POST', path, { key, body: { code } })
  return [body.right, body.tries_left]
}

const gateKey = () => house.key(club.orgId, { kind: 'gk' })

test('with the supervisor’s code a second admission is on record and no conflict; with a wrong one it is both', async () => {
  const { code } = (await manage('GET', `/events/${eventId}/supervisor_code`)).body
  assert.match(code, /^[0-9]{7}$/)
  assert.ok(isWellTyped(code))
  const key = await gateKey()
  assert.equal((await uploadOverride(code, key)).isConflict, false)
  assert.equal((await uploadOverride(otherCode(code), key)).isConflict, true)
  const log = (await manage('GET', '/audit_log')).body.data
  const overrides = log.filter(({ action }: { action: string }) => action.startsWith('scan.over'))
  const reason = 'Left for the doctor'
  assert.deepEqual(
    overrides.map(({ action, after }: { action: string; after: object }) => [action, after]),
    [
      ['scan.override_refused', { reason }],
      ['scan.overridden', { reason }],
    ],
  )
})

test('a scanner keeps a code that it cannot read, good for one scan of its own, and the service opens it', async () => {
  const { code } = (await manage('GET', `/events/${eventId}/supervisor_code`)).body
  const [key, otherKey] = [await gateKey(), await gateKey()]
  const deviceOf = async (gk: string) => {
    const device_time = house.clock().getTime() / 1000
    const { body } = await house.call('POST', '/v1/gate/device/clock', { key: gk, body: { device_time } })
    return body.device_id as number
  }
  const [deviceId, otherId] = [await deviceOf(key), await deviceOf(otherKey)]
  const { code_key } = (await house.call('GET', `/v1/gate/events/${eventId}/manifest`, { key })).body
  const sealed = (device: number, typed: string) => (nonce: string) => sealCode(code_key, device, nonce, typed)
  assert.equal((await sealed(deviceId, code)('n1')).includes(code), false)
  assert.notEqual(await sealed(deviceId, code)('n1'), await sealed(deviceId, code)('n1'))
  const outcomes = []
  for (const sealFor of [
    sealed(deviceId, code),
    sealed(deviceId, otherCode(code)),
    sealed(otherId, code),
    () => sealed(deviceId, code)('another scan'),
    async () => 'no such thing',
  ]) {
    outcomes.push((await uploadOverride(sealFor, key)).isConflict)
    // A right one forgives the wrong ones before it.
    await check(code, key)
  }
  assert.deepEqual(outcomes, [false, true, true, true, true])
})

test('a scanner has nothing that the supervisor’s code could be tried against', async () => {
  const { code } = (await manage('GET', `/events/${eventId}/supervisor_code`)).body
  const manifest = await house.call('GET', `/v1/gate/events/${eventId}/manifest`, { key: keys[0] })
  assert.deepEqual([manifest.text.includes('supervisor'), manifest.text.includes(code)], [false, false])
})

test('after five wrong codes a scanner has to wait, and then a right one counts as little as a wrong one', async () => {
  const { code } = (await manage('GET', `/events/${eventId}/supervisor_code`)).body
  const [thief, other] = [await gateKey(), await gateKey()]
  assert.deepEqual(await check(otherCode(code), thief), [false, 4])
  assert.deepEqual(await check(code, thief), [true, 5])
  const refused = await uploadOverride(otherCode(code), thief)
  await refused.send()
  const tries = []
  for (let time = 0; time < 5; time += 1) tries.push(await check(otherCode(code), thief))
  // One that was uploaded counts, and once.
  assert.deepEqual(tries, [
    [false, 3],
    [false, 2],
    [false, 1],
    [false, 0],
    [false, 0],
  ])
  assert.deepEqual(await check(code, thief), [false, 0])
  assert.equal((await uploadOverride(code, thief)).isConflict, true)
  assert.deepEqual(await check(code, other), [true, 5])
  house.clock.advance(15 * 60_000)
  assert.deepEqual(await check(code, thief), [true, 5])
})

test('a code of letters that take more bytes than digits is wrong, and holds up no upload', async () => {
  const key = await gateKey()
  assert.deepEqual(await check('é234567', key), [false, 4])
  assert.equal((await uploadOverride('€€€€€€€', key)).isConflict, true)
  assert.deepEqual(await check('日本語日本語日', key), [false, 2])
})

test('guesses that come at the same time are counted each', async () => {
  const { code } = (await manage('GET', `/events/${eventId}/supervisor_code`)).body
  const key = await gateKey()
  const guesses = await Promise.all(Array.from({ length: 12 }, () => check(otherCode(code), key)))
  assert.deepEqual(guesses.map(([, left]) => left).toSorted(), [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4])
  assert.deepEqual(await check(code, key), [false, 0])
})

test('a scanner knows the long code of the day and of the next by its hash, and nothing else of it', async () => {
  const path = `/v1/manage/events/${eventId}/supervisor_code`
  const { body } = await house.call('GET', path, { key: club.key })
  assert.match(body.leave_code, /^([0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}$/)
  const { body: manifest, text } = await house.call('GET', `/v1/gate/events/${eventId}/manifest`, { key: keys[0] })
  const typed = body.leave_code.toLowerCase().replaceAll('-', ' ')
  assert.equal(manifest.leave_code_hashes[0], await fingerprint(hashedLeaveCode(String(eventId), typed)))
  assert.equal(new Set(manifest.leave_code_hashes).size, 2)
  assert.ok(!text.includes(body.leave_code.replaceAll('-', '')))
})
