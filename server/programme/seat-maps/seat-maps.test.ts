import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMember } from '../../../tests/builders/members.ts'
import { auditOf } from '../../../tests/builders/records.ts'
import { openHouse, type Tenant } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const other = await house.organisation({ name: 'Other Club' })

const call = (method: string, path: string, body?: object, { key }: Tenant = club) =>
  house.call(method, `/v1/manage/${path}`, { key, ...(body ? { body } : {}) })
const row = (title: string, ...titles: string[]) => ({ title, seats: titles.map((seat) => ({ title: seat })) })
const ground = (...rows: object[]) => ({ title: 'Ground', sections: [{ title: 'North', gate: 'A', rows }] })
const imported = async (map: object = ground(row('A', '1', '2'), row('B', '1'))) => {
  const { status, body, text } = await call('POST', 'seat_maps', map)
  assert.equal(status, 201, text)
  return body.seat_map_id as number
}
const seatsOf = async (map: number, query = '') => (await call('GET', `seat_maps/${map}/seats?${query}`)).body.data
const labels = (seats: { seat_row: string; seat_title: string }[]) =>
  seats.map(({ seat_row, seat_title }) => `${seat_row}${seat_title}`)
/** A member in the seat; returns its id. */
const sit = (seatId: number): Promise<number> => addMember(house, club, { membership_seat_id: seatId })

test('a map is imported with its sections, rows and seats, and its audit row counts them', async () => {
  const venue = (await call('POST', 'venues', { name: 'Harbour Park' })).body
  const creation = await call('POST', 'seat_maps', {
    ...ground(row('A', '1', '2'), row('B', '1')),
    venue_id: venue.venue_id,
  })
  assert.equal(creation.status, 201, creation.text)
  const { sections, ...map } = creation.body
  assert.deepEqual(map, {
    seat_map_id: map.seat_map_id,
    venue_id: venue.venue_id,
    title: 'Ground',
    status: 'active',
  })
  const counts = { order_by: 0, best_seats: 'front', layout: null, rows: 2, seats: 3, seats_blocked: 0, seats_taken: 0 }
  const id = sections[0].seat_section_id
  assert.deepEqual(sections, [{ seat_section_id: id, title: 'North', sub_section_title: null, ...counts }])
  assert.deepEqual((await call('GET', `seat_maps/${map.seat_map_id}`)).body, creation.body)
  assert.deepEqual((await call('GET', 'seat_maps')).body.data.at(-1), map)
  const [seat] = await seatsOf(map.seat_map_id)
  assert.deepEqual(seat, {
    seat_id: seat.seat_id,
    seat_map_id: map.seat_map_id,
    seat_section_id: id,
    seat_section: 'North',
    sub_section_title: null,
    seat_aisle: null,
    seat_row: 'A',
    seat_level: null,
    seat_gate: 'A',
    seat_title: '1',
    row_position: 0,
    seat_position: 0,
    flags: [],
    status: 'active',
    membership_member_id: null,
    member_number: null,
    first_name: null,
    last_name: null,
  })
  const [log] = await house.sql`
    select action, after
    from audit_log
    where org_id = ${club.orgId}
      and object_type = 'seat_map'`
  assert.deepEqual(log, { action: 'seat_map.created', after: { ...map, seats: 3 } })
})

test('a form imports a map, too', async () => {
  const { status, text } = await house.call('POST', '/v1/manage/seat_maps', {
    key: club.key,
    form: ground(row('A', '1')),
  })
  assert.equal(status, 201, text)
})

