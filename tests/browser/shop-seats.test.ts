import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { addSeatedOffer } from '../builders/prices.ts'
import { addSeatMap } from '../builders/seat-maps.ts'
import { axe, browserTest, desktop, phone, thereAre, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'
import { storyOf } from './shop-story.ts'

const server = await openShopServer()
const { origin, club } = server
const map = await addSeatMap(server, club, { rows: 4, seats: 12 })
const { eventId, priceId } = await addSeatedOffer(server, club, map)

const isWide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
const bestOf2 = 'Best 2 together · $54.40'

test('the map comes first: the best seats together are one press, and another holds them', browserTest, async () => {
  const { page, context, complaints } = await visit(origin, phone)
  const story = storyOf(page, origin)
  await story.openEvent(eventId)
  assert.deepEqual(await axe(page), [])
  assert.equal(await isWide(page), false)
  await page.getByLabel('How many seats').selectOption('3')
  await page.getByRole('button', { name: 'Best 3 together · $81.60' }).tap()
  await page.getByText(/^North, Row A, seats \d+, \d+, \d+$/).waitFor()
  assert.deepEqual(await axe(page), [])
  assert.equal(await isWide(page), false)
  await story.hold()
  await thereAre(3, page.getByText(/North, Row A, Seat \d+/))
  await story.fillIn()
  await story.pay()
  await story.heading('See you there')
  await thereAre(3, page.getByText(/Row A, Seat \d+/))
  assert.deepEqual(complaints, [])
  await context.close()
})

test('by number, without the map: the best seats together are one press', browserTest, async () => {
  const { page, context } = await visit(origin, phone)
  const story = storyOf(page, origin)
  await story.openEvent(eventId)
  await page.getByRole('link', { name: 'All prices and quantities' }).tap()
  await story.choose('Adult, Stand', 2)
  await page.getByRole('button', { name: 'Best seats together' }).tap()
  await story.heading('Checkout')
  await thereAre(2, page.getByText(/North, Row [A-D], Seat \d+/))
  await context.close()
})

/** How large the seats are drawn, in pixels: the tick of one that is chosen is on a circle of that size. */
const seatPx = (page: Page) =>
  page.evaluate(() => document.querySelector('[role=application] circle')?.getBoundingClientRect().width ?? 0)

/** Where the number of a seat stands that is nearest to a place. */
const numberNear = (page: Page, at: { x: number; y: number }) =>
  page.evaluate((place) => {
    const numbers = [...document.querySelectorAll('[role=application] text')].filter((text) =>
      /^\d+$/.test(text.textContent ?? ''),
    )
    const middles = numbers.map((text) => {
      const { left, top, width, height } = text.getBoundingClientRect()
      return { x: left + width / 2, y: top + height / 2 }
    })
    const far = ({ x, y }: { x: number; y: number }) => Math.hypot(x - place.x, y - place.y)
    return middles.reduce((best, middle) => (far(middle) < far(best) ? middle : best))
  }, at)

for (const [held, viewport] of [
  ['upright', { width: 390, height: 844 }],
  ['on its side', { width: 844, height: 390 }],
] as const)
  test(
    `on a phone ${held} a stand fills the screen, a tap looks closer first, and what was picked stays in view`,
    browserTest,
    async () => {
      const wide = await addSeatMap(server, club, { rows: 10, seats: 60 })
      const { eventId: derby } = await addSeatedOffer(server, club, wide, { title: 'Derby' })
      const { page, context } = await visit(origin, { ...phone, viewport })
      const story = storyOf(page, origin)
      await story.openEvent(derby)
      await page.getByRole('button', { name: /^North/ }).tap()
      const window = page.getByRole('application')
      const box = await window.boundingBox()
      assert.ok(box && box.height > viewport.height * 0.4, `${box?.height} of ${viewport.height}`)
      assert.equal(await page.getByRole('banner').isVisible(), false)
      const y = box.y + box.height / 2
      await page.touchscreen.tap(box.x + box.width * 0.3, y)
      // Numbers are drawn once seats are large enough to be chosen.
      await window.locator('text', { hasText: /^\d+$/ }).first().waitFor()
      await thereAre(0, page.getByText(/^North, Row/))
      const seat = await numberNear(page, { x: box.x + box.width * 0.6, y })
      await page.touchscreen.tap(seat.x, seat.y)
      const picks = page.getByText(/^North, Row [A-J], seats \d+, \d+$/)
      await picks.waitFor()
      // It comes closer step by step; the test's own time bounds it.
      while ((await seatPx(page)) < 28);
      for (const shown of [picks, page.getByText('$54.40'), page.getByRole('button', { name: 'Hold tickets' })]) {
        const at = await shown.boundingBox()
        assert.ok(at && at.y >= 0 && at.y + at.height <= viewport.height, `${JSON.stringify(at)} is out of view`)
      }
      assert.equal(await isWide(page), false)
      assert.deepEqual(await axe(page), [])
      await context.close()
    },
  )

test('two fingers zoom, and a double tap looks closer without choosing', browserTest, async () => {
  const { page, context } = await visit(origin, phone)
  const story = storyOf(page, origin)
  await story.openEvent(eventId)
  await page.getByRole('button', { name: /^North/ }).tap()
  const window = page.getByRole('application')
  const box = await window.boundingBox()
  assert.ok(box)
  const scale = () =>
    window
      .locator('svg > g')
      .evaluate((group) => Number(/scale\(([\d.]+)\)/.exec(group.getAttribute('transform') ?? '')?.[1]))
  const before = await scale()
  const devtools = await context.newCDPSession(page)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        type === 'touchEnd'
          ? []
          : [
              { x: x - apart, y, id: 1 },
              { x: x + apart, y, id: 2 },
            ],
    })
  await touch('touchStart', 30)
  for (const apart of [40, 60, 80]) await touch('touchMove', apart)
  await touch('touchEnd', 0)
  await page.waitForFunction(
    (least) =>
      Number(
        /scale\(([\d.]+)\)/.exec(document.querySelector('[role=application] g')?.getAttribute('transform') ?? '')?.[1],
      ) > least,
    before * 1.5,
  )
  await page.getByRole('button', { name: 'Show the whole stand' }).tap()
  await page.touchscreen.tap(x, y)
  await page.touchscreen.tap(x, y)
  await page.waitForFunction(
    (least) =>
      Number(
        /scale\(([\d.]+)\)/.exec(document.querySelector('[role=application] g')?.getAttribute('transform') ?? '')?.[1],
      ) > least,
    before,
  )
  await thereAre(0, page.getByText(/^North, Row/))
  await context.close()
})

