import { base32Length, decodeBase32, encodeBase32 } from '../../platform/values/base32.ts'

/*
 * What a ticket's barcode says, and nothing of Node, so that a scanner's browser reads it with the same lines.
 *
 *   0      version, 1
 *   1..4   signing key        5..8    event        9..13  ticket
 *   14..17 price category     18..21  the second from which it is no longer valid, 0 for none
 *   22..23 revision           24..87  Ed25519 signature of the 24 bytes before it
 *
 * Numbers are unsigned, most significant byte first. 88 bytes are 141 characters, which a QR code of 41 × 41 holds.
 */
export type TicketCode = {
  signingKeyId: number
  eventId: number
  ticketId: number
  priceCategoryId: number
  /** The ticket's own end in Unix seconds; null where it is valid for as long as its event. */
  validUntilUnix: number | null
  revision: number
}

/** Verifies an Ed25519 signature: WebCrypto in a browser, whatever is at hand elsewhere. */
export type Verify = (
  publicKey: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
  payload: Uint8Array<ArrayBuffer>,
) => boolean | Promise<boolean>

const VERSION = 1
export const PAYLOAD_BYTES = 24
export const SIGNATURE_BYTES = 64
const CODE_BYTES = PAYLOAD_BYTES + SIGNATURE_BYTES
export const TICKET_CODE_LENGTH: number = base32Length(CODE_BYTES)

/** Name, first byte and width. Tickets are the most numerous thing there is and have 40 bits; the others are far fewer. */
const FIELDS = [
  ['signingKeyId', 1, 4],
  ['eventId', 5, 4],
  ['ticketId', 9, 5],
  ['priceCategoryId', 14, 4],
  ['validUntilUnix', 18, 4],
  ['revision', 22, 2],
] as const

/** The most often that a ticket can be replaced. */
export const REVISION_MAX = 2 ** 16 - 1

/** The bytes to sign. A number that has no room is refused, since a shortened one would be another ticket's. */
export function ticketPayload(code: TicketCode): Uint8Array<ArrayBuffer> {
  const payload = new Uint8Array(PAYLOAD_BYTES)
  payload[0] = VERSION
  for (const [name, at, width] of FIELDS) write(payload, name, at, width, code[name] ?? 0)
  return payload
}

function write(payload: Uint8Array, name: string, at: number, width: number, value: number): void {
  if (!Number.isSafeInteger(value) || value < 0 || value >= 2 ** (8 * width)) {
    throw new RangeError(`${name} ${value} does not fit into ${width} bytes of a ticket code`)
  }
  let rest = value
  for (let byte = at + width - 1; byte >= at; byte -= 1) {
    payload[byte] = rest % 256
    rest = Math.floor(rest / 256)
  }
}

/** What every code of a key begins with: version and key are 5 bytes, which are 8 characters. */
export const signingKeyPrefix = (signingKeyId: number): string => {
  const payload = ticketPayload({ ...NO_TICKET, signingKeyId })
  return encodeBase32(payload.subarray(0, 5))
}

const NO_TICKET = { eventId: 0, ticketId: 0, priceCategoryId: 0, validUntilUnix: null, revision: 0 }

export function encodeTicketCode(payload: Uint8Array, signature: Uint8Array): string {
  if (payload.length !== PAYLOAD_BYTES || signature.length !== SIGNATURE_BYTES) {
    throw new RangeError('a ticket code is 24 bytes and a signature of 64')
  }
  const bytes = new Uint8Array(CODE_BYTES)
  bytes.set(payload)
  bytes.set(signature, PAYLOAD_BYTES)
  return encodeBase32(bytes)
}

export type ReadTicketCode = TicketCode & {
  payload: Uint8Array<ArrayBuffer>
  signature: Uint8Array<ArrayBuffer>
}

/**
 * What a barcode claims, or undefined when it is no ticket code of a version known here. The claim is worth nothing before
 * `isSigned`. There is exactly one spelling for each code: see `asScanned` for what a reader's keyboard makes of it.
 */
export function readTicketCode(text: string): ReadTicketCode | undefined {
  const bytes = text.length === TICKET_CODE_LENGTH ? decodeBase32(text) : undefined
  if (bytes?.[0] !== VERSION) return undefined
  const number = (at: number, width: number) =>
    bytes.subarray(at, at + width).reduce((value, byte) => value * 256 + byte, 0)
  const validUntilUnix = number(18, 4)
  return {
    signingKeyId: number(1, 4),
    eventId: number(5, 4),
    ticketId: number(9, 5),
    priceCategoryId: number(14, 4),
    validUntilUnix: validUntilUnix === 0 ? null : validUntilUnix,
    revision: number(22, 2),
    payload: bytes.slice(0, PAYLOAD_BYTES),
    signature: bytes.slice(PAYLOAD_BYTES),
  }
}

/** Whether one of the event's keys signed it; a code that names a key of another event is not signed. */
export async function isSigned(
  code: ReadTicketCode,
  publicKeys: ReadonlyMap<number, Uint8Array<ArrayBuffer>>,
  verify: Verify,
): Promise<boolean> {
  const key = publicKeys.get(code.signingKeyId)
  return key !== undefined && (await verify(key, code.signature, code.payload))
}

/** A barcode as a reader delivers it: with a line end, or in lower case from one that types with caps lock on. */
export const asScanned = (text: string): string => text.trim().toUpperCase()
