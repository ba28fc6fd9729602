import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addInvoice, debtSecret } from '../../../tests/builders/debts.ts'
import { addOffer, poolOf } from '../../../tests/builders/prices.ts'
import { leaveForBank, REDIRECT_METHOD } from '../../../tests/builders/redirects.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { auditBooks } from '../../operator/audit/audit.ts'
import { QUIET_MS, reconcileOrders } from './reconcile.ts'

const { house, club, shop, deps } = await openSettlingHouse()
const publishable = await house.key(club.orgId, { kind: 'pk' })
const { shop_url: shopUrl } = (await shop.call('GET', '/v1/storefront')).body

const callOff = (basket: string, key = publishable) =>
  house.call('POST', `/v1/baskets/${basket}/cancel_payment`, { key })
const audited = async () => assert.deepEqual(await auditBooks(club.orgId, house.sql), [])

/** A buyer at the test bank. */
async function leave() {
  const left = await leaveForBank(house, club)
  const choose = (choice: string) => house.call('POST', left.bank.pathname, { form: { choice } })
  return { ...left, choose }
}

test('a buyer who wants to pay another way has the basket again, and the bank takes no money for it', async () => {
  const { basket, orderId, choose, priceCategoryId } = await leave()
  const open = await callOff(basket)
  assert.deepEqual([open.status, open.body.status], [200, 'open'], open.text)
  assert.deepEqual((await callOff(basket)).body.status, 'open', 'twice is once')
  assert.equal((await poolOf(house, club, priceCategoryId)).held, 2)
  await choose('pay')
  house.clock.advance(QUIET_MS)
  await reconcileOrders(deps)
  assert.equal((await shop.read(basket)).body.status, 'open')
  const paid = await shop.checkOut(basket)
  assert.deepEqual([paid.body.status, paid.body.order_id], ['confirmed', orderId])
  await audited()
})

test('what was paid meanwhile is paid, and the basket says so; what the bank has taken cannot be called off', async () => {
  const [paid, slow] = [await leave(), await leave()]
  await paid.choose('pay_and_stay')
  const bought = (await callOff(paid.basket)).body
  assert.deepEqual([bought.status, bought.order.order_id], ['checked_out', paid.orderId])
  assert.match(bought.order.order_secret, /^ors_/)
  await slow.choose('later')
  const refused = await callOff(slow.basket)
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'state_conflict'])
  assert.equal((await shop.read(slow.basket)).body.status, 'paying')
  await slow.choose('arrive')
  assert.equal((await callOff(slow.basket)).body.status, 'checked_out')
  await audited()
})

test('a basket that is not being paid stays as it is, and another organisation’s is not there', async () => {
  const { priceId } = await addOffer(house, club)
  const basket = await shop.fill(priceId, 1)
  assert.equal((await callOff(basket)).body.status, 'open')
  assert.equal((await callOff(basket, (await house.organisation()).key)).status, 404)
})

test('a payment that the provider was never asked for by a reference is called off without asking', async () => {
  const { priceId } = await addOffer(house, club)
  const basket = await shop.fill(priceId, 1)
  await shop.checkOut(basket, { payment_method: 'pm_test_timeout_then_paid' })
  assert.equal((await callOff(basket)).body.status, 'open')
  await audited()
})

test('the fan of a debt calls its payment off by the link, and pays another way', async () => {
  const { priceId } = await addOffer(house, club)
  const { debtId } = await addInvoice(house, club, { priceId })
  const headers = debtSecret(house, club, debtId)
  const call = (path: string, body?: object) =>
    house.call('POST', `/v1/storefront/debt/${path}`, { key: publishable, headers, ...(body && { body }) })
  const leaves = { payment_method: REDIRECT_METHOD, return_url: `${shopUrl}orders/owed` }
  assert.equal((await call('cancel_payment')).body.state, 'to_pay')
  const { body: paying } = await call('payment', leaves)
  assert.equal((await call('cancel_payment')).body.state, 'to_pay')
  assert.match((await house.call('GET', new URL(paying.next_action.redirect_url).pathname)).text, /It was cancelled/)
  const { body: again } = await call('payment', leaves)
  const bank = new URL(again.next_action.redirect_url).pathname
  await house.call('POST', bank, { form: { choice: 'later' } })
  const refused = await call('cancel_payment')
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'state_conflict'])
  await house.call('POST', bank, { form: { choice: 'arrive' } })
  assert.equal((await call('cancel_payment')).body.state, 'paid')
  await audited()
})
