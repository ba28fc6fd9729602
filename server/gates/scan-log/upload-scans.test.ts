import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGround, uploader } from '../../../tests/builders/grounds.ts'
import { NOTHING, unique } from '../../../tests/builders/rows.ts'
import { awaitedLock, whileUncommitted } from '../../../tests/harness/awaited-lock.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const ground = await openGround(house, club)
const { sql, clock } = house
const { orgId } = club
const { gates, keys } = ground
const now = () => clock().getTime() / 1000
const upload = uploader(ground)

const admission = async (ticketId: number) => {
  const [row] = await sql<{ entries: number; exits: number; inside: boolean }[]>`
    select entries, exits, inside
    from ticket_admissions
    where org_id = ${orgId}
      and ticket_id = ${ticketId}`
  return row && { ...row }
}

const conflicts = async (ticketId: number) =>
  sql<{ first: string | null; second: string; status: string }[]>`
    select a.nonce as first, b.nonce as second, c.scan_conflict_status as status
    from scan_conflicts c
    left join scans a on a.org_id = c.org_id and a.scan_id = c.first_scan_id
    join scans b on b.org_id = c.org_id and b.scan_id = c.second_scan_id
    where c.org_id = ${orgId}
      and b.ticket_id = ${ticketId}
    order by b.nonce`.then((rows) => rows.map((row) => ({ ...row })))

test('what two gates admitted offline becomes a conflict, with its message; uploading again changes nothing', async () => {
  const { barcode, ticketId } = await ground.ticket()
  const [one, two] = [unique('a'), unique('b')]
  const first = await upload([{ barcode, nonce: one, ago: 60 }])
  assert.equal(first.status, 200, first.text)
  assert.deepEqual(await conflicts(ticketId), [])
  const second = await upload([{ barcode, nonce: two, ago: 30, gate: 1 }], { key: keys[1] })
  assert.equal(second.body.scans[0].result, 'admitted')
  assert.deepEqual(await conflicts(ticketId), [{ first: one, second: two, status: 'open' }])
  const again = await upload([{ barcode, nonce: two, ago: 30, gate: 1 }], { key: keys[1] })
  assert.deepEqual(again.body.scans, [{ ...second.body.scans[0], repeated: true }])
  assert.deepEqual(await admission(ticketId), { entries: 2, exits: 0, inside: true })
  const messages = await sql<{ payload: { data: { scan_conflict: Record<string, { gate_id: number }> } } }[]>`
    select payload::json as payload
    from webhook_messages
    where org_id = ${orgId}
      and type = 'scan.conflict'`
  assert.equal(messages.length, 1)
  const { first: a, second: b } = messages[0]?.payload.data.scan_conflict ?? {}
  assert.deepEqual([a?.gate_id, b?.gate_id], [gates[0], gates[1]])
})

test('an upload takes the tickets in their order, those that were scanned before and those that were not, and no live scan is in its way', async () => {
  const [known, fresh] = [await ground.ticket(), await ground.ticket()]
  assert.ok(known.ticketId < fresh.ticketId)
  await upload([{ barcode: known.barcode, nonce: unique('before'), ago: 90 }])
  let waiting: ReturnType<typeof upload> | undefined
  await sql.begin(async (tx) => {
    await tx`
      select 1
      from ticket_admissions
      where org_id = ${orgId}
        and ticket_id = ${known.ticketId}
      for update`
    waiting = upload(
      [fresh, known].map(({ barcode }) => ({ barcode, nonce: unique('piece'), ago: 60 })),
      { key: keys[1] },
    )
    await awaitedLock(sql)
    // It waits for the first, and so has not made the second: another who has the first can go on to it.
    await tx`
      insert into ticket_admissions (org_id, ticket_id)
      values (${orgId}, ${fresh.ticketId})`
  })
  assert.equal((await waiting)?.status, 200)
  assert.deepEqual(await admission(fresh.ticketId), { entries: 1, exits: 0, inside: true })
})

test('a scan that arrives late can show an earlier first admission, or that there was no conflict', async () => {
  const { barcode, ticketId } = await ground.ticket(2)
  const [one, two, out, zero] = [unique('a'), unique('b'), unique('c'), unique('d')]
  await upload([
    { barcode, nonce: one, ago: 60 },
    { barcode, nonce: two, ago: 30 },
  ])
  assert.deepEqual(await conflicts(ticketId), [{ first: one, second: two, status: 'open' }])
  await upload([{ barcode, nonce: out, ago: 40, direction: 'exit', result: 'exit' }], { key: keys[1] })
  assert.deepEqual(await conflicts(ticketId), [{ first: one, second: two, status: 'withdrawn' }])
  await upload([{ barcode, nonce: zero, ago: 90 }], { key: keys[1] })
  assert.deepEqual(
    (await conflicts(ticketId)).filter(({ status }) => status === 'open'),
    [{ first: zero, second: one, status: 'open' }],
  )
})

