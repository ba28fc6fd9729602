import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { openGround, uploader } from '../../../tests/builders/grounds.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { unique } from '../../../tests/builders/rows.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { pdfCodes, pdfTexts, pdfToolsMissing } from '../../../tests/outside/pdf-tools.ts'
import { qrSvg } from '../../tickets/tickets/qr-code.ts'
import { codeState, digitsOf, type Hmac, withoutDigits } from '../../tickets/tickets/rotating-code.ts'
import { readTicketCode } from '../../tickets/tickets/ticket-code.ts'
import { decide, type Question } from '../rules/decide.ts'
import { nobodyYet } from '../rules/facts.ts'

const house = await openHouse()
const club = await house.organisation()
const ground = await openGround(house, club)
const { clock } = house
const { eventId, gates, venueId, keys } = ground
const upload = uploader(ground)
const { priceId } = await addOffer(house, club, { eventId, capacity: 100 })
const publishable = await house.key(club.orgId, { kind: 'pk' })
const shop = shopOf(house, { key: publishable })

const rotate = (rotating_barcodes: boolean) =>
  house.call('PATCH', `/v1/manage/events/${eventId}`, { key: club.key, body: { rotating_barcodes } })
assert.equal((await rotate(true)).body.rotating_barcodes, true)

/** As a page in a browser does it. */
const webHmac: Hmac = async (hash, key, message) => {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash }, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, message))
}
const bytes = (base64url: string) => Uint8Array.from(Buffer.from(base64url, 'base64url'))

type Bought = { orderId: number; ticketId: number; barcode: string; secret: string; show(): Promise<string> }

/** A ticket, and a page that shows the code of the moment by what the API gave it. */
async function buy(): Promise<Bought> {
  const { body: order } = await shop.checkOut(await shop.fill(priceId, 1))
  const headers = { 'x-order-secret': order.order_secret }
  const { body, text } = await house.call('GET', '/v1/storefront/order/codes', { key: publishable, headers })
  const [code] = body.codes
  assert.ok(code, text)
  const { key, period_seconds } = code.rotation
  const show = async () =>
    code.barcode + (await digitsOf(webHmac, bytes(key), Math.floor(clock().getTime() / 1000 / period_seconds)))
  const { order_id: orderId, order_secret: secret } = order
  return { orderId, ticketId: code.ticket_id, barcode: code.barcode, secret, show }
}

test('the digits are those of RFC 6238', async () => {
  const key = Uint8Array.from(Buffer.from('12345678901234567890'))
  for (const [seconds, digits] of [
    [59, '94287082'],
    [1111111109, '07081804'],
    [20000000000, '65353130'],
  ] as const) {
    assert.equal(await digitsOf(webHmac, key, Math.floor(seconds / 30)), digits)
  }
})

test('the code of the moment is admitted, once', async () => {
  const { show } = await buy()
  assert.equal(await ground.result(await show()), 'admitted')
  clock.advance(15_000)
  assert.equal(await ground.result(await show(), { gate: 1 }), 'already_used')
})

test('a screenshot is refused after a minute, and the fan who shows the live code still comes in', async () => {
  const { show } = await buy()
  const screenshot = await show()
  clock.advance(60_000)
  const refused = await ground.scan(screenshot)
  assert.deepEqual([refused.body.result, refused.body.ticket.ticket_name], ['stale_code', 'Ada Okafor'])
  assert.equal(await ground.result(await show()), 'admitted')
})

test('clocks of phones may be a few seconds off, both ways', async () => {
  const slow = await buy()
  const shownBefore = await slow.show()
  clock.advance(29_000)
  assert.equal(await ground.result(shownBefore), 'admitted')
  const fast = await buy()
  clock.advance(14_000)
  const shownAhead = await fast.show()
  clock.advance(-14_000)
  assert.equal(await ground.result(shownAhead), 'admitted')
})

test('neither the barcode alone, nor made-up digits, nor those of another ticket open the gate', async () => {
  const [one, other] = [await buy(), await buy()]
  const codes = [one.barcode, `${one.barcode}00000000`, one.barcode + (await other.show()).slice(-8)]
  for (const code of codes) assert.equal(await ground.result(code), 'stale_code')
  assert.equal(await ground.result(one.barcode, { direction: 'exit' }), 'exit', 'no fan is kept in')
  assert.equal(await ground.result(`  ${(await one.show()).toLowerCase()}\n`), 'admitted')
})

test('two codes of one ticket at two gates in the same moment admit one', async () => {
  const { show } = await buy()
  const earlier = await show()
  clock.advance(15_000)
  const results = await Promise.all([earlier, await show()].map((code, gate) => ground.result(code, { gate })))
  assert.deepEqual(results.toSorted(), ['admitted', 'already_used'])
})

test('cards of members and barcodes that were imported do not rotate', async () => {
  assert.equal(await ground.result((await ground.member()).barcode), 'admitted')
  assert.equal(await ground.result((await ground.ticket()).barcode), 'admitted')
})

test('once the event no longer rotates, both forms of a code are taken', async () => {
  const [one, other] = [await buy(), await buy()]
  const screenshot = await other.show()
  clock.advance(3_600_000 / 2)
  await rotate(false)
  assert.equal(await ground.result(one.barcode), 'admitted')
  assert.equal(await ground.result(screenshot), 'admitted')
  await rotate(true)
})

