import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addOffer, poolOf } from '../../../tests/builders/prices.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { reconcileRefunds } from '../../ledger/refunds/reconcile-refunds.ts'
import { MINUTE_MS } from '../../platform/values/durations.ts'
import { sweepBaskets } from '../baskets/sweep-baskets.ts'
import { QUIET_MS, reconcileOrders } from './reconcile.ts'
import { settlePayment } from './settle-payment.ts'

const { house, club, shop, payments, deps } = await openSettlingHouse()
const { sql, clock } = house

const settle = async () => {
  clock.advance(QUIET_MS)
  return reconcileOrders(deps)
}

const paymentOf = async (orderId: number) => {
  const [row] = await sql<
    { payment_id: number; payment_status: string; refunded_minor: number; amount_minor: number }[]
  >`
    select payment_id, payment_status, refunded_minor, amount_minor
    from payments
    where org_id = ${club.orgId}
      and order_id = ${orderId}
    order by payment_id desc`
  if (!row) throw new Error(`order ${orderId} has no payment`)
  return row
}

/** A checkout whose process died after the pending order was committed and before the provider was asked. */
async function crashBeforeAsking(priceId: number, quantity: number) {
  const { create } = payments.byName('test')
  const reached = Promise.withResolvers<void>()
  const die = () => {
    reached.resolve()
    return new Promise<never>(() => {})
  }
  Object.assign(payments.byName('test'), { create: die })
  const id = await shop.fill(priceId, quantity)
  shop.checkOut(id).catch(reached.reject)
  await reached.promise
  Object.assign(payments.byName('test'), { create })
  return id
}

test('a crash before the provider was asked is settled by asking, under the same key', async () => {
  const { priceId, priceCategoryId } = await addOffer(house, club)
  const id = await crashBeforeAsking(priceId, 2)
  const { body: paying } = await shop.read(id)
  assert.equal(paying.status, 'paying')
  assert.equal(await reconcileOrders(deps), 0, 'the buyer may still be waiting for the answer')
  const duplicate = await shop.checkOut(id)
  assert.equal(duplicate.body.error.code, 'basket_already_checked_out')
  assert.equal(duplicate.headers['retry-after'], '30', 'when a repetition takes over')
  await settle()
  const { body: done } = await shop.read(id)
  assert.equal(done.status, 'checked_out')
  assert.equal(done.order.order_status, 'confirmed')
  assert.deepEqual(
    { ...(await poolOf(house, club, priceCategoryId)) },
    { capacity: 10, sold: 2, held: 0, tickets: 2, holds: 0 },
  )
})

test('a second press while the first is being paid waits for it, and has its order', async () => {
  const { priceId } = await addOffer(house, club)
  const { create } = payments.byName('test')
  const asked = Promise.withResolvers<void>()
  const lookedTwice = Promise.withResolvers<void>()
  const slow: typeof create = async (...charge) => {
    asked.resolve()
    await lookedTwice.promise
    return create(...charge)
  }
  Object.assign(payments.byName('test'), { create: slow })
  const id = await shop.fill(priceId, 1)
  const headers = { 'idempotency-key': 'pressed-twice' }
  const first = shop.checkOut(id, {}, headers)
  await asked.promise
  let looks = 0
  const stop = sql.observe((text) => {
    if (!/from payments/.test(text)) return
    looks += 1
    if (looks === 2) lookedTwice.resolve()
  })
  const second = await shop.checkOut(id, {}, headers)
  stop()
  Object.assign(payments.byName('test'), { create })
  assert.equal(second.body.status, 'confirmed')
  assert.equal(second.body.order_id, (await first).body.order_id)
})

test('with its Idempotency-Key, a checkout that died is finished by its own repetition', async () => {
  const { priceId } = await addOffer(house, club)
  const id = await crashBeforeAsking(priceId, 1)
  const headers = { 'idempotency-key': 'died-1' }
  clock.advance(12_500)
  const early = await shop.checkOut(id, {}, headers)
  assert.deepEqual([early.body.error.code, early.headers['retry-after']], ['idempotency_key_in_use', '18'])
  clock.advance(18_000)
  assert.equal((await shop.checkOut(id, {}, headers)).body.status, 'confirmed')
  assert.equal((await shop.checkOut(id, {}, headers)).headers['idempotent-replayed'], 'true')
})

test('a crash between the provider’s yes and the confirmation loses nothing', async () => {
  const { priceId, priceCategoryId } = await addOffer(house, club)
  const id = await shop.fill(priceId, 1)
  // Answers are lost on the way to the order, as when the process dies at that moment.
  const provider = payments.byName('test')
  const { create } = provider
  Object.assign(provider, {
    create: async (...asked: Parameters<typeof create>) => {
      await create(...asked)
      throw new Error('the process died')
    },
  })
  assert.equal((await shop.checkOut(id)).status, 500)
  Object.assign(provider, { create })
  await settle()
  assert.equal((await shop.read(id)).body.order.order_status, 'confirmed')
  assert.equal((await poolOf(house, club, priceCategoryId)).tickets, 1)
})

test('lost answers are settled both ways by asking again', async () => {
  const { priceId } = await addOffer(house, club)
  const lucky = await shop.fill(priceId, 1)
  const unlucky = await shop.fill(priceId, 1)
  await shop.checkOut(lucky, { payment_method: 'pm_test_timeout_then_paid' })
  await shop.checkOut(unlucky, { payment_method: 'pm_test_timeout_then_failed' })
  await settle()
  assert.equal((await shop.read(lucky)).body.status, 'checked_out')
  assert.equal((await shop.read(unlucky)).body.status, 'open')
})