test('a clock that is wrong is put right, so the order is that of the gates and not of the clocks', async () => {
  const { barcode, ticketId } = await ground.ticket(2)
  const [enter, leave] = [unique('a'), unique('b')]
  const ahead = { key: keys[1], skew: 7200 }
  const { body } = await upload([{ barcode, nonce: enter, ago: 60 }], ahead)
  assert.equal(body.clock_skew_ms, 7_200_000)
  await upload([{ barcode, nonce: leave, ago: 30, direction: 'exit', result: 'exit' }])
  assert.deepEqual(await admission(ticketId), { entries: 1, exits: 1, inside: false })
  const device = await house.call('GET', '/v1/gate/device', { key: keys[1] })
  assert.equal(device.body.clock_skew_ms, 7_200_000)
})

test('an offline admission counts for the gates that are online, and keeps what the fan was told', async () => {
  const { barcode } = await ground.ticket()
  await upload([{ barcode, nonce: unique('a'), ago: 5 }])
  assert.equal(await ground.result(barcode), 'already_used')
  const cancelled = await ground.ticket(1, { ticket_status_id: 2 })
  const { body } = await upload([{ barcode: cancelled.barcode, nonce: unique('a'), ago: 5 }])
  assert.equal(body.scans[0].result, 'admitted')
})

test('an admission of an unknown barcode is recorded as unknown', async () => {
  const { body } = await upload([{ barcode: unique('nobody'), nonce: unique('a'), ago: 5 }])
  assert.equal(body.scans[0].result, 'unknown')
})

/** The refused rows of an upload: where, and why. */
const refusals = ({ body, text }: { body: { refused?: Record<string, unknown>[] }; text: string }) =>
  (body.refused ?? [text]).map((row) => (typeof row === 'string' ? row : [row.index, row.nonce, row.code, row.param]))

test('a bad row is refused by its place, and the others are recorded', async () => {
  const { eventId } = ground
  const [first, last] = [await ground.ticket(), await ground.ticket()]
  const common = { event_id: eventId, gate_id: gates[0], direction: 'entry', result: 'admitted', scanned_at: now() - 5 }
  const row = (columns: object) => ({ ...common, nonce: unique('row'), barcode: 'x', ...columns })
  const scans = [
    row({ barcode: first.barcode }),
    row({ nonce: 'a', direction: 'exit' }),
    row({ nonce: 'b', barcode: undefined }),
    row({ nonce: 'c', event_id: NOTHING }),
    row({ nonce: 'd', gate_id: NOTHING }),
    row({ nonce: 'e', barcode: undefined, ticket_id: NOTHING }),
    row({ nonce: 'f', barcode: 'x'.repeat(513) }),
    row({ nonce: 'g', colour: 'red' }),
    row({ nonce: 'annul:1' }),
    row({ nonce: 'h', barcode: 'a\u0000b' }),
    row({ nonce: 'i', result: 'unknown', passage: 'passed' }),
    'no row at all',
    row({ barcode: last.barcode }),
  ]
  const body = { device_time: now(), scans }
  const answer = await house.call('POST', '/v1/gate/scans/batch', { key: keys[0], body })
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(refusals(answer), [
    [1, 'a', 'parameter_invalid', 'scans[1][result]'],
    [2, 'b', 'parameter_missing', 'scans[2][barcode]'],
    [3, 'c', 'resource_missing', 'scans[3][event_id]'],
    [4, 'd', 'resource_missing', 'scans[4][gate_id]'],
    [5, 'e', 'resource_missing', 'scans[5][ticket_id]'],
    [6, 'f', 'parameter_invalid', 'scans[6][barcode]'],
    [7, 'g', 'parameter_unknown', 'scans[7][colour]'],
    [8, null, 'parameter_invalid', 'scans[8][nonce]'],
    [9, 'h', 'parameter_invalid', 'scans[9][barcode]'],
    [10, 'i', 'parameter_invalid', 'scans[10][passage]'],
    [11, null, 'parameter_invalid', 'scans[11]'],
  ])
  assert.deepEqual(
    answer.body.scans.map(({ result }: { result: string }) => result),
    ['admitted', 'admitted'],
  )
  for (const { ticketId } of [first, last])
    assert.deepEqual(await admission(ticketId), { entries: 1, exits: 0, inside: true })
})

