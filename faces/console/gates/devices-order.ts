import type { Device } from '@grandstand/sdk'

/** The API lists the alarms of a device with the worst first, in this order. */
const ALARM_ORDER: Device['alarms'] = ['silent', 'lost', 'nonce', 'aside', 'stuck', 'disk', 'list', 'clock', 'battery']

const rankOf = ({ alarms: [worst], status }: Device): number =>
  worst === undefined ? ALARM_ORDER.length + Number(status === 'revoked') : ALARM_ORDER.indexOf(worst)

/** Scanners in trouble before the others, the worst first; revoked ones last; then by name, 2 before 10. */
export const troubledFirst = (devices: readonly Device[]): Device[] =>
  devices.toSorted((a, b) => rankOf(a) - rankOf(b) || a.name.localeCompare(b.name, 'en', { numeric: true }))

/** Those whose name, steward or gate has every word that was searched for. */
export function devicesBy(devices: readonly Device[], search: string, gatesOf: (device: Device) => string): Device[] {
  const parts = search.toLowerCase().split(/\s+/).filter(Boolean)
  const textOf = (device: Device) => [device.name, device.steward ?? '', gatesOf(device)].join(' ').toLowerCase()
  return devices.filter((device) => parts.every((part) => textOf(device).includes(part)))
}
