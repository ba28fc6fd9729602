import assert from 'node:assert/strict'
import { test } from 'node:test'
import { credential } from '../../platform/http/guarded-fields.ts'
import { type ListedScanRow, toScan } from './listed-scan.ts'

const row: Omit<ListedScanRow, 'position'> = {
  scan_id: 1,
  device_id: 1,
  gate_id: 2,
  gate: 'North',
  direction: 'entry',
  result: 'admitted',
  barcode: credential('X'),
  ticket_id: 3,
  membership_member_id: null,
  annuls_scan_id: null,
  offline: false,
  by_search: false,
  scanned_at: new Date(0),
  order_id: 4,
  ticket_name: 'Ada Okafor',
  email_address: null,
  price_category_id: 5,
  price_category_status: 'active',
  membership_category_id: null,
  category_title: 'Stand',
  price_title: 'Adult',
}

const scans: [utc: string, zone: string, shown: string, offset: number, why: string][] = [
  ['2026-01-10T08:30:00Z', 'Australia/Sydney', '2026-01-10 19:30:00', 11, 'summer time'],
  ['2026-07-11T09:30:00Z', 'Australia/Sydney', '2026-07-11 19:30:00', 10, 'standard time'],
  ['2026-07-11T09:30:00Z', 'Australia/Adelaide', '2026-07-11 19:00:00', 9.5, 'half an hour'],
  ['2026-01-10T18:30:59Z', 'Asia/Kathmandu', '2026-01-11 00:15:59', 5.75, 'three quarters, the next day'],
  ['2026-01-10T00:00:00Z', 'America/St_Johns', '2026-01-09 20:30:00', -3.5, 'half an hour west, the day before'],
  ['2025-12-31T23:30:00Z', 'Asia/Kolkata', '2026-01-01 05:00:00', 5.5, 'the next year'],
  ['2026-10-25T00:30:00Z', 'Europe/Berlin', '2026-10-25 02:30:00', 2, 'the hour that happens twice, first'],
  ['2026-10-25T01:30:00Z', 'Europe/Berlin', '2026-10-25 02:30:00', 1, 'the hour that happens twice, second'],
  ['2026-03-29T00:59:59Z', 'Europe/Berlin', '2026-03-29 01:59:59', 1, 'before the hour that does not happen'],
  ['2026-03-29T01:00:00Z', 'Europe/Berlin', '2026-03-29 03:00:00', 2, 'after the hour that does not happen'],
  ['2026-04-04T14:59:59Z', 'Australia/Lord_Howe', '2026-04-05 01:59:59', 11, 'before clocks move by half an hour'],
  ['2026-04-04T15:00:00Z', 'Australia/Lord_Howe', '2026-04-05 01:30:00', 10.5, 'after they did'],
  ['2026-06-01T00:00:00Z', 'UTC', '2026-06-01 00:00:00', 0, 'midnight is 00, not 24'],
]
for (const [utc, zone, shown, offset, why] of scans) {
  test(`${utc} in ${zone} is ${shown} (${why})`, () => {
    const scan = toScan({ ...row, scanned_at: new Date(utc) }, zone)
    assert.equal(`${scan.scan_date} ${scan.scan_time}`, shown)
    assert.equal(scan.unix_timestamp, Date.parse(utc) / 1000)
    assert.equal(scan.unix_local_timestamp, Date.parse(utc) / 1000 + offset * 3600)
  })
}

test('parts of a second are left off', () => {
  const scan = toScan({ ...row, scanned_at: new Date('2026-06-01T23:59:59.999Z') }, 'UTC')
  assert.deepEqual([scan.scan_date, scan.scan_time], ['2026-06-01', '23:59:59'])
  assert.equal(scan.unix_timestamp, Date.parse('2026-06-01T23:59:59Z') / 1000)
})
