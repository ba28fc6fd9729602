import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../builders/baskets.ts'
import { sellOrder } from '../builders/orders.ts'
import { addOffer } from '../builders/prices.ts'
import { browserTest, phone } from './browser.ts'
import { openShopServer } from './shop-server.ts'
import { openDesk } from './staff-desk.ts'

const server = await openShopServer()
const { sql, club } = server
const { staffAt, manage, sell } = openDesk(server)
const offer = await addOffer(server, club, { capacity: 100 })
const orderOf = async (orderId: number) => (await manage('GET', `orders/${orderId}`)).body

test('an order is cancelled with its money, after it was said what becomes of both', browserTest, async () => {
  const { order_id: orderId } = await sell(offer.priceId, 'cash', 'Ada')
  const manager = await staffAt(`orders/${orderId}`, /Ada Okafor/)
  const { page, press, look } = manager
  await press('New link …')
  await look()
  await press('Create link')
  await page.getByText('The old links no longer work', { exact: false }).waitFor()
  await press('Cancel order …')
  const dialog = page.getByRole('dialog', { name: 'Cancel this order?' })
  await dialog.getByLabel('Also refund $27.20').waitFor()
  await dialog.getByText('The order was paid in cash', { exact: false }).waitFor()
  await dialog.getByLabel('Reason').fill('Bought twice')
  await look()
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await page
    .getByRole('cell', { name: 'cancelled', exact: true })
    .or(page.getByRole('cell', { name: 'refunded' }))
    .waitFor()
  await page.getByRole('button', { name: 'Cancel order …' }).waitFor({ state: 'detached' })
  await look()
  const { order_status } = await orderOf(orderId)
  assert.notEqual(order_status, 'confirmed')
  await manager.close()
})

test('a refund that the provider refused stands on the order until it is tried again', browserTest, async () => {
  const { orderId } = await sellOrder(server, club, { offer, method: 'pm_test_refund_fails' })
  await manage('POST', `orders/${orderId}/refunds`, { amount: 5 })
  const manager = await staffAt(`orders/${orderId}`, new RegExp(`#${orderId}`), { role: 'finance' }, phone)
  const { page, look } = manager
  const failed = page.getByRole('table', { name: 'Failed refunds' })
  await failed.getByText('The card has expired or was closed').waitFor()
  await look()
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/retry')),
    failed.getByRole('button', { name: 'Try again' }).click(),
  ])
  assert.equal(answer.status(), 201)
  const { body } = await manage('GET', `orders/${orderId}/refunds`)
  assert.equal(body.data.length, 2)
  await manager.close()
})

test('a payment of which the provider says nothing is settled by whoever has looked there', browserTest, async () => {
  const shop = shopOf(server, club)
  const basket = await shop.fill(offer.priceId, 1)
  const { body } = await shop.checkOut(basket, { payment_method: 'pm_test_timeout_then_failed' })
  const orderId = body.order_id as number
  await sql`
    update payments
    set created_at = now() - interval '20 minutes'
    where org_id = ${club.orgId}
      and order_id = ${orderId}`
  const clerk = await staffAt(`orders/${orderId}`, new RegExp(`#${orderId}`), { role: 'box_office' })
  const { page, press, look } = clerk
  await press('Settle the payment …')
  const dialog = page.getByRole('dialog', { name: 'Was the payment made?' })
  await dialog.getByLabel('It was not paid').check()
  await look()
  await dialog.getByRole('button', { name: 'Settle payment' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Settle the payment …' }).waitFor({ state: 'detached' })
  const { payments } = await orderOf(orderId)
  assert.equal(payments.at(-1).payment_status, 'failed')
  await clerk.close()
})