test('a scanner without a network checks codes by its manifest, also of tickets that were sold since', async () => {
  await buy()
  const { body: manifest } = await house.call('GET', `/v1/gate/events/${eventId}/manifest`, { key: keys[0] })
  assert.equal(manifest.event.rotating_barcodes, true)
  type Key = { signing_key_id: number; rotation_key: string }
  const rotationKeys = new Map<number, Uint8Array<ArrayBuffer>>(
    manifest.public_keys.map((key: Key) => [key.signing_key_id, bytes(key.rotation_key)]),
  )
  const { show, ticketId } = await buy()
  /** What a scanner's browser does, whose clock is so far ahead, and which has measured that while it had a network. */
  const offline = async (text: string, skewMs = 0): Promise<string> => {
    const onDevice = clock().getTime() + skewMs
    const at = onDevice - skewMs
    assert.equal(readTicketCode(withoutDigits(text).barcode)?.ticketId, ticketId)
    const question: Question = {
      holder: { kind: 'ticket', eventId, status: 1, scanningFlag: 1, gateIds: [], validFrom: null, validUntil: null },
      event: {
        ...{ eventId, status: 1, venueId, doorsAt: null, startsAt: manifest.event.starts_at * 1000, endsAt: null },
        ...{ membershipSeatMapId: null, rotatingBarcodes: manifest.event.rotating_barcodes },
      },
      gate: { gateId: gates[0], venueId, archived: false, open: true },
      direction: 'entry',
      code: await codeState(webHmac, text, rotationKeys, at),
      at,
    }
    return decide(question, nobodyYet)
  }
  const screenshot = await show()
  assert.equal(await offline(screenshot), 'admitted')
  clock.advance(60_000)
  assert.equal(await offline(screenshot), 'stale_code')
  const live = await show()
  assert.equal(await offline(live, 3_600_000), 'admitted')
  const { body } = await upload([
    { barcode: screenshot, nonce: unique('offline'), ago: 20, result: 'stale_code' },
    { barcode: live, nonce: unique('offline'), ago: 10, result: 'admitted' },
  ])
  assert.deepEqual(
    body.scans.map(({ result }: { result: string }) => result),
    ['stale_code', 'admitted'],
  )
  clock.advance(15_000)
  assert.equal(await ground.result(await show()), 'already_used')
})

test('an upload does not ask again how old a code was that a device admitted', async () => {
  const { show, ticketId } = await buy()
  const screenshot = await show()
  clock.advance(60_000)
  const { body } = await upload([{ barcode: screenshot, nonce: unique('offline'), ago: 0, result: 'admitted' }])
  assert.equal(body.scans[0].result, 'admitted')
  const { body: conflicts } = await house.call('GET', '/v1/manage/scan_conflicts', { key: club.key })
  assert.ok(conflicts.data.every((conflict: { ticket_id: number }) => conflict.ticket_id !== ticketId))
  assert.equal(await ground.result(await show()), 'already_used')
})

test('a key that signs only since a moment rotates at once', async () => {
  const before = await buy()
  assert.equal(await ground.result(await before.show()), 'admitted')
  await house.call('POST', `/v1/manage/events/${eventId}/signing_keys`, { key: club.key })
  const { show, barcode } = await buy()
  assert.notEqual(barcode.slice(0, 8), before.barcode.slice(0, 8))
  assert.equal(await ground.result(await show()), 'admitted')
})

test('a manifest of an event that does not rotate has no rotation keys', async () => {
  await rotate(false)
  const { body } = await house.call('GET', `/v1/gate/events/${eventId}/manifest`, { key: keys[0] })
  assert.equal(body.event.rotating_barcodes, false)
  assert.ok(body.public_keys.every((key: object) => !('rotation_key' in key)))
  await rotate(true)
})

test('the printed ticket has no code and says where it is', { skip: pdfToolsMissing }, async () => {
  const { orderId } = await buy()
  const { rawPayload } = await house.app.inject({
    url: `/v1/orders/${orderId}/tickets.pdf`,
    headers: { authorization: `Bearer ${club.key}` },
  })
  assert.deepEqual(await pdfCodes(rawPayload), [])
  const [text = ''] = await pdfTexts(rawPayload)
  assert.match(text.replaceAll(/\s+/g, ' '), /No code on paper.*box office/)
})

test('at the box office a screen shows the code of the moment', async () => {
  const { orderId, ticketId, show } = await buy()
  const { text } = await house.call('GET', `/v1/orders/${orderId}/tickets/${ticketId}/qr`, { key: club.key })
  assert.equal(text, await qrSvg(await show()))
})

test('the keys of codes are for buyers with the order’s secret, and for active tickets only', async () => {
  const { secret, ticketId } = await buy()
  const read = (headers: Record<string, string>) =>
    house.call('GET', '/v1/storefront/order/codes', { key: publishable, headers })
  assert.equal((await read({})).status, 404)
  assert.equal((await read({ 'x-order-secret': `${secret.slice(0, -2)}xx` })).status, 404)
  const holder = { ticket_name: 'Grace Ito', email_address: 'grace@example.com' }
  await house.call('POST', `/v1/manage/tickets/${ticketId}/transfer`, { key: club.key, body: holder })
  assert.deepEqual((await read({ 'x-order-secret': secret })).body.codes, [])
})
