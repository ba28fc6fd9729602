import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alarmsOf, type ScannerFacts } from './alarms.ts'

const well: ScannerFacts = {
  isRevoked: false,
  silentMs: 10_000,
  heardMs: 10_000,
  isEventOn: true,
  isBound: false,
  waiting: 0,
  waitingMs: 0,
  aside: 0,
  listAgeMs: 20_000,
  storagePercent: 3,
  skewMs: 200,
  batteryPercent: 80,
  reusedMs: null,
}

test('a scanner that is well raises no alarm, nor does one that has never reported', () => {
  assert.deepEqual(alarmsOf(well), [])
  assert.deepEqual(alarmsOf({ ...well, silentMs: null, waiting: null, aside: null }), [])
})

test('each thing that is wrong is its own alarm, and the worst comes first', () => {
  const wrong = { waiting: 3, waitingMs: 61_000, aside: 1, listAgeMs: 301_000, storagePercent: 91, skewMs: -6_000 }
  assert.deepEqual(alarmsOf({ ...well, ...wrong, silentMs: 91_000, batteryPercent: 14 }), [
    ...['silent', 'aside', 'stuck', 'disk', 'list', 'clock', 'battery'],
  ])
})

test('a queue that gets shorter is not stuck, and one that stays for a minute is, silence counted', () => {
  assert.deepEqual(alarmsOf({ ...well, waiting: 40, waitingMs: 5_000 }), [])
  assert.deepEqual(alarmsOf({ ...well, waiting: 40, waitingMs: 5_000, silentMs: 80_000 }), ['stuck'])
})

test('a scanner that was put away is silent by right, unless it has scans that were not uploaded', () => {
  const yesterday = { ...well, silentMs: 24 * 3_600_000 }
  assert.deepEqual(alarmsOf({ ...yesterday, listAgeMs: 24 * 3_600_000 }), [])
  assert.deepEqual(alarmsOf({ ...yesterday, waiting: 2 }), ['silent', 'stuck'])
})

test('during an event a device of whatever kind that is not heard for two minutes is silent', () => {
  const turnstile = { ...well, silentMs: null, waiting: null, aside: null, listAgeMs: null }
  assert.deepEqual(alarmsOf({ ...turnstile, heardMs: 119_000 }), [])
  assert.deepEqual(alarmsOf({ ...turnstile, heardMs: 121_000 }), ['silent'])
  assert.deepEqual(alarmsOf({ ...turnstile, heardMs: 121_000, isEventOn: false }), [])
})

test('a device that was put away is missed only where it has gates of its own and an event is on', () => {
  const yesterday = { ...well, silentMs: null, waiting: null, aside: null, heardMs: 24 * 3_600_000 }
  assert.deepEqual(alarmsOf(yesterday), [])
  assert.deepEqual(alarmsOf({ ...yesterday, isBound: true }), ['silent'])
  assert.deepEqual(alarmsOf({ ...yesterday, isBound: true, heardMs: null }), ['silent'])
  assert.deepEqual(alarmsOf({ ...yesterday, isBound: true, isEventOn: false }), [])
})

test('of a scanner that was taken off the gates only what it had not uploaded matters', () => {
  assert.deepEqual(alarmsOf({ ...well, isRevoked: true, silentMs: 500_000 }), [])
  assert.deepEqual(alarmsOf({ ...well, isRevoked: true, waiting: 4 }), ['lost'])
})