test('each of 500 bad rows is named, and a request that is wrong as a whole is refused as a whole', async () => {
  const scans = Array.from({ length: 500 }, () => ({ nonce: 7, surprise: true }))
  const answer = await house.call('POST', '/v1/gate/scans/batch', { key: keys[0], body: { device_time: now(), scans } })
  assert.deepEqual([answer.status, answer.body.scans.length, answer.body.refused.length], [200, 0, 500])
  const place = { event_id: ground.eventId, gate_id: gates[0], direction: 'entry' }
  const goodRow = { ...place, barcode: 'x', nonce: unique('n'), result: 'unknown', scanned_at: now() }
  const send = (body: object) => house.call('POST', '/v1/gate/scans/batch', { key: keys[0], body })
  const refusedWhole = await Promise.all([
    send({ scans }),
    send({ device_time: now(), scans: [] }),
    send({ device_time: now(), scans: Array.from({ length: 501 }, () => goodRow) }),
    send({ device_time: now(), scans: 'none' }),
    send({ device_time: now(), scans, surprise: 1 }),
  ])
  assert.deepEqual(
    refusedWhole.map(({ status, body }) => [status, body.error?.param]),
    [
      [400, 'device_time'],
      [400, 'scans'],
      [400, 'scans'],
      [400, 'scans'],
      [400, 'surprise'],
    ],
  )
})

test('an event or a gate of another organisation is refused as one that does not exist, and nothing of it is changed', async () => {
  const stranger = await openGround(house, await house.organisation())
  const places = [
    { event_id: stranger.eventId, gate_id: gates[0] },
    { event_id: NOTHING, gate_id: gates[0] },
    { event_id: ground.eventId, gate_id: stranger.gates[0] },
    { event_id: ground.eventId, gate_id: NOTHING },
  ]
  const { barcode } = await stranger.ticket()
  const scans = places.map((place) => ({
    ...{ ...place, barcode, direction: 'entry', result: 'admitted', nonce: unique('n'), scanned_at: now() },
  }))
  const { body } = await house.call('POST', '/v1/gate/scans/batch', {
    key: keys[0],
    body: { device_time: now(), scans },
  })
  const [theirEvent, noEvent, theirGate, noGate] = body.refused.map(
    ({ code, message }: { code: string; message: string }) => `${code} ${message.replace(/\d/, '')}`,
  )
  assert.deepEqual([theirEvent, theirGate], [noEvent, noGate])
  assert.equal(body.scans.length, 0)
  assert.equal(await stranger.result(barcode), 'admitted')
})

const reasons = async (ticketId: number) => {
  const { body } = await house.call('GET', `/v1/manage/scan_conflicts?status=open&limit=100`, { key: club.key })
  type Told = { ticket_id: number; reason: string; first: { scan_id: number } | null }
  return body.data.flatMap(({ ticket_id, reason, first }: Told) =>
    ticket_id === ticketId ? [{ reason, alone: first === null }] : [],
  )
}

test('a device that is bound to one gate and let a fan in at another leaves a conflict', async () => {
  const key = await house.key(orgId, { kind: 'gk' })
  const { body: device } = await house.call('GET', '/v1/gate/device', { key })
  const binding = { key: club.key, body: { gate_ids: [gates[1]] } }
  await house.call('PATCH', `/v1/manage/devices/${device.device_id}`, binding)
  const { barcode, ticketId } = await ground.ticket()
  await upload([{ barcode, nonce: 'elsewhere', ago: 5 }], { key })
  assert.deepEqual(await reasons(ticketId), [{ reason: 'wrong_gate', alone: true }])
  assert.deepEqual(await admission(ticketId), { entries: 1, exits: 0, inside: true })
  const own = await ground.ticket()
  await upload([{ barcode: own.barcode, nonce: 'own', ago: 5, gate: 1 }], { key })
  assert.deepEqual(await reasons(own.ticketId), [])
})

test('a ticket that was let in at another event is a conflict, and has not been used at its own', async () => {
  const other = await ground.openEvent()
  const { barcode, ticketId } = await ground.ticket()
  const scan = { event_id: other, gate_id: gates[0], barcode, direction: 'entry', nonce: unique('n') }
  const scans = [{ ...scan, scanned_at: now() - 5, result: 'admitted' }]
  const { text, status } = await house.call('POST', '/v1/gate/scans/batch', {
    key: keys[0],
    body: { device_time: now(), scans },
  })
  assert.equal(status, 200, text)
  assert.deepEqual(await reasons(ticketId), [{ reason: 'wrong_event', alone: true }])
  assert.equal(await ground.result(barcode), 'admitted')
})

