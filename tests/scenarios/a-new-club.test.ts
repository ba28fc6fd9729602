import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, openHouse } from '../harness/house.ts'

const house = await openHouse()
const club = await house.organisation({ name: 'Harbour City FC' })

/** The club's own script: a secret key, JSON, and nothing but HTTP. */
async function say(method: string, path: string, body?: unknown) {
  const answer = await house.call(method, path, { key: club.key, ...(body === undefined ? {} : { body }) })
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`)
  return answer.body
}
const ask = (path: string) => say('GET', path)
const make = (path: string, body: unknown) => say('POST', `/v1/manage${path}`, body)
const hour = 3600
const kickOff = Math.floor(Date.UTC(2027, 2, 13, 8, 30) / 1000)

test('a new club goes from nothing to an event on sale and 100 members with seats, by HTTP alone', async (story) => {
  const venue = await make('/venues', { name: 'Harbour Park', timezone: 'Australia/Sydney', country: 'AU' })
  const gates: Answer['body'][] = []
  await story.test('three gates open onto the ground', async () => {
    for (const name of ['North', 'South', 'Members'])
      gates.push(await make(`/venues/${venue.venue_id}/gates`, { name }))
    const { data } = await ask(`/v1/manage/venues/${venue.venue_id}/gates`)
    assert.deepEqual(
      data.map((gate: { name: string }) => gate.name),
      ['North', 'South', 'Members'],
    )
  })

  const seats = Array.from({ length: 20 }, (_, index) => ({ title: String(index + 1) }))
  const rows = ['A', 'B', 'C', 'D', 'E'].map((title) => ({ title, seats }))
  const map = await make('/seat_maps', {
    title: 'Stand',
    venue_id: venue.venue_id,
    sections: [{ title: 'West', rows }],
  })

  const season = await make('/seasons', {
    title: 'Season 2027',
    seat_map_id: map.seat_map_id,
    first_day: '2027-01-01',
    last_day: '2027-12-31',
  })
  const category = await make('/membership_categories', {
    title: 'Season 2027',
    membership_seat_map_id: map.seat_map_id,
    game_day_access: 1,
  })
  const types: Answer['body'][] = []
  await story.test('two types of membership are offered', async () => {
    const offer = {
      membership_category_id: category.membership_category_id,
      season_id: season.season_id,
      expires: '2027-12-31',
      game_day_access: 1,
    }
    types.push(await make('/membership_types', { ...offer, title: 'Adult', price: 320 }))
    types.push(await make('/membership_types', { ...offer, title: 'Junior', price: 95.5 }))
    const { data } = await ask('/v1/membership_types')
    assert.deepEqual(
      data.map((type: { title: string; price: number; expires: string }) => [type.title, type.price, type.expires]),
      [
        ['Adult', 320, '2027-12-31'],
        ['Junior', 95.5, '2027-12-31'],
      ],
    )
  })

  await story.test('a hundred members sit down, each on a seat of their own', async () => {
    const { data } = await ask(`/v1/manage/seat_maps/${map.seat_map_id}/seats?limit=100`)
    assert.equal(data.length, 100)
    for (const [index, seat] of data.entries()) {
      const fan = await make('/customers', { first_name: `Fan ${index}`, email_address: `fan${index}@example.com` })
      const type = types[index % 2]?.membership_type_id
      const person = { user_id: fan.user_id, first_name: `Fan ${index}`, last_name: 'Smith', membership_type_id: type }
      const member = await say('POST', '/v1/members', { ...person, membership_seat_id: seat.seat_id })
      await make(`/members/${member.membership_member_id}/mark_paid`, {})
    }
    const [count] = await house.sql`
      select count(*) as members, count(distinct membership_seat_id) as seats, count(distinct barcode) as barcodes
      from members
      where org_id = ${club.orgId}
        and membership_member_status_id = 1`
    assert.deepEqual({ ...count }, { members: 100, seats: 100, barcodes: 100 })
  })

  const event = await make('/events', {
    title: 'Harbour City v Rovers',
    venue_id: venue.venue_id,
    event_start_unix: kickOff,
    doors_open_unix: kickOff - hour,
    membership_seat_map_id: map.seat_map_id,
  })
  await story.test('four prices share two pools of places', async () => {
    const path = `/events/${event.event_id}`
    const terrace = await make(`${path}/price_categories`, {
      title: 'Terrace',
      capacity: 5000,
      gate_ids: [gates[0]?.gate_id],
    })
    const stand = await make(`${path}/price_categories`, { title: 'Stand', capacity: 800 })
    const price = (title: string, price_category_id: number, amount: number, more = {}) =>
      make(`${path}/prices`, { title, price_category_id, price: amount, service_fee: 2.5, service_tax: 0.25, ...more })
    await price('Adult', terrace.price_category_id, 35)
    await price('Junior', terrace.price_category_id, 15, { limit_places: 1000 })
    await price('Family', terrace.price_category_id, 80, { group_ticket: true, tickets_included: 4 })
    await price('Member’s guest', stand.price_category_id, 45, { membership_type_id: types[0]?.membership_type_id })
  })

  await story.test('once published, the event is on sale', async () => {
    assert.equal((await make(`/events/${event.event_id}/publish`, {})).event_status_id, '1')
    const shown = await ask(`/v1/events/${event.event_id}`)
    assert.equal(shown.formatted_full_event_start_date, 'Saturday 13 March 2027, 7:30 PM')
    assert.equal(shown.sold_out, false)
    const { data } = await ask(`/v1/events/${event.event_id}/prices`)
    assert.deepEqual(
      data.map((price: { title: string; price: number; status: string }) => [price.title, price.price, price.status]),
      [
        ['Adult', 35, 'active'],
        ['Junior', 15, 'active'],
        ['Family', 80, 'active'],
        ['Member’s guest', 45, 'active'],
      ],
    )
  })

  await story.test('the log knows every step, and each one that others wait for has its message', async () => {
    const [log] = await house.sql`select count(*) as steps from audit_log where org_id = ${club.orgId}`
    assert.equal(log?.steps, 1 + 3 + 1 + 1 + 1 + 2 + 300 + 1 + 2 + 4 + 1)
    const types = await house.sql`
      select type, count(*) as sent
      from webhook_messages
      where org_id = ${club.orgId}
      group by type
      order by type`
    const sent = Object.fromEntries(types.map((row) => [row.type, row.sent]))
    assert.deepEqual(sent, {
      'customer.created': 100,
      'event.created': 1,
      'event.updated': 7,
      'member.created': 100,
      'member.updated': 200,
    })
  })
})
