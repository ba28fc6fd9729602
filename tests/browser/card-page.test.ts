import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { shopOf } from '../builders/baskets.ts'
import { grace, membershipsOf } from '../builders/membership-sale.ts'
import { axe, browserTest, phone, visit } from './browser.ts'
import { readQr } from './read-qr.ts'
import { openShopServer } from './shop-server.ts'

const server = await openShopServer()
const { origin, club } = server
const shop = shopOf(server, club)
const { addType, addOption } = membershipsOf(server, club)
const membership_type_id = await addType({ title: 'Season 27' })
const membership_payment_option_id = await addOption()

async function join(more: object = {}, language = 'en') {
  const items = [{ membership_type_id, membership_payment_option_id, member: grace, ...more }]
  const { body: basket } = await shop.open({ items })
  const { body: order } = await shop.checkOut(basket.id, { language })
  const [{ membership_member_id: memberId, member_number: number }] = order.memberships
  const path = `/v1/storefront/order/memberships/${memberId}/card_secret`
  const headers = { 'x-order-secret': String(order.order_secret) }
  const { body } = await server.call('POST', path, { key: club.key, headers })
  const { body: member } = await server.call('GET', `/v1/members/${memberId}`, { key: club.key })
  return { memberId, number: String(number), barcode: String(member.barcode), secret: String(body.card_secret) }
}
const codeOf = (page: Page, number: string) => page.getByRole('img', { name: `QR code of member ${number}` })

/** Once the program of the page is kept, and not a moment before. */
const keptForOffline = (page: Page) =>
  page.waitForFunction(async () => {
    const worker = await navigator.serviceWorker.getRegistration('/t/')
    return worker?.active?.state === 'activated' && (await caches.match('/t/shell')) !== undefined
  })

test('a card on a phone: its code, also without a network, its plan, and a link that pays', browserTest, async () => {
  const { number, barcode, secret } = await join()
  const { page, complaints, context } = await visit(origin, phone)
  await page.goto(`${origin}/t/${secret}`)
  await codeOf(page, number).waitFor()
  await page.getByRole('heading', { name: 'Grace Okafor' }).waitFor()
  await page.getByRole('heading', { name: 'Season 27' }).waitFor()
  await page.getByText('$33.34 of $100.00 is paid.').waitFor()
  const findings = await axe(page)
  assert.equal(await readQr(codeOf(page, number)), barcode)
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }))
  assert.equal(stored.includes(secret), false)

  await keptForOffline(page)
  await context.setOffline(true)
  await page.reload()
  await page.getByText(/^No network\. Your code works all the same/).waitFor()
  findings.push(...(await axe(page)))
  assert.equal(await readQr(codeOf(page, number)), barcode)
  await context.setOffline(false)

  await page.getByRole('link', { name: 'Pay $33.33' }).first().click()
  await page.getByRole('heading', { name: '$33.33 to pay' }).waitFor()
  await page.getByLabel('The full open amount: $66.66').check()
  findings.push(...(await axe(page)))
  await page.getByLabel('Test card').selectOption('pm_test_ok')
  await page.getByRole('button', { name: 'Pay $66.66' }).click()
  await page.getByRole('heading', { name: 'Paid. Thank you' }).waitFor()
  await page.goto(`${origin}/t/${secret}`)
  await page.getByText('$100.00 of $100.00 is paid.').waitFor()
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})

test('a cancelled card says so and has no code, and a revoked link opens nothing', browserTest, async () => {
  const { memberId, secret } = await join()
  const { page, context } = await visit(origin, phone)
  await server.call('POST', `/v1/manage/members/${memberId}/cancel`, { key: club.key, body: {} })
  await page.goto(`${origin}/t/${secret}`)
  await page.getByText('This membership is cancelled.').waitFor()
  const findings = await axe(page)
  await server.call('POST', `/v1/manage/members/${memberId}/revoke_card_secret`, { key: club.key, body: {} })
  await page.reload()
  await page.getByRole('heading', { name: 'This link opens nothing any more' }).waitFor()
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage)), [])
  assert.deepEqual(findings, [])
  await context.close()
})

test('the card speaks the language of the order', browserTest, async () => {
  const { number, secret } = await join({}, 'de')
  const { page, context } = await visit(origin, phone)
  await page.goto(`${origin}/t/${secret}`)
  await page.getByRole('img', { name: `QR-Code von Mitglied ${number}` }).waitFor()
  await page.getByRole('heading', { name: 'Zahlungen' }).waitFor()
  assert.equal(await page.locator('html').getAttribute('lang'), 'de')
  await context.close()
})
