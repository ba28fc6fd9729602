import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { issueDocumentsOf, werft } from '../../../tests/builders/documents.ts'
import { sellPlaces } from '../../../tests/builders/orders.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { OWN, openVatHouse } from '../../../tests/builders/vat-checks.ts'
import type { Tenant } from '../../../tests/harness/house.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/values/durations.ts'

const { house, sql, clock, service, askService, check, ...vatHouse } = await openVatHouse()
const { liveClub, checkOf, sellFor, say, askAgain } = vatHouse
const known = (number: string, name: string, address = 'Am Kai 5\n20457 Hamburg') =>
  service.register.set(number, { name, address })
const askedFor = (number: string) => service.asked.filter((asked) => asked.countryCode + asked.vatNumber === number)
const statusOf = async (club: Tenant, orderId: number) => (await checkOf(club, orderId))?.status
const logOf = async (club: Tenant, orderId: number) =>
  (await house.call('GET', `/v1/manage/audit_log?object_type=order&object_id=${orderId}`, { key: club.key })).body.data

test('a number of an invoice is asked about after the sale, once, and the answer is kept with its proof', async () => {
  const club = await liveClub()
  known('DE500000001', 'Werft GmbH')
  const orderId = await sellFor(club, 'DE 500 000 001')
  const waiting = await checkOf(club, orderId)
  assert.deepEqual([waiting.status, waiting.next_attempt, waiting.asked_at], ['waiting', unixSeconds(clock()), null])
  await Promise.all([check(), check()])
  await check()
  assert.deepEqual(askedFor('DE500000001'), [
    { countryCode: 'DE', vatNumber: '500000001', requesterMemberStateCode: 'DE', requesterNumber: '123456789' },
  ])
  const { reference, ...rest } = await checkOf(club, orderId)
  assert.match(reference, /^WAPI/)
  const now = unixSeconds(clock())
  assert.deepEqual(rest, {
    status: 'valid',
    name: 'Werft GmbH',
    address: 'Am Kai 5, 20457 Hamburg',
    asked_as: OWN,
    problem: null,
    asked_at: now,
    answered_at: now,
    next_attempt: null,
  })
  const [logged] = await logOf(club, orderId)
  assert.deepEqual([logged.action, logged.actor_kind, logged.after], ['order.vat_id_valid', 'system', { reference }])
})

test('a number that its register does not know is not valid, and what a country does not tell is nothing', async () => {
  const club = await liveClub()
  known('ES500000002', '---', '---')
  const [unknown, silent] = [await sellFor(club, 'FR12500000002'), await sellFor(club, 'ES500000002')]
  await check()
  const invalid = await checkOf(club, unknown)
  assert.deepEqual([invalid.status, invalid.name, invalid.address], ['invalid', null, null])
  assert.match(invalid.reference, /^WAPI/)
  const { status, name, address } = await checkOf(club, silent)
  assert.deepEqual([status, name, address], ['valid', null, null])
})

test('another number is asked about anew, the same one is not, and one that is taken away has no check', async () => {
  const club = await liveClub()
  known('NL500000003B01', 'Rederij BV')
  const orderId = await sellFor(club, 'DE500000003')
  await check()
  assert.equal(await statusOf(club, orderId), 'invalid')
  await say(club, orderId, { vat_id: 'DE500000003', city: 'Kiel' })
  assert.equal(await statusOf(club, orderId), 'invalid')
  await say(club, orderId, { vat_id: 'NL500000003B01' })
  const { status, answered_at, reference } = await checkOf(club, orderId)
  assert.deepEqual([status, answered_at, reference], ['waiting', null, null])
  await check()
  assert.equal((await checkOf(club, orderId)).name, 'Rederij BV')
  for (const other of [null, 'GB500000003']) {
    await say(club, orderId, { vat_id: 'DE500000013' })
    await say(club, orderId, { vat_id: other })
    assert.equal(await checkOf(club, orderId), null)
    assert.equal(await check(), 0)
  }
  assert.deepEqual(askedFor('DE500000013'), [])
})

test('an answer about another number than the buyer says by then is not kept', async () => {
  const club = await liveClub()
  const orderId = await sellFor(club, 'DE500000004')
  known('DE500000005', 'Next GmbH')
  await check(async (question) => {
    const answer = await askService(question)
    await say(club, orderId, { vat_id: 'DE500000005' })
    return answer
  })
  const { status, name } = await checkOf(club, orderId)
  assert.deepEqual([status, name], ['valid', 'Next GmbH'])
  assert.deepEqual(
    (await logOf(club, orderId))
      .map(({ action }: { action: string }) => action)
      .filter((action: string) => /vat/.test(action)),
    ['order.vat_id_valid'],
  )
})

test('an answer of the last day is another order’s too, but not another club’s, and staff may ask again', async () => {
  const [club, other] = [await liveClub(), await liveClub()]
  known('DE500000006', 'Werft GmbH')
  const first = await sellFor(club, 'DE500000006')
  await check()
  clock.advance(23 * HOUR_MS)
  const second = await sellFor(club, 'DE500000006')
  await check()
  assert.equal(askedFor('DE500000006').length, 1)
  assert.deepEqual(await checkOf(club, second), await checkOf(club, first))
  await sellFor(other, 'DE500000006')
  await check()
  assert.equal(askedFor('DE500000006').length, 2)
  assert.equal((await askAgain(club, second)).body.vat_check.status, 'valid')
  await check()
  assert.equal(askedFor('DE500000006').length, 3)
  assert.notEqual((await checkOf(club, second)).reference, (await checkOf(club, first)).reference)
  clock.advance(DAY_MS + 1000)
  await sellFor(club, 'DE500000006')
  await check()
  assert.equal(askedFor('DE500000006').length, 4)
})

