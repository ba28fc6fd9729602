import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { auditBooks } from '../../server/operator/audit/audit.ts'
import { grace, membershipsOf } from '../builders/membership-sale.ts'
import { addSeatedOffer } from '../builders/prices.ts'
import { addRow } from '../builders/rows.ts'
import { addSeatMap, addSeats, layoutAt } from '../builders/seat-maps.ts'
import { axe, browserTest, desktop, phone, thereAre, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'
import { storyOf } from './shop-story.ts'

const server = await openShopServer()
const { origin, club, shopKey } = server
const { addOption } = membershipsOf(server, club)
await addOption({ title: 'In three' })

/** A season of its own on a stand of its own, with a membership for adults and one for children. */
async function openSeason(title: string) {
  const map = await addSeatMap(server, club, { rows: 4, seats: 12 })
  const offer = await addSeatedOffer(server, club, map)
  const create = async (path: string, body: object) => {
    const answer = await server.call('POST', `/v1/manage/${path}`, { key: club.key, body })
    assert.equal(answer.status, 201, answer.text)
    return answer.body
  }
  const days = { first_day: '2000-01-01', last_day: '2999-12-31' }
  const { season_id } = await create('seasons', { title, seat_map_id: map.seatMapId, ...days })
  const { membership_category_id } = await create('membership_categories', {
    title: `${title}, seated`,
    membership_seat_map_id: map.seatMapId,
  })
  const type = { membership_category_id, season_id }
  const adult = await create('membership_types', { ...type, title: `${title} adult`, price: 300 })
  await create('membership_types', { ...type, title: `${title} child`, price: 90, age_until: 15 })
  return { ...map, ...offer, seasonId: season_id as number, adultId: adult.membership_type_id as number }
}

const isWide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)

async function openMap(page: Page, title: string) {
  await page.goto(`${origin}/shop/memberships`)
  await page.getByRole('link', { name: `Choose a seat ${title} adult` }).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
}

const person = (page: Page, n: number) => page.getByRole('group', { name: /^North, Row / }).nth(n)

async function nameOf(page: Page, n: number, first: string, last: string) {
  await person(page, n).getByLabel('First name').fill(first)
  await person(page, n).getByLabel('Last name').fill(last)
}

for (const [device, options] of Object.entries({ phone, desktop })) {
  test(`a parent and a child choose seats together for a season, by a plan, on a ${device}`, browserTest, async () => {
    const title = `Season on a ${device}`
    const { seatIds, priceId } = await openSeason(title)
    const { page, context, complaints } = await visit(origin, options)
    const story = storyOf(page, origin)
    await openMap(page, title)
    assert.deepEqual(await axe(page), [])
    assert.equal(await isWide(page), false)
    await page.getByLabel('How many seats').selectOption('2')
    await page.getByRole('button', { name: 'Best 2 together · $600.00' }).click()
    await page.getByText(/^North, Row A, seats \d+, \d+$/).waitFor()
    assert.deepEqual(await axe(page), [])
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { level: 1, name: 'Who sits where?' }).waitFor()
    await page.getByRole('button', { name: 'Add to basket' }).click()
    await thereAre(4, page.getByText('Please fill this in'))
    await nameOf(page, 0, 'Grace', 'Okafor')
    await nameOf(page, 1, 'Kofi', 'Okafor')
    await person(page, 1)
      .getByLabel('Membership')
      .selectOption({ label: `${title} child, $90.00` })
    await person(page, 1).getByLabel('Date of birth').fill('1980-05-01')
    await page.getByLabel(/^In three: \$130\.00 today, then \$260\.00 in 2 payments until /).check()
    assert.deepEqual(await axe(page), [])
    assert.equal(await isWide(page), false)
    await page.getByRole('button', { name: 'Add to basket' }).click()
    await page.getByText('This membership is for another age.').waitFor()
    await person(page, 1)
      .getByLabel('Date of birth')
      .fill(`${new Date().getUTCFullYear() - 8}-05-01`)
    await page.getByRole('button', { name: 'Add to basket' }).click()
    await page.getByRole('button', { name: 'Pay $130.00' }).waitFor()
    await thereAre(2, page.getByText(/North, Row A, Seat \d+/))
    await page.getByRole('button', { name: `Remove ${title} child, Kofi Okafor` }).waitFor()
    await story.fillIn('pm_test_ok')
    await story.pay()
    await story.heading('Welcome to the club')
    await page.getByText('Paid: $130.00. Still to come by your plan: $260.00.').waitFor()
    const { body } = await server.call('GET', '/v1/members?search=Okafor', { key: club.key })
    const seats = body.data.map((member: { membership_seat_id: number }) => seatIds.indexOf(member.membership_seat_id))
    const [one = -2, two = -2] = seats.filter((n: number) => n >= 0).sort((a: number, b: number) => a - b)
    assert.equal(two, one + 1, 'side by side')
    const items = [{ price_id: priceId, seat_ids: [seatIds[one]] }]
    const refused = await server.call('POST', '/v1/baskets', { key: shopKey, body: { items } })
    assert.equal(refused.body.error?.code, 'seat_taken')
    assert.deepEqual(complaints, [])
    assert.deepEqual(await auditBooks(club.orgId, server.sql), [])
    await context.close()
  })
}

