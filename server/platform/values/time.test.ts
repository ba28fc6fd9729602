import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  englishDate,
  isTimeZone,
  localDate,
  localTime,
  localUnixSeconds,
  utcIso,
  zonedIso,
  zoneOffsetSeconds,
} from './time.ts'
import { timeZoneLinks } from './time-zone-links.ts'

const HOUR = 3600

test('an evening in Sydney is worded as the contract words it', () => {
  assert.deepEqual(englishDate(new Date('2026-03-14T08:30:00Z'), 'Australia/Sydney'), {
    full: 'Saturday 14 March 2026, 7:30 PM',
    day: 'Saturday',
    time: '7:30 PM',
    month: 'March',
    date: '14',
    year: '2026',
  })
})

test('noon is 12 PM, midnight is 12 AM, and days and hours have no leading zero', () => {
  const time = (at: string) => englishDate(new Date(at), 'UTC').time
  assert.deepEqual(
    ['00:00', '00:05', '09:00', '11:59', '12:00', '12:30', '13:05', '23:59'].map((clock) =>
      time(`2026-01-01T${clock}:00Z`),
    ),
    ['12:00 AM', '12:05 AM', '9:00 AM', '11:59 AM', '12:00 PM', '12:30 PM', '1:05 PM', '11:59 PM'],
  )
  assert.equal(englishDate(new Date('2026-06-07T00:00:00Z'), 'UTC').full, 'Sunday 7 June 2026, 12:00 AM')
})

test('one instant has its date, time, offset and local seconds in each zone', () => {
  const at = new Date('2026-03-14T08:30:15.999Z')
  for (const [zone, date, time, offset] of [
    ['UTC', '2026-03-14', '08:30:15', '+00:00'],
    ['Australia/Sydney', '2026-03-14', '19:30:15', '+11:00'],
    ['America/Los_Angeles', '2026-03-14', '01:30:15', '-07:00'],
    ['Pacific/Honolulu', '2026-03-13', '22:30:15', '-10:00'],
    ['Pacific/Kiritimati', '2026-03-14', '22:30:15', '+14:00'],
    ['Asia/Kolkata', '2026-03-14', '14:00:15', '+05:30'],
    ['Asia/Kathmandu', '2026-03-14', '14:15:15', '+05:45'],
    ['Australia/Adelaide', '2026-03-14', '19:00:15', '+10:30'],
    ['Pacific/Chatham', '2026-03-14', '22:15:15', '+13:45'],
    ['America/St_Johns', '2026-03-14', '06:00:15', '-02:30'],
    ['Australia/Lord_Howe', '2026-03-14', '19:30:15', '+11:00'],
  ] as const) {
    assert.equal(localDate(at, zone), date, zone)
    assert.equal(localTime(at, zone), time, zone)
    assert.equal(zonedIso(at, zone), `${date}T${time}${offset}`, zone)
    assert.equal(localUnixSeconds(at, zone), Date.parse(`${date}T${time}Z`) / 1000, zone)
  }
  assert.equal(utcIso(at), '2026-03-14T08:30:15Z')
})

test('clocks go forward and back at the very second', () => {
  for (const [zone, turn, before, after] of [
    ['Australia/Sydney', '2026-10-03T16:00:00Z', 10, 11],
    ['Australia/Sydney', '2026-04-04T16:00:00Z', 11, 10],
    ['Europe/London', '2026-03-29T01:00:00Z', 0, 1],
    ['America/New_York', '2026-11-01T06:00:00Z', -4, -5],
    ['Australia/Lord_Howe', '2026-10-03T15:30:00Z', 10.5, 11],
    ['Pacific/Chatham', '2026-09-26T14:00:00Z', 12.75, 13.75],
    ['America/Santiago', '2026-09-06T04:00:00Z', -4, -3],
  ] as const) {
    const at = Date.parse(turn)
    assert.equal(zoneOffsetSeconds(new Date(at - 1), zone), before * HOUR, `${zone} before ${turn}`)
    assert.equal(zoneOffsetSeconds(new Date(at), zone), after * HOUR, `${zone} at ${turn}`)
  }
})

