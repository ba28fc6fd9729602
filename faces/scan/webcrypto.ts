import type { Hmac } from '../../server/tickets/tickets/rotating-code.ts'
import type { Verify } from '../../server/tickets/tickets/ticket-code.ts'

/** What the rules ask of cryptography, by the browser's own. */

export const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))

export const base64urlOf = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** A key as the browser holds it: for use, and not to be read. */
export type HeldKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

const publicKeys = new WeakMap<Uint8Array, Promise<HeldKey>>()

export const verify: Verify = async (publicKey, signature, payload) => {
  const known = publicKeys.get(publicKey) ?? crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify'])
  publicKeys.set(publicKey, known)
  return crypto.subtle.verify('Ed25519', await known, signature, payload)
}

export const hmac: Hmac = async (hash, key, message) => {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash }, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, message))
}

/** Kept like this, the key hashes what is read and never leaves the browser again. */
export const importBarcodeKey = (barcodeKey: string): Promise<HeldKey> =>
  crypto.subtle.importKey('raw', bytesOf(barcodeKey), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])

const HASH_BYTES = 12
const SHORT_HASH_BYTES = 6

async function hashOf(key: HeldKey, code: string, length: number): Promise<string> {
  const mac = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(code))
  return base64urlOf(new Uint8Array(mac).subarray(0, length))
}

/** What the manifest has in place of a barcode. */
export const barcodeHash = (key: HeldKey, barcode: string): Promise<string> => hashOf(key, barcode, HASH_BYTES)

/** And in place of the code that is typed. */
export const shortHash = (key: HeldKey, code: string): Promise<string> => hashOf(key, code, SHORT_HASH_BYTES)

/** To tell whether two are the same without keeping either. */
export async function fingerprint(text: string): Promise<string> {
  return base64urlOf(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
}