test('importing again keeps the ids of seats that are found again, adds new ones and archives the others', async () => {
  const map = await imported()
  const before = await seatsOf(map)
  const again = await call('PUT', `seat_maps/${map}`, {
    title: 'New ground',
    sections: [
      { title: 'North', gate: 'B', rows: [row('A', '2', '3'), row('C', '1')] },
      { title: 'South', rows: [row('A', '1')] },
    ],
  })
  assert.equal(again.status, 200, again.text)
  assert.deepEqual([again.body.title, again.body.sections.length], ['New ground', 2])
  const after = await seatsOf(map)
  assert.deepEqual(labels(after), ['A2', 'A3', 'C1', 'A1'])
  assert.deepEqual([after[0].seat_id, after[0].seat_gate, after[0].seat_position], [before[1].seat_id, 'B', 0])
  assert.deepEqual(labels(await seatsOf(map, 'status=archived')), ['A1', 'B1'])
  const restored = await call('PUT', `seat_maps/${map}`, ground(row('A', '1', '2'), row('B', '1')))
  assert.equal(restored.status, 200)
  assert.deepEqual(await seatsOf(map), before)
})

test('importing again does not take away a seat that a member has, and names it', async () => {
  const map = await imported()
  const [a1, a2] = await seatsOf(map)
  const member = await sit(a1.seat_id)
  const refused = await call('PUT', `seat_maps/${map}`, ground(row('A', '2')))
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'seat_taken'])
  assert.deepEqual(refused.body.error.seat_ids, [a1.seat_id])
  assert.equal((await seatsOf(map)).length, 3, 'nothing was changed')
  const kept = await call('PUT', `seat_maps/${map}`, ground(row('A', '1')))
  assert.equal(kept.status, 200, kept.text)
  assert.equal(kept.body.sections[0].seats_taken, 1)
  const [seat] = await seatsOf(map)
  assert.deepEqual([seat.seat_id, seat.membership_member_id, seat.first_name], [a1.seat_id, member, 'Ada'])
  await call('POST', `members/${member}/cancel`)
  assert.equal((await call('PUT', `seat_maps/${map}`, ground(row('A', '2')))).status, 200)
  assert.equal((await seatsOf(map))[0].seat_id, a2.seat_id)
})

test('a blocked seat stays blocked over an import, and a seat that a member has is not blocked', async () => {
  const map = await imported()
  const [a1, a2] = await seatsOf(map)
  const blocked = await call('POST', `seats/${a1.seat_id}/block`)
  assert.deepEqual(blocked.body, { ...a1, status: 'blocked' })
  assert.deepEqual((await call('POST', `seats/${a1.seat_id}/block`)).body, blocked.body)
  await call('PUT', `seat_maps/${map}`, ground(row('A', '2', '1')))
  const moved = (await call('GET', `seats/${a1.seat_id}`)).body
  assert.deepEqual([moved.status, moved.seat_position], ['blocked', 1])
  assert.equal((await call('GET', `seat_maps/${map}`)).body.sections[0].seats_blocked, 1)
  assert.equal((await call('POST', `seats/${a1.seat_id}/unblock`)).body.status, 'active')
  await sit(a2.seat_id)
  const taken = await call('POST', `seats/${a2.seat_id}/block`)
  assert.deepEqual([taken.status, taken.body.error.code], [409, 'seat_taken'])
  const log = await auditOf(house, club, 'seat', a1.seat_id)
  assert.deepEqual(
    log.map(({ action }) => action),
    ['seat.blocked', 'seat.unblocked'],
    'blocking twice is one change',
  )
})

test('a seat that is no longer on the map can be neither blocked nor unblocked', async () => {
  const map = await imported()
  const [a1] = await seatsOf(map)
  await call('PUT', `seat_maps/${map}`, ground(row('B', '1')))
  for (const step of ['block', 'unblock']) {
    assert.equal((await call('POST', `seats/${a1.seat_id}/${step}`)).body.error.code, 'state_conflict')
  }
})

