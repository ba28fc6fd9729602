import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditOf, messagesAbout } from '../../../tests/builders/records.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation({ name: 'Harbour City FC', timezone: 'Australia/Sydney', currency: 'AUD' })
const other = await house.organisation({ name: 'Other Club' })

const START = Date.UTC(2027, 2, 13, 8, 30) / 1000
const manage = (method: string, path: string, body?: object, key = club.key) =>
  house.call(method, `/v1/manage${path}`, body === undefined ? { key } : { key, body })
const create = async (body: object = {}, key = club.key) => {
  const {
    status,
    body: event,
    text,
  } = await manage('POST', '/events', { title: 'Round', event_start_unix: START, ...body }, key)
  assert.equal(status, 201, text)
  return event
}
const venue = async (body: object = {}, key = club.key) =>
  Number((await manage('POST', '/venues', { name: 'Harbour Park', ...body }, key)).body.venue_id)
const messages = (eventId: string) => messagesAbout(house, club, 'event', eventId)

test('a new event is a draft in the organisation’s time zone and currency, shown as it was sent', async () => {
  const venueId = await venue()
  const event = await create({
    title: 'Round 1',
    event_end_unix: START + 7200,
    doors_open_unix: START - 3600,
    venue_id: venueId,
    buy_tickets_url: 'https://tickets.example.org/round-1',
    banner_image: 'https://images.example.org/round-1.png',
  })
  assert.deepEqual(event, {
    event_id: event.event_id,
    title: 'Round 1',
    org_id: String(club.orgId),
    organisation_name: 'Harbour City FC',
    venue_id: String(venueId),
    venue_name: 'Harbour Park',
    online_event: false,
    url_string: 'round-1',
    buy_tickets_url: 'https://tickets.example.org/round-1',
    currency: 'AUD',
    currency_symbol: '$',
    public_event: true,
    reserved_seating: false,
    max_per_customer: null,
    sold_out: false,
    formatted_full_event_start_date: 'Saturday 13 March 2027, 7:30 PM',
    formatted_event_start_date_day: 'Saturday',
    formatted_event_start_date_time: '7:30 PM',
    formatted_event_start_date_month: 'March',
    formatted_event_start_date_date: '13',
    formatted_event_start_date_year: '2027',
    utc_event_start_date: '2027-03-13T08:30:00Z',
    timezone: 'Australia/Sydney',
    event_status_id: '0',
    banner_image: 'https://images.example.org/round-1.png',
    description: null,
    images: [],
    rotating_barcodes: false,
    holder_names: 'none',
    translations: {},
    questions: [],
    membership_seat_map_id: null,
    seat_map_id: null,
    season_ids: [],
    doors_open_unix: START - 3600,
    event_start_unix: START,
    event_end_unix: START + 7200,
  })
  assert.deepEqual((await manage('GET', `/events/${event.event_id}`)).body, event)
})

test('creating and changing an event each leave an audit row and a message with the event as it then was', async () => {
  const event = await create({ title: 'Told' })
  const changed = await manage('PATCH', `/events/${event.event_id}`, { title: 'Told again', public_event: false })
  assert.deepEqual(changed.body, { ...event, title: 'Told again', public_event: false })
  const sent = await messages(event.event_id)
  assert.deepEqual(
    sent.map(({ type, payload }) => [type, payload.data.event]),
    [
      ['event.created', event],
      ['event.updated', changed.body],
    ],
  )
  const log = await auditOf(house, club, 'event', event.event_id)
  assert.deepEqual(
    log.map(({ action, before }) => [action, before]),
    [
      ['event.created', null],
      ['event.changed', { title: 'Told', public_event: true }],
    ],
  )
})

test('the list pages by cursor and has this organisation’s events only', async () => {
  const { key } = await house.organisation()
  await create({ title: 'Theirs' }, other.key)
  const creations = [await create({}, key), await create({}, key), await create({}, key)]
  const first = (await manage('GET', '/events?limit=2', undefined, key)).body
  const rest = (await manage('GET', `/events?limit=2&cursor=${first.next_cursor}`, undefined, key)).body
  assert.deepEqual([...first.data, ...rest.data], creations)
  assert.deepEqual([first.has_more, rest.has_more, rest.next_cursor], [true, false, null])
})

test('the time zone comes from the venue before the organisation, and what is sent comes before both', async () => {
  const venue_id = await venue({ timezone: 'Australia/Adelaide' })
  const there = await create({ venue_id })
  assert.equal(there.timezone, 'Australia/Adelaide')
  assert.equal(there.formatted_event_start_date_time, '7:00 PM')
  assert.equal((await create({ venue_id, timezone: 'Asia/Kathmandu' })).timezone, 'Asia/Kathmandu')
  assert.equal((await create({ venue_id: await venue() })).timezone, 'Australia/Sydney')
})

