import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EventRow, toEvent } from './event.ts'

const row: EventRow = {
  event_id: 7,
  title: 'Round 1',
  org_id: 3,
  organisation_name: 'Harbour City FC',
  venue_id: 12,
  venue_name: 'Harbour Park',
  online_event: false,
  url_string: 'round-1',
  buy_tickets_url: null,
  currency: 'AUD',
  public_event: true,
  reserved_seating: false,
  rotating_barcodes: false,
  max_per_customer: null,
  holder_names: 'none',
  questions: null,
  sold_out: false,
  timezone: 'Australia/Sydney',
  event_status_id: 1,
  banner_image: null,
  description: null,
  translations: null,
  images: [],
  membership_seat_map_id: null,
  seat_map_id: null,
  season_ids: [],
  doors_at: new Date('2026-03-14T07:00:00Z'),
  starts_at: new Date('2026-03-14T08:30:00Z'),
  ends_at: null,
}

test('an event is shown with the names and types of the contract', () => {
  assert.deepEqual(toEvent(row), {
    event_id: '7',
    title: 'Round 1',
    org_id: '3',
    organisation_name: 'Harbour City FC',
    venue_id: '12',
    venue_name: 'Harbour Park',
    online_event: false,
    url_string: 'round-1',
    buy_tickets_url: null,
    currency: 'AUD',
    currency_symbol: '$',
    public_event: true,
    reserved_seating: false,
    max_per_customer: null,
    sold_out: false,
    formatted_full_event_start_date: 'Saturday 14 March 2026, 7:30 PM',
    formatted_event_start_date_day: 'Saturday',
    formatted_event_start_date_time: '7:30 PM',
    formatted_event_start_date_month: 'March',
    formatted_event_start_date_date: '14',
    formatted_event_start_date_year: '2026',
    utc_event_start_date: '2026-03-14T08:30:00Z',
    timezone: 'Australia/Sydney',
    event_status_id: '1',
    banner_image: null,
    description: null,
    translations: {},
    images: [],
    rotating_barcodes: false,
    holder_names: 'none',
    questions: [],
    membership_seat_map_id: null,
    seat_map_id: null,
    season_ids: [],
    doors_open_unix: 1773471600,
    event_start_unix: 1773477000,
    event_end_unix: null,
  })
})

const starts: [utc: string, zone: string, shown: string, why: string][] = [
  ['2026-01-10T08:30:00Z', 'Australia/Sydney', 'Saturday 10 January 2026, 7:30 PM', 'summer time, +11'],
  ['2026-07-11T09:30:00Z', 'Australia/Sydney', 'Saturday 11 July 2026, 7:30 PM', 'standard time, +10'],
  ['2026-07-11T09:30:00Z', 'Australia/Adelaide', 'Saturday 11 July 2026, 7:00 PM', 'half an hour, +9:30'],
  [
    '2026-01-10T08:30:00Z',
    'Australia/Adelaide',
    'Saturday 10 January 2026, 7:00 PM',
    'half an hour and summer, +10:30',
  ],
  ['2026-01-10T18:30:00Z', 'Asia/Kathmandu', 'Sunday 11 January 2026, 12:15 AM', 'three quarters, +5:45, the next day'],
  [
    '2026-01-10T00:00:00Z',
    'America/St_Johns',
    'Friday 9 January 2026, 8:30 PM',
    'half an hour west, −3:30, the day before',
  ],
  ['2025-12-31T23:30:00Z', 'Asia/Kolkata', 'Thursday 1 January 2026, 5:00 AM', 'the next year, +5:30'],
  ['2026-10-24T23:30:00Z', 'Europe/Berlin', 'Sunday 25 October 2026, 1:30 AM', 'the night of the change, before it'],
  ['2026-10-25T00:30:00Z', 'Europe/Berlin', 'Sunday 25 October 2026, 2:30 AM', 'the hour that happens twice, first'],
  ['2026-10-25T01:30:00Z', 'Europe/Berlin', 'Sunday 25 October 2026, 2:30 AM', 'the hour that happens twice, second'],
  ['2026-03-29T01:00:00Z', 'Europe/Berlin', 'Sunday 29 March 2026, 3:00 AM', 'the hour that does not happen is past'],
  ['2026-04-04T15:15:00Z', 'Australia/Lord_Howe', 'Sunday 5 April 2026, 1:45 AM', 'clocks that move by half an hour'],
  ['2026-06-01T12:00:00Z', 'UTC', 'Monday 1 June 2026, 12:00 PM', 'noon is 12 PM'],
]
for (const [utc, timezone, text, why] of starts) {
  test(`${utc} in ${timezone} is ${text} (${why})`, () => {
    const event = toEvent({ ...row, timezone, starts_at: new Date(utc) })
    assert.equal(event.formatted_full_event_start_date, text)
    assert.equal(event.utc_event_start_date, utc)
  })
}

test('an online event has no venue, and neither an id nor a name of one', () => {
  const event = toEvent({ ...row, online_event: true, venue_id: null, venue_name: null })
  assert.equal(event.venue_id, null)
  assert.equal(event.venue_name, null)
})