test('paging through the seats of a map shows each once, in order, filtered by section, row and status', async () => {
  const rows = ['A', 'B', 'C'].map((title) => row(title, '1', '2', '3'))
  const map = await imported({
    title: 'Paged',
    sections: [
      { title: 'N', rows },
      { title: 'S', rows },
    ],
  })
  const all = await seatsOf(map, 'limit=500')
  assert.equal(all.length, 18)
  const paged: unknown[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = await call('GET', `seat_maps/${map}/seats?limit=4${cursor && `&cursor=${cursor}`}`)
    assert.equal(page.body.has_more, page.body.next_cursor !== null)
    paged.push(...page.body.data)
    cursor = page.body.next_cursor
  }
  assert.deepEqual(paged, all)
  const section = all[9].seat_section_id
  assert.deepEqual(await seatsOf(map, `seat_section_id=${section}`), all.slice(9))
  assert.deepEqual(await seatsOf(map, `seat_section_id=${section}&seat_row=B`), all.slice(12, 15))
  assert.deepEqual(await seatsOf(map, 'status=blocked'), [])
  const { body } = await call('GET', `seat_maps/${map}/seats?limit=4`)
  const misused = await call('GET', `seat_maps/${map}/seats?limit=4&seat_row=A&cursor=${body.next_cursor}`)
  assert.equal(misused.body.error.code, 'cursor_invalid')
})

test('a map that a category uses is not archived; an unused one is', async () => {
  const map = await imported()
  const category = await call('POST', 'membership_categories', { title: 'Season', membership_seat_map_id: map })
  const refused = await call('POST', `seat_maps/${map}/archive`)
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'state_conflict'])
  await call('POST', `membership_categories/${category.body.membership_category_id}/archive`)
  const archived = await call('POST', `seat_maps/${map}/archive`)
  assert.equal(archived.body.status, 'archived')
  assert.equal((await call('PUT', `seat_maps/${map}`, ground(row('A', '1')))).body.error.code, 'state_conflict')
})

test('a map with a seat twice, without seats, or with a NUL in a title is refused with the place of the mistake', async () => {
  const twice = await call('POST', 'seat_maps', ground(row('A', '1', '1')))
  assert.deepEqual([twice.status, twice.body.error.param], [400, 'sections[0][rows][0][seats][1][title]'])
  const empty = await call('POST', 'seat_maps', { title: 'x', sections: [{ title: 'N', rows: [] }] })
  assert.deepEqual([empty.status, empty.body.error.param], [400, 'sections[0][rows]'])
  const nul = await call('POST', 'seat_maps', ground(row('A', 'a\0b')))
  assert.deepEqual([nul.status, nul.body.error.param], [400, 'sections[0][rows][0][seats][0][title]'], nul.text)
})

test('a stand of 10,000 seats is imported, and again, within the time of a request', async () => {
  const titles = Array.from({ length: 100 }, (_, n) => String(n + 1))
  const rows = Array.from({ length: 20 }, (_, n) => row(String(n), ...titles))
  const sections = Array.from({ length: 5 }, (_, n) => ({ title: `Bay ${n}`, rows }))
  const creation = await call('POST', 'seat_maps', { title: 'Stand', sections })
  assert.equal(creation.status, 201, creation.text)
  const counts = creation.body.sections.map(({ seats }: { seats: number }) => seats)
  assert.deepEqual(counts, Array(5).fill(2000))
  const again = await call('PUT', `seat_maps/${creation.body.seat_map_id}`, {
    title: 'Stand',
    sections: sections.slice(1),
  })
  assert.equal(again.status, 200, again.text)
  assert.equal(again.body.sections.length, 4)
})

test('a body beyond 4 MiB is refused as too large', async () => {
  const { status, body } = await call('POST', 'seat_maps', ground(row('x'.repeat(4 * 1024 * 1024), '1')))
  assert.deepEqual([status, body.error.code], [413, 'body_too_large'])
})