test('events of one title get url_strings that differ, also when they are created at the same moment', async () => {
  const creations = await Promise.all(Array.from({ length: 5 }, () => create({ title: 'Cup Final!' })))
  assert.deepEqual(creations.map(({ url_string }) => url_string).sort(), [
    'cup-final',
    'cup-final-2',
    'cup-final-3',
    'cup-final-4',
    'cup-final-5',
  ])
})

test('a url_string of one’s own is kept when the title changes; one that is taken is a conflict', async () => {
  const event = await create({ url_string: 'the-derby' })
  const renamed = await manage('PATCH', `/events/${event.event_id}`, { title: 'The Big Derby' })
  assert.equal(renamed.body.url_string, 'the-derby')
  const second = await manage('POST', '/events', { title: 'x', event_start_unix: START, url_string: 'the-derby' })
  assert.deepEqual([second.status, second.body.error.param], [409, 'url_string'])
  const moved = await manage('PATCH', `/events/${(await create()).event_id}`, { url_string: 'the-derby' })
  assert.deepEqual([moved.status, moved.body.error.code], [409, 'state_conflict'])
  assert.equal((await create({ url_string: 'the-derby' }, other.key)).url_string, 'the-derby')
})

const refused: [sentence: string, body: object, status: number, param: string][] = [
  ['a start is required', { event_start_unix: undefined }, 400, 'event_start_unix'],
  ['an end at the start is refused', { event_end_unix: START }, 400, 'event_end_unix'],
  ['doors that open after the start are refused', { doors_open_unix: START + 1 }, 400, 'doors_open_unix'],
  ['an unknown time zone is refused', { timezone: 'Mars/Olympus' }, 400, 'timezone'],
  ['an unknown currency is refused', { currency: 'XYZ' }, 400, 'currency'],
  ['a url_string with capitals or spaces is refused', { url_string: 'The Derby' }, 400, 'url_string'],
  ['a url_string with two hyphens in a row is refused', { url_string: 'a--b' }, 400, 'url_string'],
  ['an address that is none is refused', { buy_tickets_url: 'javascript:alert(1)' }, 400, 'buy_tickets_url'],
  ['a venue that does not exist is not found', { venue_id: 999_999 }, 404, 'venue_id'],
  ['a seat map that does not exist is not found', { seat_map_id: 999_999 }, 404, 'seat_map_id'],
  [
    'a season seat map that does not exist is not found',
    { membership_seat_map_id: 9e9 },
    404,
    'membership_seat_map_id',
  ],
]
for (const [sentence, body, status, param] of refused) {
  test(sentence, async () => {
    const answer = await manage('POST', '/events', { title: 'Bad', event_start_unix: START, ...body })
    assert.deepEqual([answer.status, answer.body.error.param], [status, param], answer.text)
  })
}

test('an online event has no venue: one that has a venue gives it up in the same change', async () => {
  const venue_id = await venue()
  const both = await manage('POST', '/events', { title: 'x', event_start_unix: START, online_event: true, venue_id })
  assert.deepEqual([both.status, both.body.error.param], [400, 'venue_id'])
  const event = await create({ venue_id })
  const path = `/events/${event.event_id}`
  assert.equal((await manage('PATCH', path, { online_event: true })).status, 400)
  const moved = await manage('PATCH', path, { online_event: true, venue_id: null })
  assert.deepEqual([moved.body.online_event, moved.body.venue_id, moved.body.venue_name], [true, null, null])
})

test('a venue that is archived takes no new event; those that it has stay', async () => {
  const venue_id = await venue()
  const event = await create({ venue_id })
  await manage('POST', `/venues/${venue_id}/archive`)
  const late = await manage('POST', '/events', { title: 'x', event_start_unix: START, venue_id })
  assert.deepEqual([late.status, late.body.error.param], [409, 'venue_id'])
  const same = await manage('PATCH', `/events/${event.event_id}`, { title: 'Still there', venue_id })
  assert.deepEqual([same.status, same.body.venue_id], [200, String(venue_id)])
})

test('another organisation’s event, venue and seat map are not found', async () => {
  const theirs = await create({}, other.key)
  for (const [method, path] of [
    ['GET', ''],
    ['PATCH', ''],
    ['POST', '/publish'],
    ['POST', '/unpublish'],
    ['POST', '/cancel'],
    ['POST', '/archive'],
  ] as const) {
    const { status, body } = await manage(method, `/events/${theirs.event_id}${path}`)
    assert.deepEqual([status, body.error.code], [404, 'resource_missing'], `${method} ${path}`)
  }
  const borrowed = { title: 'x', event_start_unix: START, venue_id: await venue({}, other.key) }
  assert.equal((await manage('POST', '/events', borrowed)).status, 404)
})
