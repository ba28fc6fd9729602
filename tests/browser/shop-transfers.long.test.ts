import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '../../server/platform/values/durations.ts'
import { transferPageLink } from '../../server/tickets/orders/ticket-page-link.ts'
import { addOffer } from '../builders/prices.ts'
import { offerTransfers, orderByTransfer } from '../builders/transfers.ts'
import { axe, browserTest, phone, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'
import { checkoutOf, keptBasket } from './shop-story.ts'

const server = await openShopServer()
const { origin, club } = server
await offerTransfers(server, club)
const starts_at = new Date(server.clock().getTime() + 60 * DAY_MS)
const { priceId } = await addOffer(server, club, { capacity: 1000, event: { title: 'Derby', starts_at } })

test('a buyer chooses a transfer, is told how to pay, and sees the money arrive', browserTest, async () => {
  const { page, story, context, complaints } = await checkoutOf(server, priceId)(2)
  await story.fillIn()
  await page.getByLabel('Bank transfer').check()
  await page.getByText('We hold your places for up to 7 days').waitFor()
  await story.pay()
  await story.heading('Your places are waiting for your transfer')
  assert.match(await page.locator('dl').innerText(), /DE89 3704 0044 0532 0130 00[\s\S]*RF\d\d 1/)
  assert.deepEqual(await axe(page), [])
  assert.equal(await keptBasket(page), null, 'the basket is over')
  const orderId = new URL(page.url()).pathname.split('/').at(-1)
  await page.reload()
  await story.heading('Your places are waiting for your transfer')
  await server.call('POST', `/v1/manage/orders/${orderId}/record_transfer`, { key: club.key, body: {} })
  await story.heading('See you there')
  assert.deepEqual(complaints, [])
  await context.close()
})

test('the link of the mail leads back to that page, on any device', browserTest, async () => {
  const { orderId } = await orderByTransfer(server, club, { priceId })
  const shop = { shop_slug: '', shop_host: null }
  const link = transferPageLink({ ...server, publicUrl: origin }, club.orgId, shop, { orderId, version: 0 })
  const { page, context } = await visit(origin, phone)
  await page.goto(`${origin}/shop/orders/owed${new URL(link).hash}`)
  await page.getByRole('heading', { name: 'Your places are waiting for your transfer' }).waitFor()
  assert.equal(new URL(page.url()).hash, '', 'the secret does not stay in the address')
  await server.call('POST', `/v1/manage/orders/${orderId}/cancel_transfer`, { key: club.key })
  await page.reload()
  await page.getByRole('heading', { name: 'Your places are free again' }).waitFor()
  await context.close()
})
