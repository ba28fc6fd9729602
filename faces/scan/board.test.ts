import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Device } from '@grandstand/sdk'
import { byGate, isOfEvent } from './board.ts'

const scanner = (name: string, gate_id: number | null, alarms: Device['alarms'] = [], more: Partial<Device> = {}) =>
  ({ name, gate_id, gate_ids: [], alarms, status: 'enrolled', reported_at: 100, last_seen_at: null, ...more }) as Device

const gates = [
  { gate_id: 1, gate: 'North' },
  { gate_id: 2, gate: 'South' },
]
const namesOf = (devices: Device[]) =>
  byGate(devices, gates).map(({ gate, devices: own }) => [gate, ...own.map(({ name }) => name)].join(' '))

test('scanners stand with their gate, the worst first, and of silent ones the one that has been so for longest', () => {
  const devices = [
    scanner('a', 1),
    scanner('b', 1, ['clock']),
    scanner('c', 2, ['silent'], { reported_at: 90 }),
    scanner('d', 2, ['silent'], { reported_at: 20 }),
    scanner('e', 2, ['stuck', 'list']),
  ]
  assert.deepEqual(namesOf(devices), ['South d c e', 'North b a'])
})

test('a turnstile that never reports stands at the one gate that it may scan at, silent since its key was last used', () => {
  const devices = [
    scanner('phone', 2, ['silent'], { reported_at: 50 }),
    scanner('turnstile', null, ['silent'], { gate_ids: [1], reported_at: null, last_seen_at: 40 }),
  ]
  assert.deepEqual(namesOf(devices), ['North turnstile', 'South phone'])
})

test('a scanner of another ground, and one that was put away, are not of this event', () => {
  const now = 1_000_000_000
  const heard = { last_seen_at: now / 1000 - 60, reported_at: null }
  const devices = [
    scanner('at its gate', 1, [], heard),
    scanner('elsewhere', 77, [], heard),
    scanner('bound here', null, [], { ...heard, gate_ids: [2] }),
    scanner('bound elsewhere', null, [], { ...heard, gate_ids: [77] }),
    scanner('anywhere', null, [], heard),
    scanner('of last week', null, [], { ...heard, last_seen_at: now / 1000 - 600_000 }),
  ]
  const names = devices.filter((device) => isOfEvent(device, gates, now)).map(({ name }) => name)
  assert.deepEqual(names, ['at its gate', 'bound here', 'anywhere'])
})

test('one that was taken off the gates is shown while it has scans on it, and one that stands nowhere as well', () => {
  const devices = [
    scanner('gone', 1, [], { status: 'revoked' }),
    scanner('lost', 1, ['lost'], { status: 'revoked' }),
    scanner('elsewhere', 77),
  ]
  assert.deepEqual(namesOf(devices), ['North lost', ' elsewhere'])
})
