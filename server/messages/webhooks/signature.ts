import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { type RandomBytes, systemRandom } from '../../platform/values/random.ts'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** As Standard Webhooks writes a secret: 32 random bytes in base64. */
export const makeSecret = (random: RandomBytes = systemRandom): string =>
  PREFIX + Buffer.from(random(SECRET_BYTES)).toString('base64')

/** A secret opens in the row that it was made for and nowhere else. */
export const secretContext = (orgId: number, endpointId: number): string => `webhook_endpoints ${orgId} ${endpointId}`

/** The key in a secret, ready to sign with: made once, since from bytes it would be made anew for each signature, at 32 µs instead of 6. */
export const keyOf = (secret: string): KeyObject => createSecretKey(secret.slice(PREFIX.length), 'base64')

/** The id is the same on every attempt, so that a receiver can tell what it has had already. */
export const messageIdOf = (messageId: number): string => `msg_${messageId}`

/** The very bytes that are signed and sent: the payload as it was frozen, and the number that it got since. */
export const signedBody = (payload: string, sequence: number): string =>
  `${payload.slice(0, -1)},"sequence":${sequence}}`

/** One signature for each key; while a secret is being rolled there are two, and either may verify. */
export function headersOf(id: string, at: Date, body: string, keys: KeyObject[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signed = `${id}.${timestamp}.${body}`
  const signatures = keys.map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Grandstand-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
