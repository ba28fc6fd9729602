import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'
import type { OrgId } from '../../access/principal.ts'
import type { Seal } from '../../platform/values/seal.ts'

/*
 * A supervisor's code as a scanner without a network keeps it until its upload: closed for a key of the event whose other half only we
 * have, so that a finder of the phone can neither read it nor try codes against it. In base64url:
 *
 *   65 bytes   a public key (P-256) that the scanner draws for this one code
 *    n bytes   the code, by AES-256-GCM with a nonce of zeros: no key is used twice
 *   16 bytes   its tag
 *
 * The key of the cipher is HKDF-SHA-256 of what the two halves agree on (ECDH), the scanner's public key as salt and `[device_id, nonce]` of
 * the scan in JSON as info: put to another scan, or sent by another device, it does not open. Scans that a revoked phone has left are closed
 * alike, with `["scans", device_id]` as info.
 */
const CURVE = 'prime256v1'
const POINT_BYTES = 65
const TAG_BYTES = 16

/** Derived like the code itself, so that there is nothing to keep. */
function keyPair(orgId: OrgId, seal: Seal, eventId: number) {
  const seed = seal.fingerprint(JSON.stringify([orgId, eventId]), 'supervisor code key')
  const pair = createECDH(CURVE)
  pair.setPrivateKey(Buffer.from(hkdfSync('sha256', seed, '', 'supervisor code key', 32)))
  return pair
}

/** For a manifest. */
export const codeKey = (orgId: OrgId, seal: Seal, eventId: number): string =>
  keyPair(orgId, seal, eventId).getPublicKey('base64url')

/** What was closed for this event and for whom `info` says; undefined where it does not open. */
export function openSealed(
  orgId: OrgId,
  seal: Seal,
  eventId: number,
  sealed: string,
  info: readonly unknown[],
): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  const point = bytes.subarray(0, POINT_BYTES)
  const body = bytes.subarray(POINT_BYTES, -TAG_BYTES)
  const tag = bytes.subarray(-TAG_BYTES)
  try {
    const agreed = keyPair(orgId, seal, eventId).computeSecret(point)
    const key = Buffer.from(hkdfSync('sha256', agreed, point, JSON.stringify(info), 32))
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.alloc(12), { authTagLength: TAG_BYTES }).setAuthTag(
      tag,
    )
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

export type SealedFor = { eventId: number; deviceId: number; nonce: string }

/** The code as it was typed; empty where it does not open, which is no code. */
export const openSealedCode = (orgId: OrgId, seal: Seal, sealed: string, { eventId, deviceId, nonce }: SealedFor) =>
  openSealed(orgId, seal, eventId, sealed, [deviceId, nonce]) ?? ''

/** Scans that a revoked phone could not upload: `info` of theirs is no nonce of any device. */
export const openSealedScans = (orgId: OrgId, seal: Seal, eventId: number, deviceId: number, sealed: string) =>
  openSealed(orgId, seal, eventId, sealed, ['scans', deviceId])
