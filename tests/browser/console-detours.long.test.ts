import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { hashPassword } from '../../server/people/staff/passwords.ts'
import { openGround } from '../builders/grounds.ts'
import { sellOrder } from '../builders/orders.ts'
import { addOffer, addPrice } from '../builders/prices.ts'
import { addStaff } from '../builders/staff.ts'
import { axe, browserTest, desktop, phone, thereAre, visit } from './browser.ts'
import { openCounter } from './counter.ts'
import { openShopServer } from './shop-server.ts'

/** What the console makes of names, prices and people that are not as one expects them. */

let aheadMs = 0
const server = await openShopServer({ clock: () => new Date(Date.now() + aheadMs) })
const { origin, club, sql } = server
const { atCounter, ordersOf } = openCounter(server)
const PASSWORD = 'nine green elephants'
/** For less than this the server trusts what it has read of a role. */
const TRUSTED_MS = 60_000

async function ownerAt(path: string, options: Parameters<typeof visit>[1] = desktop) {
  const owner = await addStaff(server, club)
  const visited = await visit(origin, options)
  await visited.context.addCookies([{ name: 'gs', value: owner.token, url: origin }])
  await visited.page.goto(`${origin}/console/${path}`)
  return { ...visited, ...owner }
}

test(
  'a person who came by a link and has no password chooses one where a proof is asked for, and goes on',
  browserTest,
  async () => {
    const { page, complaints, sessionId } = await ownerAt('settings/keys')
    await page.getByRole('button', { name: 'Create API key' }).click()
    await sql`
    update staff_sessions
    set proved_at = proved_at - interval '1 hour'
    where session_id = ${sessionId}`
    const dialog = page.getByRole('dialog', { name: 'Create API key' })
    await dialog.getByLabel('Name').fill('Website')
    await dialog.getByRole('button', { name: 'Create' }).click()
    const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await proof.getByText('you have none yet because you signed in by a link').waitFor()
    await proof.getByLabel('Your new password').fill('password12')
    await proof.getByRole('button', { name: 'Continue' }).click()
    await proof.getByText('one that is tried first').waitFor()
    const findings = await axe(page)
    await proof.getByLabel('Your new password').fill(PASSWORD)
    await proof.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('row', { name: /Website/ }).waitFor()
    await page.goto(`${origin}/console/account`)
    await page.getByLabel('Current password').waitFor()
    assert.deepEqual([findings, complaints], [[], []])
  },
)

test(
  'a person who signs out in another tab signs in where they are, and a sale that was pressed then is sold once',
  browserTest,
  async () => {
    const offer = await addOffer(server, club, { capacity: 50 })
    const clerk = await addStaff(server, club, { role: 'box_office', passwordHash: await hashPassword(PASSWORD) })
    const { page, context } = await visit(origin, desktop)
    await context.addCookies([{ name: 'gs', value: clerk.token, url: origin }])
    await page.goto(`${origin}/console/box-office?event_id=${offer.eventId}`)
    await page.getByRole('heading', { level: 2, name: 'Tickets' }).waitFor()
    await page.keyboard.press('1')
    await page.keyboard.press('i')
    await page.getByRole('button', { name: /^Sell/ }).waitFor()
    const other = await context.newPage()
    await other.goto(`${origin}/console/`)
    await other.getByRole('button', { name: 'Sign out' }).click()
    await other.getByLabel('Password').waitFor()
    await page.bringToFront()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    await page.getByLabel('E-mail').fill(clerk.email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel('Sold').getByText('$27.20').waitFor()
    assert.equal(await ordersOf(offer.eventId), 1)
  },
)

test(
  'a person who is given another role is shown what it may do at the first refusal, without a reload',
  browserTest,
  async () => {
    const { page, staffId } = await ownerAt('orders')
    await page.getByText('Owner', { exact: true }).waitFor()
    // What the page of orders still asks for would be the first refusal.
    await page.waitForLoadState('networkidle')
    await sql`
    update staff_members
    set role = 'gates'
    where org_id = ${club.orgId}
      and staff_id = ${staffId}`
    aheadMs += TRUSTED_MS
    await page.getByRole('link', { name: 'Customers' }).click()
    await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor()
    await page.getByText('Owner', { exact: true }).waitFor({ state: 'detached' })
    await page
      .getByText(/Your role, Gates, does not allow/)
      .first()
      .waitFor({ state: 'attached' })
  },
)

test('a key adds no price that is not on sale, and says why', browserTest, async () => {
  const offer = await addOffer(server, club, { capacity: 50 })
  const hourAgo = new Date(server.clock().getTime() - 3_600_000)
  await addPrice(server, club, offer, { title: 'Early bird', available_until: hourAgo, order_by: 9 })
  const { page } = await atCounter(offer.eventId)
  await page.getByText('Not on sale any more').waitFor()
  await page.keyboard.press('2')
  await page.getByText('Early bird: Not on sale any more').waitFor()
  await page.getByText('No tickets chosen yet').waitFor()
  await page.keyboard.press('1')
  await page.getByText('1 ticket', { exact: true }).waitFor()
})

test('a sale that came to nothing does not look sold at the counter, on a phone neither', browserTest, async () => {
  const { eventId, priceId } = await addOffer(server, club)
  await server.call('PATCH', '/v1/manage/organisation', { key: club.key, body: { card_readers: true } })
  const body = { items: [{ price_id: priceId }], payment_method: 'card_reader', reader_id: 'tmr_test_no_card' }
  const { body: order } = await server.call('POST', '/v1/manage/orders', { key: club.key, body })
  await server.call('POST', `/v1/manage/orders/${order.order_id}/reader_payment/cancel`, { key: club.key, body: {} })
  const { page } = await ownerAt(`box-office?event_id=${eventId}`, phone)
  await page.getByRole('row', { name: new RegExp(`#${order.order_id}.*expired`) }).waitFor()
})

const spills = (page: Page, selector: string) =>
  page.$$eval(selector, (all) =>
    all.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent),
  )

test('long names of clubs, people and payments stay in their places', browserTest, async () => {
  const { orderId } = await sellOrder(server, club)
  await sql`
    update payments
    set provider_reference = ${`pi_${'3PqXr9ZvKYlo2C1k7wR5'.repeat(2)}`}
    where org_id = ${club.orgId}
      and order_id = ${orderId}`
  await sql`
    update organisations
    set name = 'Verein der Donaudampfschifffahrtsgesellschaftskapitäne'
    where org_id = ${club.orgId}`
  for (const size of [desktop, phone]) {
    const { page } = await ownerAt(`orders/${orderId}`, size)
    await page.getByText('pi_3PqXr9ZvKYlo2C1k7wR5').waitFor()
    assert.deepEqual(await spills(page, 'dl dd, #menu, #menu > *'), [])
  }
})

test('a gate can be changed once it is known, not while only its figures have come', browserTest, async () => {
  const ground = await openGround(server, club)
  const { page, context } = await visit(origin, desktop)
  const { token } = await addStaff(server, club, { role: 'manager' })
  await context.addCookies([{ name: 'gs', value: token, url: origin }])
  const { promise: isThere, resolve: arrive } = Promise.withResolvers<void>()
  await context.route(/venues\/\d+\/gates/, async (route) => {
    await isThere
    await route.continue()
  })
  await page.goto(`${origin}/console/gates?event_id=${ground.eventId}`)
  await page.getByText('Inside now').waitFor()
  await thereAre(0, page.getByRole('button', { name: /^Change/ }))
  arrive()
  await page
    .getByRole('button', { name: /^Change/ })
    .first()
    .click()
  await page.getByLabel('Directions').waitFor()
  await context.close()
})