test('a fan who walks off during 3-D Secure keeps the places for a while, and then no more', async () => {
  const { priceId, priceCategoryId } = await addOffer(house, club)
  const id = await shop.fill(priceId, 3)
  const { body: order } = await shop.checkOut(id, { payment_method: 'pm_test_action_abandoned' })
  await settle()
  assert.equal((await shop.read(id)).body.status, 'paying')
  clock.advance(15 * MINUTE_MS)
  await settle()
  assert.equal((await paymentOf(order.order_id)).payment_status, 'failed')
  assert.equal((await shop.read(id)).body.status, 'open')
  clock.advance(15 * 60_000)
  await sweepBaskets(sql, { clock, systemClock: clock })
  assert.equal((await shop.read(id)).body.order.order_status, 'expired')
  assert.equal((await poolOf(house, club, priceCategoryId)).held, 0)
})

test('an order that costs nothing is finished after a crash', async () => {
  const free = { price_minor: 0, service_fee_minor: 0, service_tax_minor: 0, rebate_minor: 0 }
  const { priceId } = await addOffer(house, club, { price: free })
  const id = await shop.fill(priceId, 1)
  const { body: order } = await shop.checkOut(id, { payment_method: null })
  // As if the second step had never run.
  await sql.begin(async (tx) => {
    await tx`delete from tickets where order_id = ${order.order_id}`
    await tx`update orders set order_status = 'pending', confirmed_at = null where order_id = ${order.order_id}`
    await tx`update baskets set basket_status = 'paying' where event_id = ${Number(order.event_id)}`
    await tx`update price_categories set sold = 0, held = 1 where event_id = ${Number(order.event_id)}`
    await tx`
      insert into holds (org_id, basket_id, basket_item_id, price_category_id, price_id, places)
      select org_id, basket_id, basket_item_id, price_category_id, price_id, places
      from basket_items
      where price_id = ${priceId}`
  })
  await settle()
  assert.equal((await shop.read(id)).body.status, 'checked_out')
})

/** A payment that the books call failed, and that the provider has collected all the same, after the places were given up. */
async function payLate(priceId: number, quantity: number, meanwhile: () => Promise<unknown>) {
  const id = await shop.fill(priceId, quantity)
  const declined = await shop.checkOut(id, { payment_method: 'pm_test_declined' })
  const orderId = declined.body.error.order_id
  clock.advance(15 * 60_000)
  await sweepBaskets(sql, { clock, systemClock: clock })
  await meanwhile()
  const { payment_id: paymentId } = await paymentOf(orderId)
  const result = { kind: 'succeeded' as const, reference: `pay_test_ok.${orderId}` }
  const settled = await settlePayment(deps, { orgId: club.orgId, paymentId, orderId }, result)
  return { id, orderId, settled }
}

test('paid after the places were given up: they are taken again while there are any', async () => {
  const { priceId, priceCategoryId } = await addOffer(house, club, { capacity: 4 })
  const { id, settled } = await payLate(priceId, 2, async () => {})
  assert.equal(settled.kind, 'confirmed')
  assert.equal((await shop.read(id)).body.status, 'checked_out')
  assert.deepEqual(
    { ...(await poolOf(house, club, priceCategoryId)) },
    { capacity: 4, sold: 2, held: 0, tickets: 2, holds: 0 },
  )
})

test('paid after the places were sold to others: the money goes back, once', async () => {
  const { priceId, priceCategoryId } = await addOffer(house, club, { capacity: 2 })
  const sellAll = async () => shop.checkOut(await shop.fill(priceId, 2))
  const { id, orderId, settled } = await payLate(priceId, 2, sellAll)
  assert.equal(settled.kind, 'refunded')
  const payment = await paymentOf(orderId)
  assert.equal(payment.payment_status, 'succeeded')
  assert.equal(payment.refunded_minor, payment.amount_minor)
  assert.equal((await shop.read(id)).body.order.order_status, 'expired')
  const result = { kind: 'succeeded' as const, reference: `pay_test_ok.${orderId}` }
  await settlePayment(deps, { orgId: club.orgId, paymentId: payment.payment_id, orderId }, result)
  await reconcileRefunds(deps)
  const refunds = await sql`select refund_status from refunds where payment_id = ${payment.payment_id}`
  assert.deepEqual(
    refunds.map((row) => row.refund_status),
    ['succeeded'],
  )
  assert.equal((await poolOf(house, club, priceCategoryId)).tickets, 2)
})

test('several workers at once settle each order once', async () => {
  const { priceId, priceCategoryId } = await addOffer(house, club, { capacity: 100 })
  const ids = await Promise.all(Array.from({ length: 20 }, () => shop.fill(priceId, 1)))
  await Promise.all(ids.map((id) => shop.checkOut(id, { payment_method: 'pm_test_timeout_then_paid' })))
  clock.advance(QUIET_MS)
  const looked = await Promise.all(Array.from({ length: 3 }, () => reconcileOrders(deps)))
  assert.equal(
    looked.reduce((sum, count) => sum + count, 0),
    20,
  )
  assert.deepEqual(
    { ...(await poolOf(house, club, priceCategoryId)) },
    { capacity: 100, sold: 20, held: 0, tickets: 20, holds: 0 },
  )
})
