import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Device } from '@grandstand/sdk'
import { devicesBy, troubledFirst } from './devices-order.ts'

const device = (name: string, alarms: Device['alarms'] = [], status: Device['status'] = 'enrolled') =>
  ({ name, alarms, status, steward: null }) as unknown as Device
const namesOf = (devices: Device[]) => devices.map(({ name }) => name)

test('scanners in trouble come first, the worst of them before the others, and revoked ones last', () => {
  const devices = [
    device('North 10'),
    device('North 2'),
    device('Old', [], 'revoked'),
    device('Battery', ['battery']),
    device('Gone', ['silent', 'battery']),
  ]
  assert.deepEqual(namesOf(troubledFirst(devices)), ['Gone', 'Battery', 'North 2', 'North 10', 'Old'])
})

test('a search looks at name and gates, in any order of words', () => {
  const devices = [device('North 1'), device('South 1')]
  const gatesOf = ({ name }: Device) => (name === 'North 1' ? 'Gate A' : 'Gate B')
  assert.deepEqual(namesOf(devicesBy(devices, 'gate 1', gatesOf)), ['North 1', 'South 1'])
  assert.deepEqual(namesOf(devicesBy(devices, 'a north', gatesOf)), ['North 1'])
  assert.deepEqual(namesOf(devicesBy(devices, 'west', gatesOf)), [])
})
