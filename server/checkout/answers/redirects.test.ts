import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addOffer, poolOf } from '../../../tests/builders/prices.ts'
import { leaveForBank, REDIRECT_METHOD, returnUrlOf } from '../../../tests/builders/redirects.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { auditBooks } from '../../operator/audit/audit.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/values/durations.ts'
import { HOLD_MS } from '../baskets/basket-state.ts'
import { sweepBaskets } from '../baskets/sweep-baskets.ts'
import { giveUpPayments } from './give-up-payments.ts'
import { QUIET_MS, reconcileOrders } from './reconcile.ts'
import { alarmAboutStuckPayments } from './stuck-payments.ts'
import { watchPayments } from './watch-payments.ts'

const { house, club, shop, deps } = await openSettlingHouse()
const { sql, clock } = house
const { shop_url: shopUrl } = (await shop.call('GET', '/v1/storefront')).body
const RETURN_URL = `${shopUrl}returned`

/** A buyer who has been sent to the bank with two places of a pool. */
async function leave(capacity = 10) {
  const left = await leaveForBank(house, club, { capacity })
  assert.equal(left.bank.origin, 'http://grandstand.test')
  const choose = (choice: string) => house.call('POST', left.bank.pathname, { form: { choice } })
  return { ...left, choose, page: () => house.call('GET', left.bank.pathname) }
}

const tokenIn = (address: string | undefined) => new URL(address ?? '').searchParams.get('payment_return') ?? ''
const comeBack = (token: string) => shop.call('POST', '/v1/storefront/payment_return', { payment_return: token })
const audited = async () => assert.deepEqual(await auditBooks(club.orgId, sql), [])

const settle = async () => {
  clock.advance(QUIET_MS)
  await reconcileOrders(deps)
}

test('a buyer who pays at the bank and comes back, twice, has one order', async () => {
  const { basket, orderId, choose, page } = await leave()
  assert.match((await page()).text, /no money moves here/)
  assert.match((await page()).text, /<h1>AUD 54\.40<\/h1>/)
  const paid = await choose('pay')
  assert.equal(paid.status, 303)
  assert.ok(paid.headers.location?.startsWith(`${RETURN_URL}?payment_return=ret_`))
  assert.doesNotMatch(paid.headers.location ?? '', /bsk_|ors_/, 'the address opens neither basket nor tickets')
  const token = tokenIn(paid.headers.location)
  const back = await comeBack(token)
  assert.equal(back.status, 200, back.text)
  assert.deepEqual([back.body.status, back.body.order_id], ['paid', orderId])
  assert.equal(JSON.stringify(back.body).includes('ors_'), false)
  assert.deepEqual((await comeBack(token)).body, back.body)
  const read = (await shop.read(basket)).body
  assert.deepEqual([read.status, read.order.order_id], ['checked_out', orderId])
  assert.match((await page()).text, /It is paid/)
  await audited()
})

test('a buyer who pays and closes the page is confirmed by the worker', async () => {
  const { basket, choose } = await leave()
  assert.match((await choose('pay_and_stay')).text, /close this page/)
  assert.equal((await shop.read(basket)).body.status, 'paying')
  await settle()
  assert.equal((await shop.read(basket)).body.status, 'checked_out')
  await audited()
})

for (const [choice, code] of [
  ['decline', 'generic_decline'],
  ['cancel', 'cancelled'],
]) {
  test(`a buyer whose choice is to ${choice} has their basket again, and pays the same order by another attempt`, async () => {
    const { basket, orderId, choose } = await leave()
    const back = await comeBack(tokenIn((await choose(String(choice))).headers.location))
    assert.deepEqual([back.body.status, back.body.decline_code], ['declined', code])
    assert.ok(back.body.held_until > clock().getTime() / 1000)
    const again = await shop.checkOut(basket)
    assert.deepEqual([again.body.status, again.body.order_id], ['confirmed', orderId])
    await audited()
  })
}

test('money that takes days keeps the places until it is there, and is not raised as an alarm', async () => {
  const { basket, orderId, choose } = await leave()
  const token = tokenIn((await choose('later')).headers.location)
  const back = await comeBack(token)
  assert.equal(back.body.status, 'pending')
  const until = back.body.held_until * 1000 - clock().getTime()
  assert.ok(until > 3 * DAY_MS - 5 * MINUTE_MS && until <= 3 * DAY_MS, `${until}`)
  clock.advance(DAY_MS)
  await giveUpPayments(deps)
  await settle()
  await alarmAboutStuckPayments(sql, clock)
  assert.equal((await shop.read(basket)).body.status, 'paying')
  await choose('arrive')
  clock.advance(60 * MINUTE_MS)
  await settle()
  assert.deepEqual((await comeBack(token)).body.status, 'paid')
  assert.equal((await shop.read(basket)).body.order.order_id, orderId)
  await audited()
})

