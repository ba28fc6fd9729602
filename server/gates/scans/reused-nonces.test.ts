import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGround, uploader } from '../../../tests/builders/grounds.ts'
import { unique } from '../../../tests/builders/rows.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { memberAdmissions, ticketAdmissions } from '../../operator/audit/admissions.ts'

const house = await openHouse()
const club = await house.organisation()
const ground = await openGround(house, club)
const { sql } = house
const { orgId } = club
const upload = uploader(ground)

/** A device of its own, so that its alarms are those of one test. */
async function controller() {
  const key = await house.key(orgId, { kind: 'gk' })
  const { body } = await house.call('GET', '/v1/gate/device', { key })
  const device = async () =>
    (await house.call('GET', `/v1/manage/devices/${body.device_id}`, { key: club.key })).body as {
      alarms: string[]
      nonces_reused: number
      nonce_reused_at: number | null
    }
  return { key, device }
}

const entriesOf = async (ticketId: number) => {
  const [row] = await sql<{ entries: number }[]>`
    select entries
    from ticket_admissions
    where org_id = ${orgId}
      and ticket_id = ${ticketId}`
  return row?.entries ?? 0
}

const scansOf = async (ticketId: number) => {
  const [row] = await sql<{ scans: number }[]>`
    select count(*)::integer as scans
    from scans
    where org_id = ${orgId}
      and ticket_id = ${ticketId}`
  return row?.scans ?? 0
}

test('a nonce of another scan opens for no one: with another barcode, event, gate or direction it is refused', async () => {
  const { key, device } = await controller()
  const [first, other] = [await ground.ticket(2), await ground.ticket(2)]
  const nonce = 'rr1'
  const admitted = await ground.scan(first.barcode, { key, nonce })
  assert.equal(admitted.body.result, 'admitted')
  assert.deepEqual((await device()).alarms, [])
  const eventId = await ground.openEvent()
  const reuses = [
    await ground.scan('GARBAGE', { key, nonce }),
    await ground.scan(other.barcode, { key, nonce }),
    await ground.scan(first.barcode, { key, nonce, eventId }),
    await ground.scan(first.barcode, { key, nonce, gate: 1 }),
    await ground.scan(first.barcode, { key, nonce, direction: 'exit' }),
  ]
  for (const { status, body } of reuses) {
    assert.deepEqual([status, body.error.code, body.error.param], [409, 'nonce_reused', 'nonce'])
    assert.equal(body.error.scan_id, admitted.body.scan_id)
  }
  assert.match(reuses[1]?.body.error.message, /another barcode/)
  assert.deepEqual([await scansOf(first.ticketId), await scansOf(other.ticketId)], [1, 0])
  const { alarms, nonces_reused, nonce_reused_at } = await device()
  assert.deepEqual([alarms, nonces_reused], [['nonce'], reuses.length])
  assert.equal(nonce_reused_at, Math.floor(house.clock().getTime() / 1000))
  const again = await ground.scan(first.barcode, { key, nonce })
  assert.deepEqual(again.body, admitted.body)
  assert.equal(await ground.result(other.barcode, { key }), 'admitted')
})

test('a live code under the nonce of its picture is another scan', async () => {
  const { key } = await controller()
  const { barcode } = await ground.ticket()
  const nonce = unique('n')
  assert.equal((await ground.scan(`${barcode}X`, { key, nonce })).body.result, 'unknown')
  assert.equal((await ground.scan(barcode, { key, nonce })).status, 409)
})

test('a holder whom a steward found is the same scan by the same number, and another by another', async () => {
  const { key } = await controller()
  const [first, other] = [await ground.ticket(), await ground.ticket()]
  const rest = { event_id: ground.eventId, gate_id: ground.gates[0], direction: 'entry', nonce: unique('n') }
  const scan = (whose: object) => house.call('POST', '/v1/gate/scans', { key, body: { ...rest, ...whose } })
  const admitted = await scan({ ticket_id: first.ticketId })
  assert.equal(admitted.body.result, 'admitted', admitted.text)
  assert.deepEqual((await scan({ ticket_id: first.ticketId })).body, admitted.body)
  assert.equal((await scan({ ticket_id: other.ticketId })).body.error.code, 'nonce_reused')
})

