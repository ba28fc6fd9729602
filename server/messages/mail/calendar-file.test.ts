import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendarFile } from './calendar-file.ts'
import { zoneLines } from './calendar-zone.ts'

const derby = {
  uid: 'event-7.1@grandstand',
  title: 'Derby',
  startsAt: new Date('2026-03-14T08:30:00Z'),
  endsAt: null,
  timezone: 'Australia/Sydney',
  place: 'Harbour Park',
  url: 'https://club.example/events/7',
  description: 'x',
  changedAt: new Date('2026-01-01T00:00:00Z'),
  cancelled: false,
}
const fileOf = (event: Partial<typeof derby>) => calendarFile({ ...derby, ...event }).content.toString()

test('an event is at the local time of its zone, whose rules come with it', () => {
  const file = fileOf({})
  assert.match(
    file,
    /\r\nDTSTART;TZID=Australia\/Sydney:20260314T193000\r\nDTEND;TZID=Australia\/Sydney:20260314T213000\r\n/,
  )
  assert.match(file, /BEGIN:VTIMEZONE\r\nTZID:Australia\/Sydney\r\n/)
  assert.ok(file.startsWith('BEGIN:VCALENDAR\r\n') && file.endsWith('END:VCALENDAR\r\n'))
})

test('every change of the clocks in the year is written out, at the hour that they showed before', () => {
  const lines = zoneLines('Europe/Berlin', new Date('2026-07-01T00:00:00Z')).join('\n')
  assert.ok(
    lines.includes('BEGIN:DAYLIGHT\nDTSTART:20260329T020000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\nEND:DAYLIGHT'),
  )
  assert.ok(
    lines.includes('BEGIN:STANDARD\nDTSTART:20261025T030000\nTZOFFSETFROM:+0200\nTZOFFSETTO:+0100\nEND:STANDARD'),
  )
  const none = zoneLines('Asia/Kathmandu', new Date('2026-07-01T00:00:00Z'))
  assert.deepEqual(
    none.filter((line) => line.startsWith('BEGIN:')),
    ['BEGIN:VTIMEZONE', 'BEGIN:STANDARD'],
  )
  assert.ok(none.includes('TZOFFSETTO:+0545'))
})

test('no line has more than 75 octets, and unfolded it is what it was, in any script', () => {
  const title = '🏟️ Größtes Derby; «Νίκη», 東京 \\ '.repeat(6)
  const file = fileOf({ title })
  for (const line of file.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line)
  const summary = /\r\nSUMMARY:(.*?)\r\n[A-Z]/s.exec(file)?.[1]?.replaceAll('\r\n ', '')
  assert.equal(summary?.replaceAll(/\\([\\;,])/g, '$1'), title)
})

test('nothing in a title begins a line of its own', () => {
  const file = fileOf({ title: 'Derby\r\nATTENDEE:mailto:eve@example.org\u0000', place: 'A\nB\rC' })
  assert.doesNotMatch(file, /^ATTENDEE/m)
  assert.ok(file.includes('SUMMARY:Derby\\nATTENDEE:mailto:eve@example.org\r\n'))
  assert.ok(file.includes('LOCATION:A\\nB\\nC\r\n'))
})

test('a later file has a higher number under the same name, so that a calendar replaces the entry; a cancelled one is struck out', () => {
  const numberOf = (file: string) => Number(/SEQUENCE:(\d+)/.exec(file)?.[1])
  const moved = fileOf({ changedAt: new Date('2026-01-02T00:00:00Z') })
  assert.equal(numberOf(moved) - numberOf(fileOf({})), 86_400)
  assert.match(fileOf({ cancelled: true }), /METHOD:CANCEL[\s\S]+STATUS:CANCELLED/)
})