test('the hour that happens twice is told apart by its offset, and the missing hour is skipped', () => {
  const [first, second] = [new Date('2026-04-04T15:30:00Z'), new Date('2026-04-04T16:30:00Z')]
  assert.equal(localTime(first, 'Australia/Sydney'), localTime(second, 'Australia/Sydney'))
  assert.equal(zonedIso(first, 'Australia/Sydney'), '2026-04-05T02:30:00+11:00')
  assert.equal(zonedIso(second, 'Australia/Sydney'), '2026-04-05T02:30:00+10:00')
  assert.equal(localTime(new Date('2026-10-03T15:59:59Z'), 'Australia/Sydney'), '01:59:59')
  assert.equal(localTime(new Date('2026-10-03T16:00:00Z'), 'Australia/Sydney'), '03:00:00')
})

test('dates before 1970 and far in the future are right too', () => {
  assert.equal(zonedIso(new Date('1969-12-31T23:59:59.500Z'), 'UTC'), '1969-12-31T23:59:59+00:00')
  assert.equal(localUnixSeconds(new Date('1969-12-31T23:59:59.500Z'), 'UTC'), -1)
  assert.equal(zonedIso(new Date('1956-11-22T05:00:00Z'), 'Australia/Melbourne'), '1956-11-22T15:00:00+10:00')
  assert.equal(localDate(new Date('1900-01-01T00:00:00Z'), 'UTC'), '1900-01-01')
  assert.equal(zonedIso(new Date('2100-01-15T00:00:00Z'), 'Australia/Sydney'), '2100-01-15T11:00:00+11:00')
  assert.equal(localDate(new Date('9999-12-31T12:00:00Z'), 'UTC'), '9999-12-31')
  assert.equal(englishDate(new Date('2000-02-29T00:00:00Z'), 'UTC').full, 'Tuesday 29 February 2000, 12:00 AM')
})

test('date and time agree with the platform’s own words through a whole year, before 1970 and now', () => {
  const zones = [
    'UTC',
    'Australia/Lord_Howe',
    'Pacific/Chatham',
    'Asia/Kathmandu',
    'America/St_Johns',
    'Africa/Casablanca',
    'Europe/Dublin',
    'Asia/Tehran',
  ]
  for (const zone of zones) {
    const platform = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
    for (const year of [1965, 2026]) {
      const start = Date.UTC(year, 0, 1)
      for (let at = start; at < start + 365 * 24 * HOUR * 1000; at += 11 * HOUR * 1000 + 1_799_000) {
        const instant = new Date(at)
        const ours = `${localDate(instant, zone)} ${localTime(instant, zone)}`
        if (ours !== platform.format(instant))
          assert.equal(ours, platform.format(instant), `${zone} ${instant.toISOString()}`)
      }
    }
  }
})

test('every link that we list is one that the platform knows', () => {
  for (const name of timeZoneLinks) {
    assert.doesNotThrow(() => new Intl.DateTimeFormat('en', { timeZone: name }), name)
    assert.ok(isTimeZone(name), name)
  }
})

test('a time zone is an IANA name, old or new, and never an offset', () => {
  for (const name of [
    'UTC',
    'Australia/Sydney',
    'America/Argentina/Buenos_Aires',
    'America/Port-au-Prince',
    'US/Pacific',
    'Europe/Kyiv',
    'Europe/Kiev',
    'Etc/GMT+5',
    'Asia/Calcutta',
    'Asia/Kolkata',
    'NZ-CHAT',
    'America/Argentina/ComodRivadavia',
  ]) {
    assert.ok(isTimeZone(name), name)
  }
  for (const name of [
    '',
    'Sydney',
    'Mars/Base',
    '+10:00',
    'GMT+3',
    'Australia/Sydney ',
    'australia/sydney',
    'EUROPE/LONDON',
    'us/pacific',
    'US/PACIFIC',
    'Us/Pacific',
    'Europe/kyiv',
    'ASIA/KOLKATA',
    'ETC/UTC',
    'Etc/Gmt+5',
    'utc',
    '../etc/passwd',
    'Australia\0/Sydney',
  ]) {
    assert.equal(isTimeZone(name), false, name)
  }
})
