import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { openGround, uploader } from '../../../tests/builders/grounds.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { addStaff } from '../../../tests/builders/staff.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { groupedCode, isTypedCode } from '../../platform/values/typed-code.ts'
import { codeHashes } from '../manifest/barcode-hash.ts'

const house = await openHouse()
const club = await house.organisation()
const ground = await openGround(house, club)
const { eventId, keys, result, scan, ticket } = ground
const upload = uploader(ground)
const { priceId } = await addOffer(house, club, { eventId, capacity: 100 })
const shop = shopOf(house, { key: await house.key(club.orgId, { kind: 'pk' }) })

type Sold = { ticket_id: number; barcode: string; short_code: string }
async function buy(): Promise<Sold> {
  const { body } = await shop.checkOut(await shop.fill(priceId, 1))
  const { body: order } = await house.call('GET', `/v1/orders/${body.order_id}`, { key: club.key })
  return order.tickets[0]
}

test('a ticket that is sold has a code to type, which lets in once, however it is typed, and uses up the barcode', async () => {
  const { ticket_id, barcode, short_code } = await buy()
  assert.ok(isTypedCode(short_code), short_code)
  const { body } = await scan(` ${groupedCode(short_code).toLowerCase()} `)
  assert.deepEqual([body.result, body.ticket.ticket_id], ['admitted', ticket_id])
  assert.equal(await result(short_code, { gate: 1 }), 'already_used')
  assert.equal(await result(barcode), 'already_used')
})

test('a slip, and the code of a ticket of another organisation, are nobody’s', async () => {
  const { short_code } = await buy()
  const swapped = short_code.slice(0, 11) + short_code.slice(12) + short_code[11]
  assert.equal(await result(swapped === short_code ? short_code.slice(1) : swapped), 'unknown')
  const others = await openGround(house, await house.organisation())
  assert.equal(await others.result(short_code), 'unknown')
  assert.equal(await result(short_code), 'admitted')
})

test('it is dead when the ticket is replaced, and the new ticket has another', async () => {
  const { ticket_id, short_code } = await buy()
  const { body } = await house.call('POST', `/v1/manage/tickets/${ticket_id}/reissue`, { key: club.key, body: {} })
  assert.notEqual(body.short_code, short_code)
  const { body: refused } = await scan(short_code)
  assert.deepEqual([refused.result, refused.guidance.detail], ['blocked', 'replaced'])
  assert.equal(await result(body.short_code), 'admitted')
})

test('where codes rotate it is worth what a copy is; a barcode that does not rotate lets in by its code too', async () => {
  const { short_code } = await buy()
  const imported = await ticket()
  const rotate = (rotating_barcodes: boolean) =>
    house.call('PATCH', `/v1/manage/events/${eventId}`, { key: club.key, body: { rotating_barcodes } })
  await rotate(true)
  assert.equal(await result(short_code), 'stale_code')
  assert.equal(await result(imported.shortCode), 'admitted')
  await rotate(false)
  assert.equal(await result(short_code), 'admitted')
})

test('of code and barcode at the same moment one is let in', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { barcode, shortCode } = await ticket()
    const results = await Promise.all([result(barcode), result(shortCode, { gate: 1 }), result(shortCode)])
    assert.deepEqual(results.toSorted(), ['admitted', 'already_used', 'already_used'])
  }
})

test('typed without a network at one gate and scanned at another, it is a conflict', async () => {
  const { barcode, shortCode, ticketId } = await ticket()
  assert.equal(await result(barcode, { gate: 1 }), 'admitted')
  await upload([{ barcode: shortCode, nonce: 'typed', ago: 5 }])
  const path = `/v1/manage/scan_conflicts?event_id=${eventId}&status=open`
  const { body } = await house.call('GET', path, { key: club.key })
  assert.deepEqual(
    body.data.map(({ ticket_id }: { ticket_id: number }) => ticket_id),
    [ticketId],
  )
})

test('the box office finds the ticket by it, as it is read out on the phone', async () => {
  const { ticket_id, short_code } = await buy()
  const path = `/v1/manage/tickets?search=${encodeURIComponent(groupedCode(short_code).toLowerCase())}`
  const { body } = await house.call('GET', path, { key: club.key })
  assert.deepEqual(
    body.data.map((listed: Sold) => listed.ticket_id),
    [ticket_id],
  )
})

test('a manifest has its keyed hash, and nowhere the code', async () => {
  const { ticketId, shortCode } = await ticket()
  const { body, text } = await house.call('GET', `/v1/gate/events/${eventId}/manifest`, { key: keys[0] })
  const listed = body.tickets.find(({ ticket_id }: { ticket_id: number }) => ticket_id === ticketId)
  assert.equal(listed.short_hash, codeHashes(body.barcode_key).shortCode(shortCode))
  assert.equal(listed.short_hash.length, 8)
  assert.equal(text.includes(shortCode), false)
})

test('whoever may not read codes sees its last four characters, and the audit log has none of it', async () => {
  const { ticket_id, short_code } = await buy()
  const { headers } = await addStaff(house, club, { role: 'reader' })
  const { body } = await house.call('GET', `/v1/manage/tickets/${ticket_id}`, { headers })
  assert.equal(body.short_code, `****${short_code.slice(-4)}`)
  await house.call('POST', `/v1/manage/tickets/${ticket_id}/reissue`, { key: club.key, body: {} })
  const logged = await house.sql<{ log: string }[]>`
    select coalesce(string_agg(before::text || after::text, ''), '') as log
    from audit_log
    where org_id = ${club.orgId}`
  assert.equal(logged[0]?.log.includes(short_code), false)
})
