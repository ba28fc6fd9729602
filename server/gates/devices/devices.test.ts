import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGround } from '../../../tests/builders/grounds.ts'
import { addGate, addVenue } from '../../../tests/builders/venues.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { qrSvg } from '../../tickets/tickets/qr-code.ts'
import { enrolmentCode } from './enrol-device.ts'

const house = await openHouse()
const club = await house.organisation()
const manage = (method: string, path: string, body?: unknown) =>
  house.call(method, `/v1/manage/devices${path}`, { key: club.key, ...(body === undefined ? {} : { body }) })
const enrol = (code: string) => house.call('POST', '/v1/gate/enrol', { body: { code } })
const self = (key: string) => house.call('GET', '/v1/gate/device', { key })

test('a device is created, enrolled by its code and known by its key', async () => {
  const made = await manage('POST', '', { name: 'North 1' })
  assert.equal(made.status, 201, made.text)
  assert.equal(made.body.status, 'pending')
  // Any camera opens the link, and the scanner behind it takes the code.
  assert.match(made.body.enrolment_url, new RegExp(`/scan/#enrol=${made.body.enrolment_code}$`))
  assert.equal(made.body.enrolment_qr_svg, await qrSvg(made.body.enrolment_url))
  const { body, status } = await enrol(` ${made.body.enrolment_code.toLowerCase()} `)
  assert.equal(status, 201)
  assert.match(body.secret, /^gs_gk_test_/)
  const device = await self(body.secret)
  assert.equal(device.body.device_id, made.body.device_id)
  assert.equal(device.body.server_time, house.clock().getTime() / 1000)
  const enrolled = await manage('GET', `/${made.body.device_id}`)
  assert.equal(enrolled.body.status, 'enrolled')
  const seenAt = new Date('2030-03-16T10:00:00Z')
  await house.sql`
    update api_keys
    set last_used_at = ${seenAt}
    where org_id = ${club.orgId}
      and key_id = ${enrolled.body.key_id}`
  const seen = await manage('GET', `/${made.body.device_id}`)
  assert.equal(seen.body.last_seen_at, seenAt.getTime() / 1000)
})

test('a code works once: of twenty who use it at the same moment one gets a key', async () => {
  const { body } = await manage('POST', '', { name: 'North 2' })
  const answers = await Promise.all(Array.from({ length: 20 }, () => enrol(body.enrolment_code)))
  assert.equal(answers.filter(({ status }) => status === 201).length, 1)
  assert.equal(answers.filter(({ status }) => status === 400).length, 19)
})

test('a code runs out after a day, and a wrong one leaves nothing behind', async () => {
  const { body } = await manage('POST', '', { name: 'North 3' })
  const wrong = body.enrolment_code.replace(/.$/, (last: string) => (last === '0' ? '1' : '0'))
  assert.equal((await enrol(wrong)).body.error.param, 'code')
  const guess = await house.call('POST', '/v1/gate/enrol', {
    body: { code: `${club.orgId + 1_000_000}-${body.enrolment_code.split('-')[1]}` },
    headers: { 'idempotency-key': 'guess' },
  })
  assert.equal(guess.status, 400)
  house.clock.advance(24 * 3_600_000)
  assert.equal((await enrol(body.enrolment_code)).status, 400)
  const [row] = await house.sql<{ rows: number }[]>`select count(*)::integer as rows from idempotency_keys`
  assert.equal(row?.rows, 0)
})

test('who has no code neither learns of nor adds to the answers that an organisation keeps', async () => {
  const headers = { 'idempotency-key': 'till-7' }
  const call = { key: club.key, body: { first_name: 'Ada' }, headers }
  assert.equal((await house.call('POST', '/v1/manage/customers', call)).status, 201)
  const kept = () => house.sql`select idempotency_key from idempotency_keys where org_id = ${club.orgId}`
  const before = await kept()
  for (const key of ['till-7', 'till-8']) {
    const guess = await house.call('POST', '/v1/gate/enrol', {
      body: { code: enrolmentCode(club.orgId) },
      headers: { 'idempotency-key': key },
    })
    assert.deepEqual([guess.status, guess.body.error.param], [400, 'code'], key)
  }
  assert.deepEqual(await kept(), before)
})

