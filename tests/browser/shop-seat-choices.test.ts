import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addPrice, addPriceCategory, addSeatedOffer, sellSection } from '../builders/prices.ts'
import { addRow } from '../builders/rows.ts'
import { addSeatMap, addSeats, layoutAt } from '../builders/seat-maps.ts'
import { axe, browserTest, desktop, phone, thereAre, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'
import { storyOf } from './shop-story.ts'

const server = await openShopServer()
const { origin, club } = server
const bestOf2 = 'Best 2 together · $54.40'

test('price follows from the pick: another stand says its price, and a child pays a child’s', browserTest, async () => {
  const ground = await addSeatMap(server, club, { rows: 2, seats: 10 })
  const offer = await addSeatedOffer(server, club, ground, { title: 'Two stands' })
  const columns = { seat_map_id: ground.seatMapId, title: 'South', order_by: 2, ...layoutAt(0, 20) }
  const sectionId = await addRow(server, club, 'seat_sections', 'seat_section_id', columns)
  const section = { seatMapId: ground.seatMapId, sectionId }
  await addSeats(server, club, section, { rows: 2, seats: 10 })
  const priceCategoryId = await addPriceCategory(server, club, offer.eventId, { title: 'Terrace', capacity: 20 })
  const cheap = { eventId: offer.eventId, priceCategoryId }
  await addPrice(server, club, cheap, { price_minor: 1000 })
  await addPrice(server, club, cheap, { title: 'Child', price_minor: 500, order_by: 2 })
  await sellSection(server, club, cheap, section)
  const { page, context } = await visit(origin, desktop)
  const story = storyOf(page, origin)
  await story.openEvent(offer.eventId)
  await page.getByRole('button', { name: bestOf2 }).click()
  await page.getByText('2 tickets $54.40').waitFor()
  await page.getByRole('button', { name: 'All stands' }).click()
  await page.getByRole('button', { name: /^South/ }).click()
  await page.getByRole('button', { name: 'List' }).click()
  await page.getByLabel('Row A, seat 1, $12.20').click()
  await page.getByText('The price here is $12.20 per seat. Before: $27.20.').first().waitFor()
  await page.getByText('2 tickets $24.40').waitFor()
  await page.getByText('2 × Adult').click()
  await page.getByLabel('Ticket 2').selectOption({ label: 'Child, $7.20' })
  await page.getByText('2 tickets $19.40').waitFor()
  assert.deepEqual(await axe(page), [])
  await story.hold()
  await page.getByText('1 × Child').waitFor()
  // Up to a price: the dear stand steps back, and the best are looked for in the other one.
  await story.openEvent(offer.eventId)
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByLabel('Price of a seat').selectOption({ label: 'Up to $12.20' })
  await page.getByRole('button', { name: /^North none free/ }).waitFor()
  await page.getByRole('button', { name: 'Best 2 together · $24.40' }).waitFor()
  await context.close()
})

test('places for wheelchairs are found by asking for them', browserTest, async () => {
  const ground = await addSeatMap(server, club, { rows: 2, seats: 10 })
  const offer = await addSeatedOffer(server, club, ground, { title: 'For all' })
  const [first, second] = ground.seatIds.slice(10)
  await server.sql`
    update seats
    set flags = case seat_id when ${first ?? 0} then 1 else 2 end
    where org_id = ${club.orgId}
      and seat_id = any (${[first ?? 0, second ?? 0]}::bigint[])`
  const { page, context } = await visit(origin, phone)
  const story = storyOf(page, origin)
  await story.openEvent(offer.eventId)
  await page.getByRole('button', { name: 'Accessible' }).tap()
  await page.getByRole('button', { name: /^North 1 free/ }).waitFor()
  await page.getByRole('button', { name: bestOf2 }).tap()
  await page.getByText('North, Row B, seats 1, 2').waitFor()
  await page.getByText('Wheelchair space or companion').waitFor()
  await context.close()
})

test(
  'a map that nobody has drawn is a list by stand and row, and no picture of it is made up',
  browserTest,
  async () => {
    const undrawn = await addSeatMap(server, club, { rows: 2, seats: 6, drawn: false })
    const offer = await addSeatedOffer(server, club, undrawn, { title: 'Undrawn' })
    const { page, context } = await visit(origin, phone)
    const story = storyOf(page, origin)
    await story.openEvent(offer.eventId)
    const north = page.getByRole('button', { name: /^North 12 free from \$27\.20/ })
    await north.waitFor()
    await thereAre(0, page.locator('main svg polygon'))
    await north.tap()
    await page.getByLabel('Row A, seat 1, $27.20').check()
    await thereAre(0, page.getByRole('application'))
    await page.getByText('North, Row A, seats 1, 2').waitFor()
    assert.deepEqual(await axe(page), [])
    await story.hold()
    await thereAre(2, page.getByText(/North, Row A, Seat [12]/))
    await context.close()
  },
)