test('two scans at once under one nonce: one is decided, the other refused, also with an Idempotency-Key', async () => {
  for (const headers of [{}, { 'idempotency-key': unique('key') }]) {
    const { key, device } = await controller()
    const tickets = [await ground.ticket(), await ground.ticket()]
    const nonce = unique('n')
    const rest = { event_id: ground.eventId, gate_id: ground.gates[0], direction: 'entry', nonce }
    const answers = await Promise.all(
      tickets.map(({ barcode }, index) => {
        const sentHeaders = index === 0 ? headers : {}
        return house.call('POST', '/v1/gate/scans', { key, body: { ...rest, barcode }, headers: sentHeaders })
      }),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
    const entries = await Promise.all(tickets.map(({ ticketId }) => entriesOf(ticketId)))
    assert.deepEqual(entries.sort(), [0, 1])
    assert.equal((await device()).nonces_reused, 1)
  }
})

test('a refusal with an Idempotency-Key raises the alarm too', async () => {
  const { key, device } = await controller()
  const { barcode } = await ground.ticket()
  const nonce = unique('n')
  await ground.scan(barcode, { key, nonce })
  const body = { event_id: ground.eventId, gate_id: ground.gates[0], direction: 'entry', nonce, barcode: 'OTHER' }
  const headers = { 'idempotency-key': unique('key') }
  const refused = await house.call('POST', '/v1/gate/scans', { key, body, headers })
  assert.equal(refused.body.error.code, 'nonce_reused')
  assert.deepEqual((await device()).alarms, ['nonce'])
})

test('in an upload one nonce may be two scans: both are in the log, once, however often it is sent', async () => {
  const { key, device } = await controller()
  const [one, two] = [await ground.ticket(), await ground.ticket()]
  const nonce = unique('n')
  const scans = [one, two].map(({ barcode }, index) => ({ barcode, nonce, ago: 60 - index }))
  const first = await upload(scans, { key })
  assert.equal(first.status, 200, first.text)
  type Row = { nonce: string; scan_id: number; result: string; repeated: boolean; nonce_reused: boolean }
  const rows: Row[] = first.body.scans
  assert.deepEqual(
    rows.map(({ result, nonce_reused, repeated }) => [result, nonce_reused, repeated]),
    [
      ['admitted', false, false],
      ['admitted', true, false],
    ],
  )
  assert.deepEqual(new Set(rows.map((row) => row.nonce)), new Set([nonce]))
  assert.deepEqual([await entriesOf(one.ticketId), await entriesOf(two.ticketId)], [1, 1])
  assert.deepEqual([(await device()).alarms, (await device()).nonces_reused], [['nonce'], 1])
  const again = await upload(scans.toReversed(), { key })
  assert.deepEqual(
    again.body.scans.toReversed(),
    rows.map((row) => ({ ...row, repeated: true })),
  )
  assert.deepEqual([await scansOf(one.ticketId), await scansOf(two.ticketId)], [1, 1])
  assert.equal((await device()).nonces_reused, 1)
})

test('what was decided online keeps its nonce, and an upload under it is recorded beside it', async () => {
  const { key } = await controller()
  const [one, two] = [await ground.ticket(), await ground.ticket()]
  const nonce = unique('n')
  assert.equal(await ground.result(one.barcode, { key, nonce }), 'admitted')
  const { body } = await upload([{ barcode: two.barcode, nonce, ago: 5 }], { key })
  assert.deepEqual([body.scans[0].result, body.scans[0].nonce_reused], ['admitted', true])
  assert.equal(await entriesOf(two.ticketId), 1)
  assert.equal(await ground.result(one.barcode, { key, nonce }), 'admitted')
  assert.equal((await ground.scan(two.barcode, { key, nonce })).status, 409)
})

test('a second admission under a reused nonce is a conflict, also where the service had said no', async () => {
  const { key } = await controller()
  const { barcode, ticketId } = await ground.ticket()
  const nonce = unique('n')
  await ground.scan(barcode, { key })
  await ground.scan('OTHER', { key, nonce })
  const passes = [
    { barcode, nonce, ago: 0, result: 'already_used' },
    { barcode, nonce, ago: 0 },
  ]
  for (const pass of passes) assert.equal((await upload([pass], { key })).status, 200)
  const again = await upload(passes, { key })
  assert.deepEqual(
    again.body.scans.map(({ result, repeated }: { result: string; repeated: boolean }) => [result, repeated]),
    [['admitted', true]],
  )
  assert.equal(await entriesOf(ticketId), 2)
  const [row] = await sql<{ conflicts: number }[]>`
    select count(*)::integer as conflicts
    from scan_conflicts c
    join scans s on s.org_id = c.org_id and s.scan_id = c.second_scan_id
    where c.org_id = ${orgId}
      and s.ticket_id = ${ticketId}`
  assert.equal(row?.conflicts, 1)
})

test('the names of the service are not a device’s, and the longest nonce may be reused', async () => {
  const { key } = await controller()
  const squat = await ground.scan('X', { key, nonce: 'reused:abc:n' })
  assert.equal(squat.status, 400)
  const [one, two] = [await ground.ticket(), await ground.ticket()]
  const nonce = unique('n').padEnd(64, 'x')
  await upload([{ barcode: one.barcode, nonce, ago: 9 }], { key })
  const { body, text } = await upload([{ barcode: two.barcode, nonce, ago: 5 }], { key })
  assert.equal(body.scans?.[0].nonce_reused, true, text)
})

test('the alarm ends an hour after the last one', async () => {
  const { key, device } = await controller()
  const nonce = unique('n')
  await ground.scan('A', { key, nonce })
  await ground.scan('B', { key, nonce })
  assert.deepEqual((await device()).alarms, ['nonce'])
  house.clock.advance(3_601_000)
  assert.equal((await device()).alarms.includes('nonce'), false)
})

test('the books agree after all of it', async () => {
  assert.deepEqual([...(await ticketAdmissions(orgId, sql)), ...(await memberAdmissions(orgId, sql))], [])
})