test('money that never comes keeps no place for ever; coming after all, it has the places again', async () => {
  const { basket, choose, priceCategoryId } = await leave()
  const token = tokenIn((await choose('later')).headers.location)
  await comeBack(token)
  clock.advance(3 * DAY_MS)
  await giveUpPayments(deps)
  assert.equal((await poolOf(house, club, priceCategoryId)).held, 0)
  assert.equal((await comeBack(token)).body.status, 'expired')
  await choose('arrive')
  clock.advance(DAY_MS)
  await watchPayments(deps)
  assert.equal((await comeBack(token)).body.status, 'paid')
  assert.equal((await shop.read(basket)).body.status, 'checked_out')
  await audited()
})

test('money that comes when the places are another buyer’s goes back', async () => {
  const { choose, priceId } = await leave(2)
  const token = tokenIn((await choose('later')).headers.location)
  await comeBack(token)
  clock.advance(3 * DAY_MS)
  await giveUpPayments(deps)
  assert.equal((await shop.checkOut(await shop.fill(priceId, 2))).body.status, 'confirmed')
  await choose('arrive')
  clock.advance(DAY_MS)
  await watchPayments(deps)
  assert.equal((await comeBack(token)).body.status, 'refunded')
  await audited()
})

test('a buyer who closes the bank’s page can go on, until the minutes of the method are over', async () => {
  const { basket, bank, choose, priceCategoryId, token } = await leave()
  const back = await comeBack(token)
  assert.deepEqual([back.body.status, back.body.redirect_url], ['requires_action', bank.href])
  clock.advance(40 * MINUTE_MS)
  await settle()
  assert.equal((await shop.read(basket)).body.status, 'paying')
  clock.advance(5 * MINUTE_MS)
  await settle()
  assert.equal((await comeBack(token)).body.status, 'declined')
  // Too late: the bank was told.
  await choose('pay')
  clock.advance(HOLD_MS)
  await sweepBaskets(sql, { clock, systemClock: clock })
  await watchPayments(deps)
  assert.equal((await comeBack(token)).body.status, 'expired')
  assert.equal((await poolOf(house, club, priceCategoryId)).held, 0)
  await audited()
})

test('a buyer comes back to a page of the organisation and nowhere else', async () => {
  const { priceId } = await addOffer(house, club)
  const basket = await shop.fill(priceId, 1)
  const attempt = (return_url: string) => shop.checkOut(basket, { payment_method: REDIRECT_METHOD, return_url })
  for (const address of [
    'https://evil.example/returned',
    'http://grandstand.test/shop/another-club/returned',
    'http://grandstand.test@evil.example/shop/',
    `${shopUrl.replace(/\/$/, '')}.evil/`,
  ]) {
    const { status, body } = await attempt(address)
    assert.deepEqual([status, body.error.code, body.error.param], [400, 'parameter_invalid', 'return_url'], address)
  }
  for (const address of ['javascript:alert(1)', 'returned', `${RETURN_URL}?${'x'.repeat(800)}`])
    assert.equal((await attempt(address)).status, 400, address)
  assert.equal((await shop.read(basket)).body.order, null, 'there is no order yet')
  const site = await shop.call('PATCH', '/v1/manage/organisation', { embed_origins: ['https://club.example'] })
  assert.equal(site.status, 200, site.text)
  const { body } = await attempt('https://club.example/shop?page=paid#top')
  assert.equal(body.next_action.type, 'redirect')
  const back = await returnUrlOf(house, club, body.order_id)
  assert.deepEqual([back.origin, back.searchParams.get('page'), back.hash], ['https://club.example', 'paid', '#top'])
})

test('a method that needs a return_url, or another currency, is refused, and the basket stays open', async () => {
  const { priceId } = await addOffer(house, club)
  const basket = await shop.fill(priceId, 1)
  const without = await shop.checkOut(basket, { payment_method: REDIRECT_METHOD })
  assert.deepEqual([without.status, without.body.error.code], [402, 'payment_method_invalid'])
  const dollars = await shop.checkOut(basket, { payment_method: 'pm_test_redirect_ideal', return_url: RETURN_URL })
  assert.deepEqual([dollars.status, dollars.body.error.code], [402, 'payment_method_not_offered'])
  assert.equal((await shop.read(basket)).body.status, 'open')
})

test('another organisation learns nothing by the token, and its bank shows nothing by another reference', async () => {
  const { bank, choose } = await leave()
  const token = tokenIn((await choose('pay')).headers.location)
  const other = await house.organisation()
  const asked = await house.call('POST', '/v1/storefront/payment_return', {
    key: other.key,
    body: { payment_return: token },
  })
  assert.equal(asked.status, 404)
  assert.equal((await comeBack(`${token}x`)).status, 404)
  assert.equal((await house.call('GET', bank.pathname.slice(0, -1))).status, 404)
  assert.equal((await house.call('POST', `${bank.pathname}x`, { form: { choice: 'pay' } })).status, 404)
})
