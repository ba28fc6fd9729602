import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addOffer, addPriceIn, shopOf } from '../../../tests/builders/baskets.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { auditStock } from '../../operator/audit-stock/audit-stock.ts'
import { beginBatch } from '../../platform/batches/begin-batch.ts'
import { createSeal } from '../../platform/values/seal.ts'
import { uuidOfBasket } from '../baskets/basket-id.ts'
import { createPayments } from '../payments/providers.ts'
import { confirm } from './confirmations.ts'
import { failPayment } from './fail-payment.ts'
import { startOrders } from './start-orders.ts'
import type { PaymentToMake } from './starting.ts'

const payments = createPayments({ stripe: undefined })
const house = await openHouse({ payments })
const club = await house.organisation()
const shop = shopOf(house, club)
const { sql, clock } = house
const deps = { sql, clock, seal: createSeal('a secret for tests of 32 characters'), payments }

const buyer = {
  email: 'ada@example.org',
  first_name: 'Ada',
  last_name: 'Okafor',
  mobile_number: null,
  postcode: null,
  marketing_emails: false,
}
const startAll = (basketIds: string[]) =>
  beginBatch(sql, (tx) =>
    startOrders(
      deps,
      club.orgId,
      tx,
      basketIds.map((id) => ({
        orgId: club.orgId,
        basketId: uuidOfBasket(id),
        buyer,
        paymentMethod: 'pm_test_ok',
      })),
    ),
  )
const start = async (basketId: string): Promise<PaymentToMake> => {
  const [started] = await startAll([basketId])
  if (!started || started instanceof Error || started.kind !== 'started' || !started.payment) {
    throw started instanceof Error ? started : new Error('nothing was started')
  }
  return started.payment
}
const paid = ({ orgId, orderId, basketId, paymentId, tickets }: PaymentToMake, knows: boolean) => ({
  orgId,
  orderId,
  basketId,
  payment: { paymentId, reference: `test_${paymentId}` },
  tickets: knows ? tickets : undefined,
})

test('the fan who knows the tickets and a webhook that does not, in one batch, confirm one order once', async () => {
  const { priceId } = await addOffer(house, club)
  const payment = await start(await shop.fill(priceId, 2))
  const outs = await Promise.all([true, false, true].map((knows) => confirm(deps, paid(payment, knows))))
  assert.deepEqual(
    outs.map((out) => (out.kind === 'confirmed' ? out.order.tickets.length : out.kind)),
    [2, 2, 2],
  )
  assert.deepEqual(await auditStock(club.orgId, sql), [])
})

test('what a payment that came to nothing knew is not issued for the one that came after it', async () => {
  const { priceId, eventId, priceCategoryId } = await addOffer(house, club)
  const child = await addPriceIn(house, club, { eventId, priceCategoryId }, { title: 'Child', price_minor: 900 })
  const basket = await shop.fill(priceId, 1)
  const first = await start(basket)
  await failPayment(deps, first, { code: 'payment_failed' })
  const { body } = await shop.add(basket, { price_id: child, quantity: 1 })
  await shop.call('DELETE', `/v1/baskets/${basket}/items/${body.items[0].id}`)
  const second = await start(basket)
  assert.equal(second.orderId, first.orderId)
  const [late, good] = await Promise.all([confirm(deps, paid(first, true)), confirm(deps, paid(second, true))])
  assert.equal(late.kind, 'lost')
  assert.ok(good.kind === 'confirmed')
  assert.deepEqual(
    good.order.tickets.map(({ price_id, price_title }) => [price_id, price_title]),
    [[child, 'Child']],
  )
  assert.deepEqual(await auditStock(club.orgId, sql), [])
})

test('a basket whose hold was reclaimed is refused alone; its neighbour in the batch is started', async () => {
  const { priceId, priceCategoryId } = await addOffer(house, club)
  const [lost, kept] = [await shop.fill(priceId, 1), await shop.fill(priceId, 1)]
  await sql`delete from holds where org_id = ${club.orgId} and basket_id = ${uuidOfBasket(lost)}`
  await sql`
    update price_categories
    set held = held - 1
    where org_id = ${club.orgId}
      and price_category_id = ${priceCategoryId}`
  const [refused, started] = await startAll([lost, kept])
  assert.ok(refused instanceof Error && 'code' in refused && refused.code === 'basket_expired')
  assert.ok(started && 'kind' in started && started.kind === 'started' && started.payment)
  assert.equal((await confirm(deps, paid(started.payment, true))).kind, 'confirmed')
})

test('what the checkout shows of tickets is what is read afterwards, labels and titles too', async () => {
  const { priceId, priceCategoryId } = await addOffer(house, club)
  await sql`
    update price_categories
    set section_label = 'Bay 7'
    where org_id = ${club.orgId}
      and price_category_id = ${priceCategoryId}`
  const { body } = await shop.checkOut(await shop.fill(priceId, 2))
  assert.equal(body.tickets[0].section_label, 'Bay 7')
  const shown = await house.call('GET', `/v1/orders/${body.order_id}`, { key: club.key })
  assert.deepEqual(shown.body.tickets, body.tickets)
})

test('trying to check out a basket that cannot be paid for uses up no ticket numbers', async () => {
  const drawn = async () => (await sql`select last_value from tickets_ticket_id_seq`)[0]?.last_value
  const { priceId } = await addOffer(house, club)
  const basket = await shop.fill(priceId, 3)
  assert.equal((await shop.checkOut(basket)).status, 200)
  const before = await drawn()
  assert.equal((await shop.checkOut(basket)).status, 409)
  assert.equal(await drawn(), before)
})
