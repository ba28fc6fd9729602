import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buyer } from '../../../tests/builders/baskets.ts'
import { addCustomer } from '../../../tests/builders/customers.ts'
import { addDiscount } from '../../../tests/builders/discounts.ts'
import { openLateHouse } from '../../../tests/builders/late-payments.ts'
import { addOffer, addPrice } from '../../../tests/builders/prices.ts'
import { awaitedLock } from '../../../tests/harness/awaited-lock.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { HOLD_MS } from '../baskets/basket-state.ts'

const { stripe, house, club, shop, order, paymentsOf, failedAtFirst, audited, expire } = await openLateHouse()
const { sql, clock } = house
type Failed = Awaited<ReturnType<typeof failedAtFirst>>

test('collected after another payment has paid the order: it goes back, once, and the order stays as it is', async () => {
  const { basket, orderId, intent, succeed } = await failedAtFirst()
  assert.equal((await shop.checkOut(basket, { payment_method: 'pm_card_visa' })).body.status, 'confirmed')
  assert.equal((await succeed()).status, 200)
  assert.equal((await succeed()).status, 200)
  const [first, second] = await paymentsOf(orderId)
  assert.deepEqual([first?.payment_status, first?.surplus, first?.refunded_minor], ['succeeded', true, 2720])
  assert.deepEqual([second?.payment_status, second?.surplus, second?.refunded_minor], ['succeeded', false, 0])
  assert.equal(stripe.refunds.refunded(intent.id), intent.amount)
  const shown = await order(orderId)
  assert.deepEqual([shown.order_status, shown.refunded_amount, shown.tickets.length], ['confirmed', 0, 1])
  await audited()
  const refund = await shop.call('POST', `/v1/manage/orders/${orderId}/refunds`, {})
  assert.deepEqual([refund.status, refund.body.payment_id], [201, second?.payment_id], 'what paid it can be refunded')
  await audited()
})

test('collected while another payment is open: it goes back, and the other one pays', async () => {
  const { basket, orderId, intent, succeed } = await failedAtFirst()
  const second = await shop.checkOut(basket, { payment_method: 'pm_card_authenticationRequired' })
  assert.equal(second.body.status, 'pending')
  assert.equal((await succeed()).status, 200)
  assert.equal(stripe.refunds.refunded(intent.id), intent.amount)
  stripe.intents.pass([...stripe.intents.all.keys()].at(-1) ?? '')
  assert.equal((await shop.checkOut(basket)).body.status, 'confirmed')
  assert.equal((await order(orderId)).refunded_amount, 0)
  await audited()
})

test('collected after the fan has changed the basket: it goes back, and the basket can be paid as it is now', async () => {
  const { basket, orderId, intent, succeed } = await failedAtFirst()
  const item = (await shop.read(basket)).body.items[0].id
  assert.equal((await shop.call('PATCH', `/v1/baskets/${basket}/items/${item}`, { quantity: 2 })).status, 200)
  assert.equal((await succeed()).status, 200)
  assert.equal(stripe.refunds.refunded(intent.id), intent.amount)
  assert.equal((await shop.read(basket)).body.status, 'open')
  const paid = await shop.checkOut(basket, { payment_method: 'pm_card_visa' })
  assert.deepEqual([paid.body.status, paid.body.order_id, paid.body.tickets.length], ['confirmed', orderId, 2])
  await audited()
})

test('collected after the basket expired: several items of one category have their places again', async () => {
  const offer = await addOffer(house, club, { capacity: 3 })
  const child = await addPrice(house, club, offer, { title: 'Child' })
  const { orderId, intent, succeed } = await failedAtFirst([offer.priceId, child, offer.priceId])
  await expire(orderId)
  assert.equal((await succeed()).status, 200)
  const shown = await order(orderId)
  assert.deepEqual([shown.order_status, shown.tickets.length], ['confirmed', 3])
  assert.equal(stripe.refunds.refunded(intent.id), 0)
  await audited()
})

test('collected after the event was cancelled: no place is sold any more, and the money goes back', async () => {
  const offer = await addOffer(house, club, { capacity: 3 })
  const { orderId, intent, succeed } = await failedAtFirst([offer.priceId])
  await expire(orderId)
  assert.equal((await shop.call('POST', `/v1/manage/events/${offer.eventId}/cancel`, {})).status, 200)
  assert.equal((await succeed()).status, 200)
  assert.equal((await order(orderId)).order_status, 'expired')
  assert.equal(stripe.refunds.refunded(intent.id), intent.amount)
  await audited()
})

/** A pool, unless another transaction has locked it. */
const lockFree = (db: Db, priceCategoryId: number) => db`
  select 1
  from price_categories
  where org_id = ${club.orgId}
    and price_category_id = ${priceCategoryId}
  for no key update skip locked`

test('who takes places again locks the pools in the order of their ids, of places that are still held too', async () => {
  const offer = await addOffer(house, club, { capacity: 3 })
  const terrace = await addOffer(house, club, { eventId: offer.eventId, capacity: 3 })
  const { priceCategoryId: higher, priceId: second } = terrace
  const { basket, orderId, succeed } = await failedAtFirst([offer.priceId, second])
  clock.advance(HOLD_MS)
  // A buyer needs what expired in the higher pool; in the lower one it stays counted until a buyer does.
  await shop.call('DELETE', `/v1/baskets/${await shop.fill(second, 3)}`)
  const { told } = await sql.begin(async (tx) => {
    await lockFree(tx, offer.priceCategoryId)
    const told = succeed()
    await awaitedLock(sql)
    assert.equal((await lockFree(sql, higher)).length, 1, 'it waits for the lower one with the higher one free')
    return { told }
  })
  assert.equal((await told).status, 200)
  assert.equal((await order(orderId)).order_status, 'confirmed')
  assert.equal((await shop.read(basket)).body.status, 'checked_out')
  await audited()
})

/** The money comes while another transaction has a lock that the rescue needs: it waits without the pool, and then goes through. */
async function succeedBehind(
  { orderId, succeed }: Failed,
  priceCategoryId: number,
  lock: (tx: Tx) => Promise<unknown>,
) {
  const { told } = await sql.begin(async (tx) => {
    await lock(tx)
    const told = succeed()
    await awaitedLock(sql)
    assert.equal((await lockFree(tx, priceCategoryId)).length, 1, 'the pool is not locked')
    return { told }
  })
  assert.equal((await told).status, 200)
  assert.equal((await order(orderId)).order_status, 'confirmed')
  await audited()
}

test('who takes places again waits for the discount before the pool is locked, as everybody else does', async () => {
  const offer = await addOffer(house, club, { capacity: 3 })
  const { discountId } = await addDiscount(house, club, { code: 'LATE' })
  const failed = await failedAtFirst([offer.priceId], { discount_code: 'LATE' })
  await expire(failed.orderId)
  const lockDiscount = (tx: Tx) => tx`
    select 1
    from discounts
    where org_id = ${club.orgId}
      and discount_id = ${discountId}
    for no key update`
  await succeedBehind(failed, offer.priceCategoryId, lockDiscount)
})

test('who takes places again holds no pool while the fan’s other purchase creates the customer, and so cannot deadlock with it', async () => {
  const offer = await addOffer(house, club, { capacity: 3 })
  const failed = await failedAtFirst([offer.priceId], {}, { ...buyer, email: 'new@example.org' })
  await expire(failed.orderId)
  const addNew = (tx: Tx) => addCustomer({ sql: tx }, club, { email_address: 'new@example.org' })
  await succeedBehind(failed, offer.priceCategoryId, addNew)
})
