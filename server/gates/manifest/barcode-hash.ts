import { createHmac } from 'node:crypto'

const HASH_BYTES = 12

/**
 * What a manifest has instead of a barcode: HMAC-SHA256 with the key that the manifest carries, the first 12 bytes in base64url.
 * A scanner does the same with what it reads. Who finds the list cannot print cards from it: of our own codes, 60 random bits,
 * he would have to try them all. A short code that an organisation brought along can be guessed by somebody who has the key too.
 */
export function barcodeHasher(key: string): (barcode: string) => string {
  const bytes = Buffer.from(key, 'base64url')
  return (barcode) => createHmac('sha256', bytes).update(barcode).digest().subarray(0, HASH_BYTES).toString('base64url')
}
