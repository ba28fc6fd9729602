import { createHmac } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { OrgId } from '../../access/principal.ts'
import { type Credential, exposed } from '../../platform/http/guarded-fields.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { SystemClock } from '../../platform/values/clock.ts'
import type { Seal } from '../../platform/values/seal.ts'
import { type Hmac, withoutDigits } from './rotating-code.ts'
import { openPrivateKeys } from './signing-keys.ts'
import { asScanned, readTicketCode } from './ticket-code.ts'

export const nodeHmac: Hmac = (hash, key, message) =>
  createHmac(hash === 'SHA-1' ? 'sha1' : 'sha256', key)
    .update(message)
    .digest()

/** The keys by the signing key that a barcode names. */
export type RotationKeys = ReadonlyMap<number, Uint8Array<ArrayBuffer>>

const EVENTS_MAX = 1000
/** After this they are read again, since keys are replaced and deleted elsewhere. */
const KEPT_MS = 60_000
const PURPOSE = 'grandstand rotating barcodes v1'

export type RotationKeyStore = {
  /** With the one that a ticket's barcode names, however new it is. */
  keysOf(orgId: OrgId, sql: Db, eventId: number, barcode?: Credential): Promise<RotationKeys>
}

/** Operations with rotating codes need this. */
export type RotationDeps = { rotation: RotationKeyStore }

/** Derived from the keys that sign an event's barcodes, one way: they move, are sealed anew and are deleted with those. */
export function createRotationKeyStore({
  seal,
  systemClock,
}: {
  seal: Seal
  systemClock: SystemClock
}): RotationKeyStore {
  const cache = new LRUCache<string, { keys: RotationKeys; until: number }>({ max: EVENTS_MAX })
  return {
    async keysOf(orgId, sql, eventId, barcode) {
      const name = `${orgId}/${eventId}`
      const now = systemClock().getTime()
      const cached = cache.get(name)
      const named =
        barcode === undefined ? undefined : readTicketCode(asScanned(withoutDigits(exposed(barcode)).barcode))
      const isKnown = named === undefined || cached?.keys.has(named.signingKeyId)
      if (cached && cached.until > now && isKnown) return cached.keys
      const opened = await openPrivateKeys(orgId, sql, seal, eventId)
      const keys = new Map(
        opened.map(({ signingKeyId, secret }) => [
          signingKeyId,
          Uint8Array.from(createHmac('sha256', Buffer.from(secret, 'base64url')).update(PURPOSE).digest()),
        ]),
      )
      cache.set(name, { keys, until: now + KEPT_MS })
      return keys
    },
  }
}
