import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addOffer, addPrice } from '../../../tests/builders/prices.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { auditBooks } from '../../operator/audit/audit.ts'
import { failPayment } from '../answers/fail-payment.ts'
import { uuidOfBasket } from '../baskets/basket-state.ts'
import { signLines } from './issue-tickets.ts'
import type { DraftedOrder } from './stages.ts'

const { house, club, shop, deps } = await openSettlingHouse()
const { sql } = house

const buyer = {
  email: 'ada@example.org',
  first_name: 'Ada',
  last_name: 'Okafor',
  mobile_number: null,
  postcode: null,
  country_id: null,
  language: null,
  marketing_emails: false,
}
const startAll = (basketIds: string[]) =>
  Promise.allSettled(
    basketIds.map((id) =>
      deps.sales.draft({ orgId: club.orgId, basketId: uuidOfBasket(id), buyer, paymentMethod: 'pm_test_ok' }),
    ),
  )
const draftedBy = (outcome: Awaited<ReturnType<typeof startAll>>[number] | undefined): DraftedOrder => {
  if (outcome?.status !== 'fulfilled' || !('order' in outcome.value)) throw new Error('nothing was drafted')
  return outcome.value
}
const start = async (basketId: string) => draftedBy((await startAll([basketId]))[0])
const pay = async ({ request, order, payment, lines }: DraftedOrder, knows: boolean) => {
  const orderId = order.order_id
  return deps.sales.confirm({
    orgId: request.orgId,
    orderId,
    basketId: request.basketId,
    payment: payment && { paymentId: payment.paymentId, reference: `test_${payment.paymentId}` },
    lines: await signLines(deps, request.orgId, orderId, knows ? lines : undefined),
  })
}

test('the fan who knows the tickets and a webhook that does not, in one batch, confirm one order once', async () => {
  const { priceId } = await addOffer(house, club)
  const drafted = await start(await shop.fill(priceId, 2))
  const outs = await Promise.all([true, false, true].map((knows) => pay(drafted, knows)))
  assert.deepEqual(
    outs.map((out) => (out.kind === 'confirmed' ? out.order.tickets.length : out.kind)),
    [2, 2, 2],
  )
  assert.deepEqual(await auditBooks(club.orgId, sql), [])
})

test('what a payment that came to nothing knew is not issued for the one that came after it', async () => {
  const { priceId, eventId, priceCategoryId } = await addOffer(house, club)
  const child = await addPrice(house, club, { eventId, priceCategoryId }, { title: 'Child', price_minor: 900 })
  const basket = await shop.fill(priceId, 1)
  const first = await start(basket)
  const { request, order, payment } = first
  assert.ok(payment)
  const paying = { orgId: request.orgId, orderId: order.order_id, paymentId: payment.paymentId }
  await failPayment(deps, paying, { code: 'payment_failed' })
  const { body } = await shop.add(basket, { price_id: child, quantity: 1 })
  await shop.call('DELETE', `/v1/baskets/${basket}/items/${body.items[0].id}`)
  const second = await start(basket)
  assert.equal(second.order.order_id, first.order.order_id)
  const [late, good] = await Promise.all([pay(first, true), pay(second, true)])
  assert.equal(late.kind, 'lost')
  assert.ok(good.kind === 'confirmed')
  assert.deepEqual(
    good.order.tickets.map(({ price_id, price_title }) => [price_id, price_title]),
    [[child, 'Child']],
  )
  assert.deepEqual(await auditBooks(club.orgId, sql), [])
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
  assert.ok(refused?.status === 'rejected' && refused.reason.code === 'basket_expired')
  assert.equal((await pay(draftedBy(started), true)).kind, 'confirmed')
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
