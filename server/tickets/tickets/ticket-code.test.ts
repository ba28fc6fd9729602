import assert from 'node:assert/strict'
import { generateKeyPairSync, sign } from 'node:crypto'
import { test } from 'node:test'
import QRCode from 'qrcode'
import { fc } from '../../../tests/harness/chance.ts'
import {
  asScanned,
  encodeTicketCode,
  isSigned,
  REVISION_MAX,
  readTicketCode,
  type TicketCode,
  ticketPayload,
  type Verify,
} from './ticket-code.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const keys = new Map([[7, new Uint8Array(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'))]])
const example: TicketCode = {
  signingKeyId: 7,
  eventId: 12,
  ticketId: 345_678,
  priceCategoryId: 9,
  validUntilUnix: null,
  revision: 0,
}

const codeOf = (ticket: TicketCode) => {
  const payload = ticketPayload(ticket)
  return encodeTicketCode(payload, sign(null, payload, privateKey))
}

/** As a scanner's browser does it. */
const webCrypto: Verify = async (key, signature, payload) => {
  const imported = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify'])
  return crypto.subtle.verify('Ed25519', imported, signature, payload)
}

const read = (text: string) => {
  const code = readTicketCode(text)
  assert.ok(code, 'is a ticket code')
  return code
}

test('a code says what was signed, and a browser can verify it', async () => {
  const text = codeOf(example)
  assert.match(text, /^[0-9A-Z]{141}$/)
  const { payload: _payload, signature: _signature, ...claims } = read(text)
  assert.deepEqual(claims, example)
  assert.equal(await isSigned(read(text), keys, webCrypto), true)
})

test('the code fits into a QR code of 41 × 41 that survives a scratch', () => {
  const { modules, errorCorrectionLevel, version } = QRCode.create(codeOf(example), { errorCorrectionLevel: 'M' })
  assert.deepEqual([modules.size, errorCorrectionLevel.bit, version], [41, 0, 6])
})

test('whatever fits comes back', () => {
  const upTo = (bytes: number) => fc.integer({ min: 0, max: Math.min(2 ** (8 * bytes) - 1, Number.MAX_SAFE_INTEGER) })
  const tickets = fc.record({
    signingKeyId: upTo(4),
    eventId: upTo(4),
    ticketId: upTo(5),
    priceCategoryId: upTo(4),
    validUntilUnix: fc.option(fc.integer({ min: 1, max: 2 ** 32 - 1 })),
    revision: upTo(2),
  })
  fc.assert(
    fc.property(tickets, (ticket) => {
      const { payload, signature, ...claims } = read(encodeTicketCode(ticketPayload(ticket), new Uint8Array(64)))
      assert.deepEqual(claims, { ...ticket })
      assert.deepEqual(payload, ticketPayload(ticket))
      assert.deepEqual(signature, new Uint8Array(64))
    }),
  )
})

test('a number without room is refused instead of becoming another one', () => {
  const tooMuch: Partial<TicketCode>[] = [
    { signingKeyId: 2 ** 32 },
    { eventId: 2 ** 32 },
    { ticketId: 2 ** 40 },
    { priceCategoryId: 2 ** 32 },
    { validUntilUnix: 2 ** 32 },
    { revision: REVISION_MAX + 1 },
    { ticketId: -1 },
    { ticketId: 1.5 },
    { ticketId: Number.NaN },
  ]
  for (const change of tooMuch) {
    assert.throws(() => ticketPayload({ ...example, ...change }), new RegExp(`^RangeError: ${Object.keys(change)[0]} `))
  }
})

test('a code with any character changed is not signed', async () => {
  const text = codeOf(example)
  for (let at = 0; at < text.length; at += 1) {
    const other = text[at] === 'Z' ? 'Y' : 'Z'
    const code = readTicketCode(text.slice(0, at) + other + text.slice(at + 1))
    assert.equal(code !== undefined && (await isSigned(code, keys, webCrypto)), false, `character ${at}`)
  }
})

test('a code of another key, or of a key that the event does not have, is not signed', async () => {
  const foreign = generateKeyPairSync('ed25519')
  const payload = ticketPayload(example)
  const forged = encodeTicketCode(payload, sign(null, payload, foreign.privateKey))
  assert.equal(await isSigned(read(forged), keys, webCrypto), false)
  assert.equal(await isSigned(read(codeOf({ ...example, signingKeyId: 8 })), keys, webCrypto), false)
})

test('only one spelling is a code; what a reader adds is taken off before', () => {
  const text = codeOf(example)
  for (const other of [text.toLowerCase(), ` ${text}`, `${text}0`, text.slice(1), '', 'ABC', '0'.repeat(141)]) {
    assert.equal(readTicketCode(other), undefined)
  }
  assert.equal(asScanned(`${text.toLowerCase()}\r\n`), text)
})