test('of what is not bought nothing is asked, unless staff want to know', async () => {
  const club = await liveClub()
  const { priceId } = await addOffer(house, club)
  known('DE500000007', 'Werft GmbH')
  const [given, wanted] = [
    await sellPlaces(house, club, priceId, 1, { status: 'pending' }),
    await sellPlaces(house, club, priceId, 1, { status: 'pending' }),
  ]
  for (const orderId of [given, wanted]) await say(club, orderId, { vat_id: 'DE500000007' })
  await check()
  assert.deepEqual(askedFor('DE500000007'), [])
  await askAgain(club, wanted)
  await check()
  assert.deepEqual([await statusOf(club, given), await statusOf(club, wanted)], ['waiting', 'valid'])
  await sql`
    update orders
    set order_status = 'confirmed', confirmed_at = ${clock()}
    where org_id = ${club.orgId}
      and order_id = ${given}`
  clock.advance(MINUTE_MS)
  await check()
  assert.equal(await statusOf(club, given), 'valid')
})

test('an order that nobody pays is looked at less and less, and in the end no more', async () => {
  const club = await liveClub()
  const { priceId } = await addOffer(house, club)
  const orderId = await sellPlaces(house, club, priceId, 1, { status: 'pending' })
  await say(club, orderId, { vat_id: 'DE500000008' })
  let looks = 0
  for (let hours = 0; hours < 62 * 24; hours += 1) {
    looks += await check()
    clock.advance(HOUR_MS)
  }
  assert.ok(looks > 5 && looks < 20, `${looks} looks`)
  assert.deepEqual([await statusOf(club, orderId), (await checkOf(club, orderId)).next_attempt], ['waiting', null])
  assert.deepEqual(askedFor('DE500000008'), [])
})

test('a sandbox never asks: its answers are in the digits of the number', async () => {
  const sandbox = await house.organisation()
  await issueDocumentsOf(house, sandbox)
  const before = service.asked.length
  const [valid, invalid, silent] = [
    await sellFor(sandbox, 'ATU12345678'),
    await sellFor(sandbox, 'DE111111111'),
    await sellFor(sandbox, 'DE222222222'),
  ]
  await check()
  assert.equal(service.asked.length, before)
  const { status, name, reference } = await checkOf(sandbox, valid)
  assert.deepEqual([status, name, reference], ['valid', 'Sandbox ATU12345678', 'SANDBOX-ATU12345678'])
  assert.equal(await statusOf(sandbox, invalid), 'invalid')
  const { status: waiting, problem } = await checkOf(sandbox, silent)
  assert.deepEqual([waiting, problem], ['waiting', 'country_unavailable'])
  clock.advance(7 * DAY_MS)
  await check()
  assert.equal(await statusOf(sandbox, silent), 'unanswered')
})

test('numbers that the EU does not know have no check, and Greece is asked by its own letters', async () => {
  const club = await liveClub()
  known('EL500000009', 'Ναυπηγείο ΑΕ')
  known('XI500000009', 'Belfast Yard Ltd')
  for (const number of ['GB500000009', 'CHE500000009', 'NO500000009MVA', 'US500000009', null]) {
    const orderId = await sellFor(club, number)
    assert.equal(await checkOf(club, orderId), null, String(number))
    assert.equal((await askAgain(club, orderId)).status, 409)
  }
  const [greek, irish] = [await sellFor(club, 'GR500000009'), await sellFor(club, 'XI500000009')]
  await check()
  assert.equal((await checkOf(club, greek)).name, 'Ναυπηγείο ΑΕ')
  assert.equal((await checkOf(club, irish)).name, 'Belfast Yard Ltd')
})

test('what an attempt to pay has said, and the next one does not, is not checked', async () => {
  const club = await house.organisation()
  const shop = shopOf(house, club)
  const basket = await shop.fill((await addOffer(house, club)).priceId, 1)
  await shop.checkOut(basket, { payment_method: 'pm_test_declined', document_recipient: werft })
  const { status, body, text } = await shop.checkOut(basket)
  assert.equal(status, 200, text)
  const path = `/v1/manage/orders/${body.order_id}/document_recipient`
  const { body: recipient } = await house.call('GET', path, { key: club.key })
  assert.deepEqual([recipient.given, recipient.vat_check], [false, null])
  assert.equal(await check(), 0)
})

test('however the number is said, it is checked: in the shop, at the counter, and on the page of the order', async () => {
  const club = await house.organisation()
  await issueDocumentsOf(house, club, { recipient_hours: 24 })
  const shop = shopOf(house, club)
  const { priceId } = await addOffer(house, club)
  const document_recipient = { ...werft, vat_id: 'DE123456781' }
  const { body: bought } = await shop.checkOut(await shop.fill(priceId, 1), { document_recipient })
  const body = { items: [{ price_id: priceId, quantity: 1 }], payment_method: 'cash', document_recipient }
  const { body: sold } = await house.call('POST', '/v1/manage/orders', { key: club.key, body })
  const { body: linked } = await shop.checkOut(await shop.fill(priceId, 1))
  const { text } = await house.call('PUT', '/v1/ticket_page/document_recipient', {
    headers: { 'x-order-secret': linked.order_secret },
    body: document_recipient,
  })
  const orderIds = [bought.order_id, sold.order_id, linked.order_id]
  assert.deepEqual(await Promise.all(orderIds.map((id) => statusOf(club, id))), ['waiting', 'waiting', 'waiting'], text)
  await check()
  assert.deepEqual(await Promise.all(orderIds.map((id) => statusOf(club, id))), ['valid', 'valid', 'valid'])
})