test('who is too late for a season seat stays on the map, is told, and keeps the name', browserTest, async () => {
  const { adultId } = await openSeason('Late')
  const { page, context } = await visit(origin, phone)
  await openMap(page, 'Late')
  await page.getByRole('button', { name: 'Best seat · $300.00' }).tap()
  const text = page.getByText(/^North, Row A, seat \d+$/i)
  await text.waitFor()
  await page.getByRole('button', { name: 'Continue' }).tap()
  await nameOf(page, 0, 'Grace', 'Okafor')
  const faster = { items: [{ membership_type_id: adultId, member: grace, best_available: true }] }
  const taken = await server.call('POST', '/v1/baskets', { key: shopKey, body: faster })
  assert.equal(taken.status, 201, taken.text)
  await page.getByRole('button', { name: 'Add to basket' }).tap()
  await page.getByText('These tickets are gone').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Late' }).waitFor()
  assert.deepEqual(await axe(page), [])
  await page.getByRole('button', { name: 'Best seat · $300.00' }).tap()
  await page.getByRole('button', { name: 'Continue' }).tap()
  await page.getByRole('button', { name: 'Add to basket' }).tap()
  await page.getByRole('button', { name: 'Pay $300.00' }).waitFor()
  await page.getByText(/North, Row A, Seat \d+/).waitFor()
  await context.close()
})

test('without a mouse: a season seat is a box in the list of its stand', browserTest, async () => {
  await openSeason('Listed')
  const { page, context } = await visit(origin, desktop)
  await openMap(page, 'Listed')
  await page.getByRole('button', { name: /^North/ }).press('Enter')
  await page.getByRole('button', { name: 'List' }).press('Enter')
  await page.getByLabel('Row A, Seat 3, $300.00').press('Space')
  await page.getByText('North, Row A, seat 3').waitFor()
  assert.deepEqual(await axe(page), [])
  await page.getByRole('button', { name: 'Continue' }).press('Enter')
  await page.getByRole('group', { name: 'North, Row A, Seat 3' }).waitFor()
  await page.goBack()
  await page.getByText('North, Row A, seat 3').waitFor()
  await context.close()
})

test('a membership without a seat is joined at once, one of a stand shows that stand alone', browserTest, async () => {
  const { seasonId, seatMapId } = await openSeason('Two stands')
  const south = await addRow(server, club, 'seat_sections', 'seat_section_id', {
    seat_map_id: seatMapId,
    title: 'South',
    ...layoutAt(0, 40),
  })
  await addSeats(server, club, { seatMapId, sectionId: south }, { seats: 5 })
  const { membership_category_id } = (
    await server.call('POST', '/v1/manage/membership_categories', {
      key: club.key,
      body: { title: 'Two stands, more' },
    })
  ).body
  const type = { membership_category_id, season_id: seasonId, price: 50 }
  for (const more of [
    { title: 'Terrace', seating: 'none' },
    { title: 'South only', seating: 'required', seat_section_ids: [south] },
  ]) {
    const { status, text } = await server.call('POST', '/v1/manage/membership_types', {
      key: club.key,
      body: { ...type, ...more },
    })
    assert.equal(status, 201, text)
  }
  const { page, context, complaints } = await visit(origin, phone)
  await page.goto(`${origin}/shop/memberships`)
  await page.getByRole('button', { name: 'Join Terrace' }).tap()
  await page.getByLabel('First name').fill('Grace')
  await page.getByLabel('Last name').fill('Okafor')
  await page.getByRole('button', { name: 'Add to basket' }).tap()
  await page.getByRole('button', { name: 'Pay $50.00' }).waitFor()
  await page.goto(`${origin}/shop/memberships`)
  await page.getByRole('button', { name: 'Without a seat Two stands adult' }).waitFor()
  await thereAre(0, page.getByRole('button', { name: /South only/ }))
  assert.deepEqual(await axe(page), [])
  await page.getByRole('link', { name: 'Choose a seat South only' }).tap()
  await page.getByRole('button', { name: 'Best seat · $50.00' }).tap()
  await page.getByText(/^South, Row A, seat \d$/i).waitFor()
  await page.getByRole('button', { name: 'Continue' }).tap()
  const options = await page.getByLabel('Membership').locator('option').allTextContents()
  assert.deepEqual(
    options.map((option) => option.split(',')[0]),
    ['Two stands adult', 'Two stands child', 'South only'],
  )
  assert.deepEqual(complaints, [])
  await context.close()
})
