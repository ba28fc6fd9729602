import type { Ground } from './grounds.ts'

export type Offline = {
  barcode: string
  nonce: string
  ago: number
  result?: string
  direction?: string
  gate?: number
}

/** What a device uploads whose clock is so many seconds ahead; `latency` is how long the upload is on its way. */
export const uploader =
  ({ house, eventId, gates, keys }: Ground) =>
  (scans: Offline[], { key = keys[0], skew = 0, latency = 0 } = {}) => {
    const now = () => house.clock().getTime() / 1000
    return house.call('POST', '/v1/gate/scans/batch', {
      key,
      body: {
        device_time: now() + skew - latency,
        scans: scans.map(({ barcode, nonce, ago, result = 'admitted', direction = 'entry', gate = 0 }) => ({
          ...{ event_id: eventId, gate_id: gates[gate === 1 ? 1 : 0], barcode, nonce, result, direction },
          scanned_at: now() + skew - ago,
        })),
      },
    })
  }