test(
  'seats one by one: from the map to the basket and back, and nothing held is lost to somebody faster',
  browserTest,
  async () => {
    const { page, context, complaints } = await visit(origin, desktop)
    const story = storyOf(page, origin)
    await story.openEvent(eventId)
    await page.getByRole('button', { name: bestOf2 }).click()
    await page.getByText('2 tickets $54.40').waitFor()
    assert.deepEqual(await axe(page), [])
    // A window that becomes as narrow as a phone held upright still has the whole page in it.
    await page.setViewportSize({ width: 390, height: 844 })
    assert.equal(await isWide(page), false)
    await story.hold()
    await thereAre(2, page.getByText(/North, Row [A-D], Seat \d+/))
    // Back on the map they are still theirs, and can be changed for others.
    await page.getByRole('link', { name: 'Change tickets' }).click()
    await page.getByText('2 tickets $54.40').waitFor()
    // Others that another buyer gets first: those that were held are still held.
    const held = async () => {
      const basketId = await page.evaluate(() => JSON.parse(localStorage.getItem('shop.basket') ?? 'null') as string)
      const { body } = await server.call('GET', `/v1/baskets/${basketId}`, { key: server.shopKey })
      return body.items.flatMap((item: { seats: { seat_id: number }[] }) => item.seats.map(({ seat_id }) => seat_id))
    }
    const before = await held()
    const free = map.seatIds.slice(-2)
    await page.getByRole('button', { name: /^North/ }).click()
    await page.getByRole('button', { name: 'List' }).click()
    for (const row of await page.locator('summary').all()) await row.click()
    for (const box of await page.getByRole('checkbox', { checked: true }).all()) await box.uncheck()
    const boxes = page.getByRole('checkbox')
    await boxes.nth(-1).check()
    await boxes.nth(-2).check()
    await page.route('**/seats?*', (route) => route.abort())
    const rival = { items: [{ price_id: priceId, quantity: 1, seat_ids: free.slice(1) }] }
    assert.equal((await server.call('POST', '/v1/baskets', { key: server.shopKey, body: rival })).status, 201)
    await page.getByRole('button', { name: 'Hold tickets' }).click()
    await page.getByText('These tickets are gone').waitFor()
    assert.deepEqual(await held(), before)
    assert.deepEqual(complaints, [])
    await context.close()
  },
)