test('a device whose answer was lost asks once more with its code and its key', async () => {
  const { body } = await manage('POST', '', { name: 'North 9' })
  const ask = () =>
    house.call('POST', '/v1/gate/enrol', {
      body: { code: body.enrolment_code },
      headers: { 'idempotency-key': 'enrol-north-9' },
    })
  const [first, again] = [await ask(), await ask()]
  assert.deepEqual([first.status, again.status, again.body.secret], [201, 201, first.body.secret])
  assert.equal((await enrol(body.enrolment_code)).status, 400)
})

test('the code is nowhere at rest, neither in the device nor in the audit log', async () => {
  const { body } = await manage('POST', '', { name: 'North 4' })
  const secret = body.enrolment_code.split('-')[1]
  const rows = await house.sql<{ text: string }[]>`
    select t::text as text
    from devices t
    where org_id = ${club.orgId}
    union all
    select t::text
    from audit_log t
    where org_id = ${club.orgId}`
  assert.equal(rows.filter(({ text }) => text.includes(secret)).length, 0)
})

test('a new code gives the same device another key, and the old key stops', async () => {
  const made = await manage('POST', '', { name: 'South' })
  const first = await enrol(made.body.enrolment_code)
  const renewed = await manage('POST', `/${made.body.device_id}/enrolment_code`)
  assert.equal(renewed.status, 201, renewed.text)
  assert.equal((await self(first.body.secret)).status, 200)
  const second = await enrol(renewed.body.enrolment_code)
  assert.equal(second.body.device_id, made.body.device_id)
  house.clock.advance(5000)
  assert.equal((await self(first.body.secret)).body.error.code, 'api_key_revoked')
  assert.equal((await self(second.body.secret)).status, 200)
})

test('a revoked device can neither scan nor enrol, and stays revoked', async () => {
  const made = await manage('POST', '', { name: 'East' })
  const { body } = await enrol(made.body.enrolment_code)
  const renewed = await manage('POST', `/${made.body.device_id}/enrolment_code`)
  assert.equal((await manage('POST', `/${made.body.device_id}/revoke`)).body.status, 'revoked')
  house.clock.advance(5000)
  assert.equal((await self(body.secret)).body.error.code, 'api_key_revoked')
  assert.equal((await enrol(renewed.body.enrolment_code)).status, 400)
  assert.equal((await manage('POST', `/${made.body.device_id}/enrolment_code`)).body.error.code, 'state_conflict')
})

test('a gate key that was issued by hand is a device from its first call on', async () => {
  const key = await house.key(club.orgId, { kind: 'gk', name: 'Turnstile' })
  const [one, two] = await Promise.all([self(key), self(key)])
  assert.equal(one?.body.name, 'Turnstile')
  assert.equal(one?.body.device_id, two?.body.device_id)
  const sampled = await house.call('POST', '/v1/gate/device/clock', {
    key,
    body: { device_time: house.clock().getTime() / 1000 - 1.5 },
  })
  assert.equal(sampled.body.clock_skew_ms, -1500)
})

test('a gate key is not rolled, so no key outlives the device or escapes its gates', async () => {
  const made = await manage('POST', '', { name: 'West' })
  await enrol(made.body.enrolment_code)
  const { body } = await manage('GET', `/${made.body.device_id}`)
  const rolled = await house.call('POST', `/v1/manage/api_keys/${body.key_id}/roll`, { key: club.key })
  assert.equal(rolled.status, 409, rolled.text)
  assert.equal(rolled.body.error.code, 'state_conflict')
  assert.match(rolled.body.error.message, /enrolment code/)
})

test('during an event a turnstile that reports nothing is silent once its key was not used for two minutes', async () => {
  await openGround(house, club)
  const { body: device } = await manage('POST', '', { name: 'Turnstile' })
  await enrol(device.enrolment_code)
  const heard = (ago: number) => house.sql`
    update api_keys k
    set last_used_at = ${new Date(house.clock().getTime() - ago * 1000)}
    from devices d
    where d.org_id = ${club.orgId}
      and d.device_id = ${device.device_id}
      and k.org_id = d.org_id
      and k.key_id = d.key_id`
  const alarms = async () => (await manage('GET', `/${device.device_id}`)).body.alarms
  await heard(100)
  assert.deepEqual(await alarms(), [])
  await heard(130)
  assert.deepEqual(await alarms(), ['silent'])
  // Its gates are at another place, where nothing is on.
  const gateId = await addGate(house, club, await addVenue(house, club))
  await manage('PATCH', `/${device.device_id}`, { gate_ids: [gateId] })
  assert.deepEqual(await alarms(), [])
})
