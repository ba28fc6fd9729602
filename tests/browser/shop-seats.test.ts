import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addSeatedOffer } from '../builders/prices.ts'
import { addSeatMap } from '../builders/seat-maps.ts'
import { axe, browserTest, desktop, phone, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'
import { storyOf } from './shop-story.ts'

const server = await openShopServer()
const { origin, club } = server
const map = await addSeatMap(server, club, { rows: 4, seats: 12 })
const { eventId, priceId } = await addSeatedOffer(server, club, map)

test('number first: the best seats together are one press', browserTest, async () => {
  const { page, context } = await visit(origin, phone)
  const story = storyOf(page, origin)
  await story.openEvent(eventId)
  await story.choose('Adult, Stand', 3)
  await story.hold()
  assert.equal(await page.getByText(/North, Row A, Seat \d+/).count(), 3)
  await story.fillIn()
  await story.pay()
  await story.heading('See you there')
  assert.equal(await page.getByText(/Row A, Seat \d+/).count(), 3)
  await context.close()
})

test('seats one by one: from the map to the basket, with what was chosen', browserTest, async () => {
  const { page, context, complaints } = await visit(origin, desktop)
  const story = storyOf(page, origin)
  await story.openEvent(eventId)
  await story.choose('Adult, Stand', 2)
  await page.getByRole('button', { name: 'Choose seats' }).click()
  await story.heading('Choose seats')
  await page.getByRole('button', { name: 'Choose the best 2 together' }).click()
  await page.getByText('2 tickets $54.40').waitFor()
  assert.deepEqual(await axe(page), [])
  // A window that becomes as narrow as a phone held upright still has the whole page in it.
  await page.setViewportSize({ width: 390, height: 844 })
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
  await page.getByRole('button', { name: 'Hold them for me' }).click()
  await story.heading('Checkout')
  assert.equal(await page.getByText(/North, Row [A-D], Seat \d+/).count(), 2)
  // Back on the map they are still theirs, and can be changed for others.
  await page.getByRole('link', { name: 'Change tickets' }).click()
  await page.getByRole('button', { name: 'Choose seats' }).click()
  await page.getByText('2 tickets $54.40').waitFor()
  // Others that somebody else gets first: those that were held are still held.
  const held = async () => {
    const basketId = await page.evaluate(() => JSON.parse(localStorage.getItem('shop.basket') ?? 'null') as string)
    const { body } = await server.call('GET', `/v1/baskets/${basketId}`, { key: server.shopKey })
    return body.items.flatMap((item: { seats: { seat_id: number }[] }) => item.seats.map(({ seat_id }) => seat_id))
  }
  const before = await held()
  const free = map.seatIds.slice(-2)
  await page.getByRole('button', { name: /North/ }).click()
  await page.getByRole('button', { name: 'List' }).click()
  for (const row of await page.locator('summary').all()) await row.click()
  for (const box of await page.getByRole('checkbox', { checked: true }).all()) await box.uncheck()
  const boxes = page.getByRole('checkbox')
  await boxes.nth(-1).check()
  await boxes.nth(-2).check()
  await page.route('**/seats?*', (route) => route.abort())
  const rival = { items: [{ price_id: priceId, quantity: 1, seat_ids: free.slice(1) }] }
  assert.equal((await server.call('POST', '/v1/baskets', { key: server.shopKey, body: rival })).status, 201)
  await page.getByRole('button', { name: 'Hold them for me' }).click()
  await page.getByText('Somebody was faster').waitFor()
  assert.deepEqual(await held(), before)
  assert.deepEqual(complaints, [])
  await context.close()
})

test(
  'back leads from a stand to all stands; a reload keeps the seats; no single seat is left behind; another event asks',
  browserTest,
  async () => {
    const wall = await addSeatMap(server, club, { rows: 1, seats: 7 })
    const row = await addSeatedOffer(server, club, wall, { title: 'Cup' })
    const { page, context } = await visit(origin, desktop)
    const story = storyOf(page, origin)
    await story.openEvent(eventId)
    await story.choose('Adult, Stand', 1)
    await story.hold()
    await story.openEvent(row.eventId)
    await story.choose('Adult, Stand', 2)
    await page.getByRole('button', { name: 'Choose seats' }).click()
    await page.getByRole('button', { name: /North/ }).click()
    await page.getByRole('application').waitFor()
    await page.goBack()
    await page.getByRole('button', { name: /North/ }).click()
    await page.getByRole('button', { name: 'List' }).click()
    // Two side by side, of which one is given back: the seat at the wall would be alone.
    await page.getByLabel('Row A, seat 1,').click()
    await page.getByText('2 tickets $54.40').waitFor()
    await page.getByLabel('Row A, seat 1,').click()
    await page.getByText('1 ticket $27.20').waitFor()
    await page.getByRole('button', { name: 'Hold them for me' }).click()
    await page.getByText(/That would leave a single seat: Row A, seat 1/).waitFor()
    await page.getByLabel('Row A, seat 1,').click()
    await page.getByText('2 tickets $54.40').waitFor()
    await page.reload()
    await page.getByText('Yours: Row A, seats 2, 1').waitFor()
    await page.getByRole('button', { name: 'Hold them for me' }).click()
    await page.getByRole('button', { name: 'Let them go and take these' }).click()
    await story.heading('Checkout')
    assert.equal(await page.getByText(/North, Row A, Seat [12]/).count(), 2)
    await context.close()
  },
)
