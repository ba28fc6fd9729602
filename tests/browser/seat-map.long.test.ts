import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { shopOf } from '../builders/baskets.ts'
import { addSeatedOffer, sellSection } from '../builders/prices.ts'
import { addRow } from '../builders/rows.ts'
import { addSeatMap, addSeats, layoutAt } from '../builders/seat-maps.ts'
import { axe, browserTest, desktop, phone, visit } from './browser.ts'
import { serveSeatMapPage } from './seat-map-page.ts'
import { openShopServer } from './shop-server.ts'

const server = await openShopServer()
const { club, origin, shopKey } = server

/** So many sections of one ground, all of one pool. */
async function ground(sections: number, rows: number, seats: number) {
  const map = await addSeatMap(server, club, { rows, seats })
  const offer = await addSeatedOffer(server, club, map)
  for (let n = 2; n <= sections; n += 1) {
    const columns = {
      ...{ seat_map_id: map.seatMapId, title: `Section ${n}`, order_by: n },
      ...layoutAt(((n - 1) % 8) * (seats + 3), Math.floor((n - 1) / 8) * (rows * 1.3 + 3)),
    }
    const sectionId = await addRow(server, club, 'seat_sections', 'seat_section_id', columns)
    await addSeats(server, club, { seatMapId: map.seatMapId, sectionId }, { rows, seats })
    await sellSection(server, club, offer, { seatMapId: map.seatMapId, sectionId })
  }
  await server.sql`
    update price_categories
    set capacity = ${sections * rows * seats}
    where org_id = ${club.orgId}
      and price_category_id = ${offer.priceCategoryId}`
  const prices = JSON.stringify([{ categoryId: offer.priceCategoryId, title: 'Stand', total: 32 }])
  const address = (wanted = 2) =>
    `${origin}/seat-map.html?${new URLSearchParams({ event: String(offer.eventId), key: shopKey, prices, wanted: String(wanted) })}`
  return { ...map, ...offer, address }
}

async function open(address: string, options: typeof phone | typeof desktop = desktop) {
  const { page, context, complaints } = await visit(origin, options)
  await serveSeatMapPage(context, origin)
  await page.goto(address)
  await page.getByRole('button', { name: /North/ }).waitFor()
  return { page, complaints }
}

const chosen = (page: Page) => page.locator('output').last().textContent()

test(
  'keys alone choose neighbours on the map, and a seat that another buyer gets is given back in words',
  browserTest,
  async () => {
    const { address, seatIds, priceId } = await ground(1, 3, 8)
    const { page, complaints } = await open(address())
    assert.deepEqual(await axe(page), [])
    await page.getByRole('button', { name: /North/ }).press('Enter')
    const map = page.getByRole('application')
    await map.press('ArrowRight')
    await map.press('ArrowDown')
    await map.press('Enter')
    assert.equal(await chosen(page), `${seatIds[8]} ${seatIds[9]}`)
    assert.deepEqual(await axe(page), [])
    const shop = shopOf(server, club)
    const { id } = (await shop.open()).body
    assert.equal((await shop.add(id, { price_id: priceId, quantity: 1, seat_ids: [seatIds[9]] })).status, 201)
    await page
      .getByText(/No longer available: Row B, seat 2, \$32/)
      .first()
      .waitFor()
    assert.equal(await chosen(page), String(seatIds[8]))
    await map.press('Escape')
    await page.getByRole('button', { name: /North/ }).waitFor()
    assert.deepEqual(complaints, [])
  },
)

test('on a phone the best seats are shown near enough to see which they are', browserTest, async () => {
  const { address } = await ground(1, 2, 120)
  const { page } = await open(address(), phone)
  await page.getByRole('button', { name: 'Choose the best 2 together' }).click()
  const seat = page.getByRole('application').locator('circle').first()
  await seat.waitFor()
  await page.waitForFunction(
    () => (document.querySelector('[role=application] circle')?.getBoundingClientRect().width ?? 0) >= 28,
  )
  assert.ok(await seat.evaluate((circle) => circle.getBoundingClientRect().left > 0))
})

test('the same seats are a list of checkboxes, and a single seat is not left behind', browserTest, async () => {
  const { address, seatIds } = await ground(1, 1, 5)
  const { page } = await open(address(1), phone)
  await page.getByRole('button', { name: /North/ }).tap()
  await page.getByRole('button', { name: 'List' }).tap()
  assert.deepEqual(await axe(page), [])
  await page.getByLabel('Row A, seat 2, $32').tap()
  await page
    .getByText(/That would leave a single seat: Row A, seat 1/)
    .first()
    .waitFor()
  assert.equal(await chosen(page), '')
  await page.getByLabel('Row A, seat 1, $32').check()
  assert.equal(await chosen(page), String(seatIds[0]))
})

/** What the page's own thread works for, however busy the machine is otherwise. */
async function threadMs(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
  }
  const before = await read()
  return async () => (await read()) - before
}

const FRAMES = 40

/** Milliseconds of work for a frame, while the map is dragged to and fro. */
async function panMsAFrame(page: Page): Promise<number> {
  const box = await page.getByRole('application').boundingBox()
  assert.ok(box)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await page.mouse.move(x, y)
  await page.mouse.down()
  const spent = await threadMs(page)
  await page.evaluate(() => {
    const count = () => {
      window.framesDrawn = (window.framesDrawn ?? 0) + 1
      requestAnimationFrame(count)
    }
    requestAnimationFrame(count)
  })
  const drawn = () => page.evaluate(() => window.framesDrawn ?? 0)
  for (let n = 0; (await drawn()) < FRAMES; n += 1)
    await page.mouse.move(x + 80 * Math.sin(n / 5), y + 40 * Math.cos(n / 5))
  const msAFrame = (await spent()) / (await drawn())
  await page.mouse.up()
  return msAFrame
}

declare global {
  interface Window {
    framesDrawn?: number
  }
}

/** 45 frames a second leave so much for each. Counted in work, since the machine also runs other tests. */
const FRAME_MS_MOST = 22

test('a stand of 1,500 seats pans at 45 frames a second', browserTest, async () => {
  const { address } = await ground(1, 30, 50)
  const { page } = await open(address())
  await page.getByRole('button', { name: /North/ }).click()
  const msAFrame = await panMsAFrame(page)
  assert.ok(msAFrame <= FRAME_MS_MOST, `${msAFrame.toFixed(1)} ms a frame`)
})

const DRAWN_MS_MOST = 300

test('a ground of 50,000 seats is drawn at once', browserTest, async () => {
  const { address } = await ground(40, 50, 25)
  const { page, context } = await visit(origin, desktop)
  await serveSeatMapPage(context, origin)
  await page.goto(`${address()}&paused=1`)
  const show = page.getByRole('button', { name: 'Show' })
  await show.waitFor()
  const spent = await threadMs(page)
  await show.click()
  await page.waitForFunction(() => performance.getEntriesByName('seat-map-drawn').length > 0)
  const took = await spent()
  assert.ok(took < DRAWN_MS_MOST, `${took.toFixed(0)} ms`)
})
