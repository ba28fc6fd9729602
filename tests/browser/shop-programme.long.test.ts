import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addOffer, countPlaces } from '../builders/prices.ts'
import { addVenue } from '../builders/venues.ts'
import { axe, browserTest, desktop, phone, thereAre, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'
import { storyOf } from './shop-story.ts'

const server = await openShopServer()
const { origin, club } = server

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)
const home = await addVenue(server, club)
const away = await addVenue(server, club)
await server.sql`
  update venues
  set name = 'Minato Dome'
  where org_id = ${club.orgId}
    and venue_id = ${away}`

const at = (title: string, days: number, venue_id = home) => ({
  event: { title, starts_at: inDays(days), venue_id },
  capacity: 500,
})
const picture = 'https://img.example.org/derby.jpg'
await addOffer(server, club, {
  ...at('Derby', 10),
  event: { ...at('Derby', 10).event, banner_image: picture },
})
const few = await addOffer(server, club, at('Few', 40))
await countPlaces(server, club, few, { sold: 497 })
const gone = await addOffer(server, club, at('Gone', 41))
await countPlaces(server, club, gone, { sold: 500 })
await addOffer(server, club, { ...at('Opens soon', 42), price: { available_from: new Date(Date.now() + 3_600_000) } })
await addOffer(server, club, { ...at('Opens later', 43, away), price: { available_from: inDays(20) } })

test(
  'what is on says what it costs from, what is left, and when it opens, and it can be read by anybody',
  browserTest,
  async () => {
    const { page, context, complaints } = await visit(origin, phone, /^(data|blob):|^https:\/\/img\.example\.org\//)
    await page.route(picture, (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
    )
    await page.goto(`${origin}/shop/`)
    const story = storyOf(page, origin)
    await story.heading('What’s on')
    await page.getByRole('link', { name: /^Tickets from \$27\.20 ?: Derby$/ }).waitFor()
    const line = (title: string) => page.getByRole('listitem').filter({ hasText: title })
    await line('Few').getByText('Few left').waitFor()
    await line('Few').getByText('from $27.20').waitFor()
    await line('Gone').getByText('Sold out').waitFor()
    await line('Opens soon')
      .getByText(/^On sale in \d+:\d\d$/)
      .waitFor()
    await line('Opens later')
      .getByText(/^On sale from /)
      .waitFor()
    await page.getByRole('heading', { level: 2 }).nth(1).waitFor()
    await thereAre(0, page.getByRole('searchbox'))
    assert.deepEqual(await axe(page), [])
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
    assert.deepEqual(complaints, [])
    await context.close()
  },
)

test('a yellow club is yellow from edge to edge, with black on it', browserTest, async () => {
  const colour = (accent_color: string | null) =>
    server.call('PATCH', '/v1/manage/organisation', { key: club.key, body: { accent_color } })
  assert.equal((await colour('#ffd400')).status, 200)
  const { page, context } = await visit(origin, desktop, /^(data|blob):|^https:\/\/img\.example\.org\//)
  await page.goto(`${origin}/shop/`)
  await storyOf(page, origin).heading('What’s on')
  const look = await page.getByRole('banner').evaluate((header) => {
    const { backgroundColor, color } = getComputedStyle(header)
    return { backgroundColor, color }
  })
  assert.deepEqual(look, { backgroundColor: 'rgb(255, 212, 0)', color: 'rgb(0, 0, 0)' })
  assert.deepEqual(await axe(page), [])
  await colour(null)
  await context.close()
})

test(
  'of many events one finds one’s own, by words or by place, and comes back to where one was',
  browserTest,
  async () => {
    for (let n = 1; n <= 25; n += 1)
      await addOffer(server, club, at(`Round ${n}`, 50 + n * 3, n % 5 === 0 ? away : home))
    const { page, context } = await visit(origin, phone, /^(data|blob):|^https:\/\/img\.example\.org\//)
    const story = storyOf(page, origin)
    await page.goto(`${origin}/shop/`)
    await page.getByRole('button', { name: 'Show more' }).tap()
    const last = page.getByRole('link', { name: /Round 25/ })
    await last.scrollIntoViewIfNeeded()
    const before = await page.evaluate(() => scrollY)
    await last.tap()
    await story.heading('Round 25')
    await page.goBack()
    await last.waitFor()
    await page.waitForFunction((height) => Math.abs(scrollY - height) < 4, before)
    assert.ok(await last.evaluate((link) => link === document.activeElement))
    // A link to the first page begins at its top.
    await last.tap()
    await page.getByRole('link', { name: 'All events' }).tap()
    await story.heading('What’s on')
    await page.waitForFunction(() => scrollY === 0)
    await page.getByRole('searchbox').fill('round 2')
    await page.getByRole('button', { name: 'Search' }).tap()
    await page.getByText('7 events').waitFor()
    await page.getByLabel('Venue').selectOption({ label: 'Minato Dome' })
    await page.waitForURL(/venue=/)
    await page.getByText('2 events').waitFor()
    assert.deepEqual(await axe(page), [])
    await page.reload()
    await page.getByText('2 events').waitFor()
    await page.getByRole('searchbox').fill('nothing like that')
    await page.getByRole('button', { name: 'Search' }).tap()
    await page.getByText('Nothing matches. Try fewer words.').waitFor()
    await context.close()
  },
)

test('a sale that opens while somebody waits is open without a press', browserTest, async () => {
  const { page, context } = await visit(origin, desktop, /^(data|blob):|^https:\/\/img\.example\.org\//)
  const soon = new Date(Date.now() + 3_000)
  await addOffer(server, club, { ...at('Any moment', 30), price: { available_from: soon } })
  await page.goto(`${origin}/shop/?search=moment`)
  const line = page.getByRole('listitem').filter({ hasText: 'Any moment' })
  await line.getByText('from $27.20').waitFor()
  await context.close()
})
