import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addEvent } from '../../../tests/builders/events.ts'
import { seasonOfMap } from '../../../tests/builders/seasons.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const call = (method: string, path: string, body?: object) =>
  house.call(method, path, { key: club.key, ...(body && { body }) })

const seats = ['1', '2', '3', '4'].map((title) => ({ title }))
const sections = [{ title: 'West', rows: [{ title: 'A', seats }] }]
const map = await call('POST', '/v1/manage/seat_maps', { title: 'Ground', sections })
const seatMapId = Number(map.body.seat_map_id)
const { data: seatRows } = (await call('GET', `/v1/manage/seat_maps/${seatMapId}/seats`)).body
const eventId = await addEvent(house, club, {
  seat_map_id: seatMapId,
  reserved_seating: true,
  event_status_id: 1,
  starts_at: new Date(house.clock().getTime() + 30 * 86_400_000),
})
const { typeId } = await seasonOfMap(house, club, seatMapId)
await house.sql`
  update membership_types
  set title = 'Season seat'
  where org_id = ${club.orgId}
    and membership_type_id = ${typeId}`

const names = ['No', 'First', 'Last', 'E-mail', 'Type', 'Paid', 'Section', 'Row', 'Seat']
const targets = [
  'member_number',
  'first_name',
  'last_name',
  'email_address',
  'membership_type_id',
  'membership_member_status_id',
  'seat_section',
  'seat_row',
  'seat_title',
]
const columns = names.map((from, index) => ({ from, to: targets[index] ?? '' }))
const send = (lines: string[], more: object = {}) =>
  call('POST', '/v1/manage/imports', {
    object: 'members',
    file: [names.join(';'), ...lines].join('\n'),
    columns,
    skip_bad_rows: true,
    update: true,
    ...more,
  })
const holders = [
  '1001;Grace;Okafor;grace@example.org;Season seat;paid;West;A;1',
  '1002;Kofi;Okafor;grace@example.org;Season seat;unpaid;west;a;2',
]
const claims = async () =>
  (
    await house.sql<{ seat_id: number }[]>`
      select seat_id
      from seat_claims
      where org_id = ${club.orgId}
        and event_id = ${eventId}
        and season_id is not null
      order by seat_id`
  ).map(({ seat_id }) => seat_id)

test('last year’s holders are taken over by the names of their seats, in a preview first, and once', async () => {
  const preview = await send(holders, { dry_run: true })
  assert.deepEqual([preview.status, preview.body.created, preview.body.rejected], [200, 2, 0], preview.text)
  assert.deepEqual(await claims(), [])
  assert.equal((await send(holders)).body.created, 2)
  assert.deepEqual(await claims(), [seatRows[0].seat_id, seatRows[1].seat_id], 'in every match to come')
  const { body } = await call('GET', '/v1/members?member_number=1001')
  const [grace] = body.data
  assert.deepEqual(
    [grace.seat_section, grace.seat_row, grace.seat_title, grace.membership_member_status_id],
    ['West', 'A', '1', 1],
  )
  const again = await send(holders)
  assert.deepEqual([again.body.created, again.body.changed, again.body.unchanged], [0, 0, 2])
})

test('a line is refused with its reason: a seat that there is not, one that is taken, a number that is taken', async () => {
  const { body } = await send([
    '1003;Uma;Roy;uma@example.org;Season seat;paid;West;A;99',
    '1004;Uma;Roy;uma@example.org;Season seat;paid;West;A;1',
    '1001;Uma;Roy;uma@example.org;Season seat;paid;West;A;3',
    '1006;Uma;Roy;uma@example.org;Season seat;paid;West;;',
    '1007;Uma;Roy;uma@example.org;Season seat;paid;West;A;4',
  ])
  assert.deepEqual([body.created, body.rejected], [1, 4])
  const reasons = new Map(body.rejections.map(({ line, reason }: { line: number; reason: string }) => [line, reason]))
  assert.match(String(reasons.get(2)), /No single seat matches "West, A, 99"\. Did you mean West, Row A, Seat \d+\?/)
  assert.match(String(reasons.get(3)), /belongs to a member/)
  assert.match(String(reasons.get(4)), /member_number/)
  assert.match(String(reasons.get(5)), /No single seat matches "West"\./)
})

test('a file that was exported comes back: season, names of the seat and what is open are for the reader', async () => {
  const exported = await call('GET', '/v1/manage/exports/members.csv')
  const [head = '', ...lines] = exported.text.trim().split(/\r?\n/)
  const cells = (line: string | undefined) =>
    Object.fromEntries(head.split(',').map((name, at) => [name, line?.split(',')[at]]))
  const grace = cells(lines.find((line) => line.includes('1001')))
  assert.deepEqual(
    [grace.seat_section, grace.seat_row, grace.seat_title, grace.season_title, grace.open_amount, grace.overdue],
    ['West', 'A', '1', 'Season', '0', 'no'],
  )
  const back = await call('POST', '/v1/manage/imports', { object: 'members', file: exported.text, update: true })
  assert.deepEqual([back.status, back.body.rejected, back.body.created], [200, 0, 0], back.text)
})
