import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TicketPage } from '@grandstand/sdk'
import { calendarOf } from './calendar.ts'

const event = {
  event_id: '7',
  title: 'Derby,\rreplayed',
  venue_name: null,
  venue_address: null,
  event_start_unix: 1_900_000_000,
  event_end_unix: null,
  calendar_uid: 'event-7.1@grandstand',
  calendar_sequence: 1234,
}

test('the entry is the one that the mail made, by its name and number, and no break in a title ends a line', () => {
  const lines = calendarOf({ event, order_id: 42 } as TicketPage, 0).split('\r\n')
  assert.ok(lines.includes('UID:event-7.1@grandstand'))
  assert.ok(lines.includes('SEQUENCE:1234'))
  assert.ok(lines.includes('SUMMARY:Derby\\,\\nreplayed'))
})