test('one place on two barcodes: a fan let in on the old one is a conflict, and so is a refunded ticket', async () => {
  const { barcode, ticketId } = await ground.ticket()
  const body = { ticket_name: 'Grace Ito', email_address: 'grace@example.com' }
  const moved = await house.call('POST', `/v1/manage/tickets/${ticketId}/transfer`, { key: club.key, body })
  assert.equal(moved.status, 200, moved.text)
  assert.equal(await ground.result(moved.body.barcode), 'admitted')
  await upload([{ barcode, nonce: unique('old'), ago: 5 }])
  assert.deepEqual(await reasons(ticketId), [{ reason: 'blocked', alone: true }])
  const refunded = await ground.ticket(1, { ticket_status_id: 3 })
  await upload([{ barcode: refunded.barcode, nonce: unique('old'), ago: 5 }])
  assert.deepEqual(await reasons(refunded.ticketId), [{ reason: 'refunded', alone: true }])
})

test('an upload that meets a transfer under way waits for it, and leaves a conflict', async () => {
  const { barcode, ticketId } = await ground.ticket()
  await whileUncommitted(
    sql,
    (tx) => tx`
      update tickets
      set ticket_status_id = 4
      where org_id = ${orgId}
        and ticket_id = ${ticketId}`,
    () => upload([{ barcode, nonce: unique('old'), ago: 5 }]),
  )
  assert.deepEqual(await reasons(ticketId), [{ reason: 'blocked', alone: true }])
})

test('refused online, the answer lost, let in all the same under the same name: both are in the log', async () => {
  const { barcode, ticketId } = await ground.ticket()
  const [one, two] = [unique('a'), unique('b')]
  await ground.scan(barcode, { nonce: one })
  assert.equal(await ground.result(barcode, { gate: 1, nonce: two }), 'already_used')
  clock.advance(1000)
  const retry = { barcode, nonce: two, ago: 0, gate: 1 }
  const first = await upload([retry], { key: keys[1] })
  const { scan_id, ...told } = first.body.scans[0]
  assert.deepEqual(told, { nonce: two, result: 'admitted', repeated: false, nonce_reused: false, passage: null })
  assert.deepEqual(await conflicts(ticketId), [{ first: one, second: `offline:${two}`, status: 'open' }])
  const again = await upload([retry], { key: keys[1] })
  assert.deepEqual(again.body.scans, [{ ...first.body.scans[0], repeated: true }])
  assert.deepEqual(await admission(ticketId), { entries: 2, exits: 0, inside: true })
  assert.equal(await ground.result(barcode, { gate: 1, nonce: two }), 'already_used')
})

test('an upload that was long on its way does not turn the device’s own scans round', async () => {
  const { barcode, ticketId } = await ground.ticket(2)
  const [enter, leave] = [unique('a'), unique('b')]
  await upload([{ barcode, nonce: enter, ago: 32 }], { latency: 10 })
  await upload([{ barcode, nonce: leave, ago: 30, direction: 'exit', result: 'exit' }])
  assert.deepEqual(await admission(ticketId), { entries: 1, exits: 1, inside: false })
})

test('a holder whom a steward found without a network counts like any other, and an unknown one is named', async () => {
  const { ticketId } = await ground.ticket()
  const { memberId } = await ground.member()
  const send = (scans: object[]) => {
    const rest = {
      event_id: ground.eventId,
      gate_id: gates[0],
      direction: 'entry',
      result: 'admitted',
      scanned_at: now(),
    }
    const body = { device_time: now(), scans: scans.map((scan) => ({ ...rest, nonce: unique('found'), ...scan })) }
    return house.call('POST', '/v1/gate/scans/batch', { key: keys[0], body })
  }
  const found = await send([{ ticket_id: ticketId }, { membership_member_id: memberId }])
  assert.deepEqual(
    found.body.scans.map(({ result }: { result: string }) => result),
    ['admitted', 'admitted'],
  )
  assert.deepEqual(await admission(ticketId), { entries: 1, exits: 0, inside: true })
  const unknown = await send([{ ticket_id: ticketId }, { ticket_id: NOTHING, nonce: 'n' }])
  assert.deepEqual(refusals(unknown), [[1, 'n', 'resource_missing', 'scans[1][ticket_id]']])
})
