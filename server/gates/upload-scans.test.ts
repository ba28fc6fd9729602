import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { NOTHING, unique } from '../../tests/examples/rows.ts'
import { openGround } from '../../tests/gates/gates-fixture.ts'
import { openHouse } from '../../tests/harness.ts'
import { fold, type LogEntry } from './rules/fold.ts'

const house = await openHouse()
const club = await house.organisation()
const ground = await openGround(house, club)
const { sql, clock } = house
const { orgId } = club
const { eventId, gates, keys } = ground
const now = () => clock().getTime() / 1000

type Offline = { barcode: string; nonce: string; ago: number; result?: string; direction?: string; gate?: number }

/** What a device uploads whose clock is so many seconds ahead. */
const upload = (scans: Offline[], { key = keys[0], skew = 0 } = {}) =>
  house.call('POST', '/v1/gate/scans/batch', {
    key,
    body: {
      device_time: now() + skew,
      scans: scans.map(({ barcode, nonce, ago, result = 'admitted', direction = 'entry', gate = 0 }) => ({
        ...{ event_id: eventId, gate_id: gates[gate === 1 ? 1 : 0], barcode, nonce, result, direction },
        scanned_at: now() + skew - ago,
      })),
    },
  })

const admission = async (ticketId: number) => {
  const [row] = await sql<{ entries: number; exits: number; inside: boolean }[]>`
    select entries, exits, inside
    from ticket_admissions
    where org_id = ${orgId}
      and ticket_id = ${ticketId}`
  return row && { ...row }
}

const conflicts = async (ticketId: number) =>
  sql<{ first: string; second: string; status: string }[]>`
    select a.nonce as first, b.nonce as second, c.scan_conflict_status as status
    from scan_conflicts c
    join scans a on a.org_id = c.org_id and a.scan_id = c.first_scan_id
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
    select payload
    from webhook_messages
    where org_id = ${orgId}
      and type = 'scan.conflict'`
  assert.equal(messages.length, 1)
  const { first: a, second: b } = messages[0]?.payload.data.scan_conflict ?? {}
  assert.deepEqual([a?.gate_id, b?.gate_id], [gates[0], gates[1]])
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

test('an admission of a barcode that is nobody’s is recorded as unknown', async () => {
  const { body } = await upload([{ barcode: unique('nobody'), nonce: unique('a'), ago: 5 }])
  assert.equal(body.scans[0].result, 'unknown')
})

test('a result that does not go with its direction is refused by its place, and a foreign event is not found', async () => {
  const bad = await upload([
    { barcode: 'x', nonce: 'x', ago: 1, result: 'unknown' },
    { barcode: 'x', nonce: 'y', ago: 1, direction: 'exit', result: 'admitted' },
  ])
  assert.equal(bad.status, 400)
  assert.equal(bad.body.error.param, 'scans[1][result]')
  const scan = { gate_id: gates[0], barcode: 'x', nonce: 'z', result: 'unknown', direction: 'entry', scanned_at: 1 }
  const body = { device_time: 2, scans: [{ ...scan, event_id: NOTHING }] }
  const missing = await house.call('POST', '/v1/gate/scans/batch', { key: keys[0], body })
  assert.equal(missing.status, 404)
  assert.equal(missing.body.error.param, 'scans[0][event_id]')
})

const devices = [
  { key: keys[0], skew: 0 },
  { key: keys[1], skew: 300 },
  { key: await house.key(orgId, { kind: 'gk' }), skew: -4000.5 },
]
const flags = [1, 2, 3] as const

const scanOf = fc.record({
  device: fc.integer({ min: 0, max: devices.length - 1 }),
  ticket: fc.integer({ min: 0, max: flags.length }),
  ago: fc.integer({ min: 1, max: 8 }),
  way: fc.constantFrom('admitted', 'admitted', 'exit', 'already_used'),
})
const story = fc.array(scanOf, { minLength: 1, maxLength: 14 }).chain((scans) => {
  const all = scans.map((scan, index) => ({ ...scan, n: index }))
  const shuffled = fc.shuffledSubarray(all, { minLength: all.length })
  return fc.record({
    all: fc.constant(all),
    order: shuffled,
    again: fc.subarray(all),
    piece: fc.integer({ min: 1, max: 5 }),
  })
})

test('the end is the same for every order of upload, cut up and repeated in any way', async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ all, order, again, piece }) => {
      const run = unique('run')
      // The last one is a member, who behaves like a ticket with re-entry.
      const tickets = [...(await Promise.all(flags.map((flag) => ground.ticket(flag))))]
      const member = await ground.member()
      const barcodes = [...tickets.map(({ barcode }) => barcode), member.barcode]
      const uploads = [...order, ...again]
      for (let start = 0; start < uploads.length; start += piece) {
        for (const [index, device] of devices.entries()) {
          const own = uploads.slice(start, start + piece).filter((scan) => scan.device === index)
          if (own.length === 0) continue
          const answer = await upload(
            own.map(({ n, ticket, ago, way }) => ({
              barcode: barcodes[ticket] ?? '',
              nonce: `${run}-${n}`,
              ago,
              result: way,
              direction: way === 'exit' ? 'exit' : 'entry',
            })),
            device,
          )
          assert.equal(answer.status, 200, answer.text)
        }
      }
      for (const [index, flag] of [...flags, 2].entries()) {
        const log = all
          .filter(({ ticket }) => ticket === index)
          .map(
            ({ n, device, ago, way }): LogEntry => ({
              scanId: n,
              deviceId: device,
              nonce: `${run}-${n}`,
              result: way as LogEntry['result'],
              scannedAt: -ago,
              annulsScanId: null,
            }),
          )
        const model = fold(flag, log)
        const where =
          index < flags.length
            ? sql`b.ticket_id = ${tickets[index]?.ticketId ?? 0}`
            : sql`b.membership_member_id = ${member.memberId}`
        const found = await sql<{ first: string; second: string }[]>`
          select a.nonce as first, b.nonce as second
          from scan_conflicts c
          join scans a on a.org_id = c.org_id and a.scan_id = c.first_scan_id
          join scans b on b.org_id = c.org_id and b.scan_id = c.second_scan_id
          where c.org_id = ${orgId}
            and c.scan_conflict_status = 'open'
            and ${where}`
        const named = model.conflicts.map(
          ({ firstScanId, secondScanId }) => `${run}-${firstScanId} ${run}-${secondScanId}`,
        )
        assert.deepEqual(found.map(({ first, second }) => `${first} ${second}`).sort(), named.sort())
        const table = index < flags.length ? 'ticket_admissions' : 'member_admissions'
        const [state] = await sql<{ entries: number; exits: number; inside: boolean }[]>`
          select entries, exits, inside
          from ${sql(table)} b
          where org_id = ${orgId}
            and ${where}`
        const { entries, exits, inside } = model
        assert.deepEqual({ ...(state ?? { entries: 0, exits: 0, inside: false }) }, { entries, exits, inside })
      }
    }),
    { numRuns: 40 },
  )
})
