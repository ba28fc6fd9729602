import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { openLateHouse } from '../../../tests/builders/late-payments.ts'
import { addOffer, poolOf } from '../../../tests/builders/prices.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { createSaleTurns } from '../sale/sale-engine.ts'

const turns = createSaleTurns()
const { stripe, house, club, shop, order, paymentsOf, failedAtFirst, audited, expire } = await openLateHouse({
  saleTurns: turns,
})

const { take } = turns
afterEach(() => Object.assign(turns, { take }))

/**
 * What happens before each try to confirm, one after the other. To confirm takes a turn, and so this is the very moment between
 * the places' being taken again and their being sold: nothing is locked.
 */
function beforeConfirming(...happenings: (() => Promise<unknown>)[]) {
  let tries = 0
  let isHappening = false
  Object.assign(turns, {
    take: async (name: string) => {
      if (isHappening) return take(name)
      const happening = happenings[tries]
      tries += 1
      isHappening = true
      await happening?.()
      isHappening = false
      return take(name)
    },
  })
  return { tries: () => tries }
}

const nothing = async () => {}

for (const [times, words] of [
  [1, 'once'],
  [2, 'twice'],
] as const) {
  test(`lost ${words} between taking and selling, the places are taken once more and sold`, async () => {
    const offer = await addOffer(house, club, { capacity: 3 })
    const { basket, orderId, intent, fail, succeed } = await failedAtFirst([offer.priceId])
    await expire(orderId)
    const { tries } = beforeConfirming(nothing, ...Array.from({ length: times }, () => fail))
    assert.equal((await succeed()).status, 200)
    assert.equal(tries(), 2 + times)
    const shown = await order(orderId)
    assert.deepEqual([shown.order_status, shown.tickets.length], ['confirmed', 1])
    assert.deepEqual(
      (await paymentsOf(orderId)).map(({ payment_status, surplus }) => [payment_status, surplus]),
      [['succeeded', false]],
    )
    assert.equal((await shop.read(basket)).body.status, 'checked_out')
    assert.equal(stripe.refunds.refunded(intent.id), 0)
    await audited()
  })
}

test('lost to another buyer, the second attempt gives the money back', async () => {
  const offer = await addOffer(house, club, { capacity: 1 })
  const { orderId, intent, fail, succeed } = await failedAtFirst([offer.priceId])
  await expire(orderId)
  let another = ''
  const loseForGood = async () => {
    await fail()
    await expire(orderId)
    another = await shop.fill(offer.priceId, 1)
  }
  const { tries } = beforeConfirming(nothing, loseForGood)
  assert.equal((await succeed()).status, 200)
  assert.equal(tries(), 2)
  assert.equal((await order(orderId)).order_status, 'expired')
  assert.equal(stripe.refunds.refunded(intent.id), intent.amount)
  assert.equal((await shop.checkOut(another, { payment_method: 'pm_card_visa' })).body.status, 'confirmed')
  const { sold, held } = await poolOf(house, club, offer.priceCategoryId)
  assert.deepEqual([sold, held], [1, 0])
  await audited()
})

test('lost three times, Stripe is told to come again; nothing is refunded, and the next time the order is confirmed', async () => {
  const offer = await addOffer(house, club, { capacity: 3 })
  const { orderId, intent, fail, succeed } = await failedAtFirst([offer.priceId])
  await expire(orderId)
  const { tries } = beforeConfirming(nothing, fail, fail, fail)
  const refused = await succeed()
  assert.deepEqual([refused.status, refused.body.error?.code], [503, 'service_unavailable'])
  assert.equal(tries(), 4)
  assert.equal((await order(orderId)).order_status, 'pending')
  assert.equal(stripe.refunds.refunded(intent.id), 0)
  await audited()
  assert.equal((await succeed()).status, 200)
  assert.equal((await order(orderId)).order_status, 'confirmed')
  await audited()
})

test('a free order whose places are gone says so, and speaks of no money', async () => {
  const free = { price_minor: 0, service_fee_minor: 0, service_tax_minor: 0, rebate_minor: 0 }
  const offer = await addOffer(house, club, { capacity: 1, price: free })
  const basket = await shop.fill(offer.priceId, 1)
  const loseForGood = async () => {
    await house.sql`
      delete from holds
      where org_id = ${club.orgId}
        and price_id = ${offer.priceId}`
    await house.sql`
      update price_categories
      set held = 0, capacity = 0
      where org_id = ${club.orgId}
        and price_category_id = ${offer.priceCategoryId}`
  }
  // The first turn drafts the order, the second sells it.
  beforeConfirming(nothing, loseForGood)
  const { status, body } = await shop.checkOut(basket)
  assert.deepEqual([status, body.error.code, body.error.message], [409, 'sold_out', 'The places were gone.'])
})

test('the answer of a checkout has the very time that its order’s row has', async () => {
  // A second goes by with every look at it, so that two looks never give the same time.
  let seconds = 1_800_000_000
  const clock = () => {
    seconds += 1
    return new Date(seconds * 1000)
  }
  const ticking = await openHouse({ clock })
  const tenant = await ticking.organisation()
  const counter = shopOf(ticking, tenant)
  const starts_at = new Date('2030-01-01')
  const { priceId } = await addOffer(ticking, tenant, { event: { starts_at } })
  const { body } = await counter.checkOut(await counter.fill(priceId, 1))
  assert.equal(body.status, 'confirmed')
  const shown = await ticking.call('GET', `/v1/orders/${body.order_id}`, { key: tenant.key })
  assert.deepEqual([body.updated_at, body.order_date], [shown.body.updated_at, shown.body.order_date])
})
