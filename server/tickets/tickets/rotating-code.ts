import { asScanned, readTicketCode, TICKET_CODE_LENGTH } from './ticket-code.ts'

/*
 * The code that an event with rotating barcodes takes at its gates, and nothing of Node, so that a scanner's and a fan's browser
 * make and check it with the same lines:
 *
 *   the ticket's signed barcode, 141 characters, and 8 digits that change every 15 seconds
 *
 * together still a QR code of 41 × 41. The digits are a TOTP (RFC 6238, SHA-1, which is what a Google Wallet pass computes by
 * itself) under a key of the ticket's own: HMAC-SHA-256 of the ticket's number under the rotation key that belongs to the key
 * which signed the barcode, its first 20 bytes. A scanner holds the rotation keys of the event, so that it can check tickets that were sold after
 * its manifest; a fan's page holds the key of its own tickets.
 */

export const CODE_PERIOD_SECONDS = 15
export const CODE_DIGITS = 8
const TICKET_KEY_BYTES = 20
/** Codes of so many periods before this one are taken too: slow phones, and the walk of a hand to the reader. None is older than 45 seconds. */
const PERIODS_BEFORE = 2
/** And of the one to come: phones whose clocks are ahead. */
const PERIODS_AFTER = 1

/** HMAC: WebCrypto in a browser, whatever is at hand elsewhere. */
export type Hmac = (
  hash: 'SHA-1' | 'SHA-256',
  key: Uint8Array<ArrayBuffer>,
  message: Uint8Array<ArrayBuffer>,
) => Uint8Array | Promise<Uint8Array>

/** What was read at a gate, without the digits of the moment: by this a ticket is looked up. */
export function withoutDigits(text: string): { barcode: string; digits: string | undefined } {
  const read = asScanned(text)
  const digits = read.slice(TICKET_CODE_LENGTH)
  const isRotating = read.length === TICKET_CODE_LENGTH + CODE_DIGITS && /^[0-9]+$/.test(digits)
  return isRotating ? { barcode: read.slice(0, TICKET_CODE_LENGTH), digits } : { barcode: text, digits: undefined }
}

/** The key by which one ticket's digits are made. */
export async function ticketKey(hmac: Hmac, rotationKey: Uint8Array<ArrayBuffer>, ticketId: number) {
  const message = Uint8Array.from(String(ticketId), (character) => character.charCodeAt(0))
  return Uint8Array.from((await hmac('SHA-256', rotationKey, message)).slice(0, TICKET_KEY_BYTES))
}

export const periodAt = (atMs: number): number => Math.floor(atMs / (CODE_PERIOD_SECONDS * 1000))

/** RFC 4226 and 6238. */
export async function digitsOf(hmac: Hmac, key: Uint8Array<ArrayBuffer>, period: number): Promise<string> {
  const message = new Uint8Array(8)
  new DataView(message.buffer).setBigUint64(0, BigInt(period))
  const mac = await hmac('SHA-1', key, message)
  const offset = (mac[19] ?? 0) & 15
  const number = new DataView(mac.buffer, mac.byteOffset + offset).getUint32(0) & 0x7fffffff
  return String(number % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0')
}

/**
 * What a code is worth at this instant, by our clock, where the event rotates. `fixed` is a barcode that no key of ours has signed, such as one that was
 * imported: there is nothing to rotate.
 */
export type CodeState = 'fixed' | 'fresh' | 'stale'

export async function codeState(
  hmac: Hmac,
  text: string,
  rotationKeys: ReadonlyMap<number, Uint8Array<ArrayBuffer>>,
  atMs: number,
): Promise<CodeState> {
  const { barcode, digits } = withoutDigits(text)
  const code = readTicketCode(asScanned(barcode))
  if (!code) return 'fixed'
  const rotationKey = rotationKeys.get(code.signingKeyId)
  if (digits === undefined || !rotationKey) return 'stale'
  const key = await ticketKey(hmac, rotationKey, code.ticketId)
  const now = periodAt(atMs)
  for (let period = now - PERIODS_BEFORE; period <= now + PERIODS_AFTER; period += 1) {
    if ((await digitsOf(hmac, key, period)) === digits) return 'fresh'
  }
  return 'stale'
}