test(
  'back leads from a stand to all stands; a reload keeps the seats; no single seat is left behind; another event asks',
  browserTest,
  async () => {
    const wall = await addSeatMap(server, club, { rows: 1, seats: 7 })
    const row = await addSeatedOffer(server, club, wall, { title: 'Cup' })
    const { page, context } = await visit(origin, desktop)
    const story = storyOf(page, origin)
    await story.openEvent(eventId)
    await page.getByLabel('How many seats').selectOption('1')
    await page.getByRole('button', { name: /^Best seat/ }).click()
    await story.hold()
    await story.openEvent(row.eventId)
    await page.getByRole('button', { name: /^North/ }).click()
    await page.getByRole('application').waitFor()
    await page.goBack()
    await page.getByRole('button', { name: /^North/ }).click()
    await page.getByRole('button', { name: 'List' }).click()
    // Two side by side, of which one is given back: the seat at the wall would be alone.
    await page.getByLabel('Row A, seat 1,').click()
    await page.getByText('2 tickets $54.40').waitFor()
    await page.getByLabel('Row A, seat 1,').click()
    await page.getByText('1 ticket $27.20').waitFor()
    await page.getByRole('button', { name: 'Hold tickets' }).click()
    await page.getByText(/That would leave a single seat: Row A, seat 1/).waitFor()
    await page.getByLabel('Row A, seat 1,').click()
    await page.getByText('2 tickets $54.40').waitFor()
    await page.reload()
    await page.getByText('North, Row A, seats 2, 1').waitFor()
    await page.getByRole('button', { name: 'Hold tickets' }).click()
    await page.getByRole('button', { name: 'Release them and hold these' }).click()
    await story.heading('Checkout')
    await thereAre(2, page.getByText(/North, Row A, Seat [12]/))
    await context.close()
  },
)

test(
  'a buyer whose seats are held is never told that others took them, however late the next page is loaded',
  browserTest,
  async () => {
    const { page, context, complaints } = await visit(origin, desktop)
    const story = storyOf(page, origin)
    await story.openEvent(eventId)
    await page.getByRole('button', { name: bestOf2 }).click()
    const places = page.getByText(/^North, Row [A-D], seats \d+, \d+$/)
    await places.waitFor()
    const scripts = Promise.withResolvers<void>()
    await page.route('**/shop/assets/*.js', (route) => scripts.promise.then(() => route.continue()))
    const isHeld = page.waitForResponse((response) => response.url().endsWith('/v1/baskets'))
    await page.getByRole('button', { name: 'Hold tickets' }).click()
    assert.equal((await isHeld).status(), 201)
    // An answer is at most a second old, so the third one after the hold has the held seats in it.
    for (let answers = 0; answers < 3; answers += 1) await page.waitForResponse(/\/seats\?since=/)
    await places.waitFor()
    await thereAre(0, page.getByText(/too late|quicker|faster/))
    scripts.resolve()
    await story.heading('Checkout')
    assert.deepEqual(complaints, [])
    await context.close()
  },
)
