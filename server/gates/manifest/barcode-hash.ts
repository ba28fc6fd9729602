import { createHmac } from 'node:crypto'

/** Of a barcode; and of a short code, where fewer are better. */
const HASH_BYTES = 12
const SHORT_HASH_BYTES = 6

/** What a manifest has in place of codes. */
export type CodeHashes = { barcode: (barcode: string) => string; shortCode: (code: string) => string }

/**
 * What a manifest has instead of a code: HMAC-SHA256 with the key that the manifest carries, its first bytes in base64url. A scanner does
 * the same with what it reads. Who finds the list cannot print cards from it: of our own codes, 60 random bits, he would have to try them
 * all. A short code that an organisation brought along can be guessed by a finder who has the key too.
 *
 * Of the code that is typed there are 6 bytes. That is plenty to find a ticket by; and for a thief who tries all codes against the tickets of a
 * full stadium four thousand codes fit each of them, of which the service and every other scanner take one.
 */
export function codeHashes(key: string): CodeHashes {
  const bytes = Buffer.from(key, 'base64url')
  const hash = (code: string, length: number) =>
    createHmac('sha256', bytes).update(code).digest().subarray(0, length).toString('base64url')
  return { barcode: (barcode) => hash(barcode, HASH_BYTES), shortCode: (code) => hash(code, SHORT_HASH_BYTES) }
}
