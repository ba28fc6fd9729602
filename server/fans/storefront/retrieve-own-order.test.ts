import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { createSeal } from '../../platform/values/seal.ts'
import { orderSecretOf } from '../../tickets/orders/order-secret.ts'

const house = await openHouse()
const club = await house.organisation()
const publishable = await house.key(club.orgId, { kind: 'pk' })
const shop = shopOf(house, { key: publishable })
const { priceId } = await addOffer(house, club, { capacity: 100 })

const buy = async (body: object = {}) => (await shop.checkOut(await shop.fill(priceId, 2), body)).body
const ownOrder = (secret: string, key = publishable) =>
  house.call('GET', '/v1/storefront/order', { key, headers: { 'x-order-secret': secret } })

test('the secret of a checkout shows the buyer their order again, with a publishable key', async () => {
  const { order_secret, status, basket_id, next_action, ...bought } = await buy()
  assert.match(order_secret, /^ors_[\w-]{43,}$/)
  const { status: answered, body } = await ownOrder(order_secret)
  assert.equal(answered, 200)
  assert.deepEqual(body, bought)
})

test('a page that lost the checkout’s answer and its key finds the order by the basket', async () => {
  const basket = await shop.fill(priceId, 2)
  const { body: bought } = await shop.checkOut(basket)
  const { order } = (await shop.read(basket)).body
  const again = [
    await shop.checkOut(basket),
    await shop.checkOut(basket, {}, { 'idempotency-key': 'one that came later' }),
    await shop.checkOut(basket, {}, { 'idempotency-key': 'one that came later' }),
    await shop.add(basket, { price_id: priceId }),
    await shop.call('DELETE', `/v1/baskets/${basket}`),
  ].map(({ status, body }) => {
    assert.deepEqual([status, body.error.code], [409, 'basket_already_checked_out'])
    return body.error
  })
  for (const { order_id, order_secret } of [order, ...again]) {
    assert.equal(order_id, bought.order_id)
    assert.deepEqual((await ownOrder(order_secret)).body.tickets, bought.tickets)
  }
})

test('a basket that can still be changed opens no order, also after a card was declined', async () => {
  const basket = await shop.fill(priceId, 1)
  assert.equal((await shop.checkOut(basket, { payment_method: 'pm_test_declined' })).status, 402)
  const { order } = (await shop.read(basket)).body
  assert.deepEqual([order.order_status, order.order_secret], ['pending', null])
})

test('an order that is still being paid is shown as pending, and then as what it became', async () => {
  const { order_secret } = await buy({ payment_method: 'pm_test_requires_action' })
  const { body } = await ownOrder(order_secret)
  assert.deepEqual([body.order_status, body.tickets], ['pending', []])
})

test('a ticket that another holder has by now is not shown, nor one that was replaced', async () => {
  const { order_secret, tickets } = await buy()
  const transfer = { ticket_name: 'Ben Ito', email_address: 'ben@example.org' }
  const path = `/v1/manage/tickets/${tickets[0].ticket_id}/transfer`
  assert.ok((await house.call('POST', path, { key: club.key, body: transfer })).status < 300)
  const { body } = await ownOrder(order_secret)
  assert.deepEqual(
    body.tickets.map(({ ticket_id }: { ticket_id: number }) => ticket_id),
    [tickets[1].ticket_id],
  )
})

test('no other secret opens an order: made up, bent, sealed elsewhere, or sent by another organisation', async () => {
  const { order_secret, order_id, basket_id } = await buy()
  const elsewhere = createSeal('another secret for tests of 32 characters')
  const other = await house.organisation()
  const bent = order_secret.replace(/.$/, (last: string) => (last === 'A' ? 'B' : 'A')).replace(/^(.{12})./, '$1_')
  for (const secret of [
    '',
    'ors_',
    String(order_id),
    basket_id,
    bent,
    orderSecretOf(elsewhere, club.orgId, order_id),
  ]) {
    const { status, body } = await ownOrder(secret)
    assert.deepEqual([status, body.error.code], [404, 'resource_missing'], secret)
  }
  assert.equal((await ownOrder(order_secret, other.key)).status, 404)
})

test('the secret is in no table', async () => {
  const { order_secret } = await buy()
  const tables = await house.sql<{ name: string }[]>`
    select relname::text as name
    from pg_class
    where relkind = 'r'
      and relnamespace = 'public'::regnamespace`
  for (const { name } of tables) {
    const [found] = await house.sql.unsafe(`select 1 from "${name}" t where t::text like '%${order_secret}%' limit 1`)
    assert.equal(found, undefined, name)
  }
})