test('another organisation’s map, seats and venue are not found', async () => {
  const map = await imported()
  const [seat] = await seatsOf(map)
  const requests: [string, string, object?][] = [
    ['GET', `seat_maps/${map}`],
    ['GET', `seat_maps/${map}/seats`],
    ['PUT', `seat_maps/${map}`, ground(row('A', '1'))],
    ['PATCH', `seat_maps/${map}`, { title: 'ours' }],
    ['POST', `seat_maps/${map}/archive`],
    ['GET', `seats/${seat.seat_id}`],
    ['POST', `seats/${seat.seat_id}/block`],
    ['POST', `seats/${seat.seat_id}/unblock`],
  ]
  for (const [method, path, body] of requests) {
    assert.equal((await call(method, path, body, other)).status, 404, `${method} ${path}`)
  }
  const venue = (await call('POST', 'venues', { name: 'Theirs' }, other)).body
  const foreign = await call('POST', 'seat_maps', { ...ground(row('A', '1')), venue_id: venue.venue_id })
  assert.deepEqual([foreign.status, foreign.body.error.param], [404, 'venue_id'])
})

const arc = { x: 0, y: -40, rotation: 180, curve: 60.5, row_pitch: 1.4, seat_pitch: 1 }

test('a map is imported with layouts and flags, which an import that names none leaves as they are', async () => {
  const flagged = { title: 'A', seats: [{ title: '1', flags: ['accessible', 'aisle'] }, { title: '2' }] }
  const sections = [{ title: 'North', gate: 'A', layout: arc, rows: [flagged] }]
  const { body: map, ...creation } = await call('POST', 'seat_maps', { title: 'Ground', sections })
  assert.equal(creation.status, 201, creation.text)
  const shape = async () => {
    const { body } = await call('GET', `seat_maps/${map.seat_map_id}`)
    const seats = await seatsOf(map.seat_map_id)
    return [body.sections[0].layout, ...seats.map(({ flags }: { flags: string[] }) => flags)]
  }
  assert.deepEqual(await shape(), [arc, ['accessible', 'aisle'], []])
  const again = (title: string, sectionWith: object, seatWith: object) =>
    call('PUT', `seat_maps/${map.seat_map_id}`, {
      title,
      sections: [
        {
          title: 'North',
          gate: 'A',
          ...sectionWith,
          rows: [{ title: 'A', seats: [{ title: '1', ...seatWith }, { title: '2' }] }],
        },
      ],
    })
  assert.equal((await again('Stadium', {}, {})).status, 200)
  assert.deepEqual(await shape(), [arc, ['accessible', 'aisle'], []])
  assert.equal((await again('Stadium', { layout: null }, { flags: [] })).status, 200)
  assert.deepEqual(await shape(), [null, [], []])
})

test('a section is moved and renamed, a seat gets its flags, and a section is added beside the others', async () => {
  const { body: map } = await call('POST', 'seat_maps', ground(row('A', '1', '2')))
  const [north] = map.sections
  const sections = `seat_maps/${map.seat_map_id}/sections`
  const moved = await call('PATCH', `${sections}/${north.seat_section_id}`, { layout: arc, title: 'North Stand' })
  assert.deepEqual([moved.status, moved.body.layout, moved.body.title, moved.body.seats], [200, arc, 'North Stand', 2])
  const half = await call('PATCH', `${sections}/${north.seat_section_id}`, { layout: { x: 1 } })
  assert.equal(half.body.error.code, 'parameter_missing')
  const [seat] = await seatsOf(map.seat_map_id)
  const changed = await call('PATCH', `seats/${seat.seat_id}`, { flags: ['companion'], seat_gate: 'C' })
  assert.deepEqual([changed.status, changed.body.flags, changed.body.seat_gate], [200, ['companion'], 'C'])
  const added = await call('POST', sections, { title: 'South', rows: [row('A', '1', '2', '3')] })
  assert.deepEqual([added.status, added.body.title, added.body.seats], [201, 'South', 3])
  const twice = await call('POST', sections, { title: 'South', rows: [row('A', '1')] })
  assert.equal(twice.status, 409)
  const { body: now } = await call('GET', `seat_maps/${map.seat_map_id}`)
  assert.deepEqual(now.sections.map(({ title }: { title: string }) => title).sort(), ['North Stand', 'South'])
})
