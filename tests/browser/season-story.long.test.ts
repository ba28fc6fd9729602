import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { auditBooks } from '../../server/operator/audit/audit.ts'
import { openGround } from '../builders/grounds.ts'
import { codeIn, mailsOf } from '../builders/mails.ts'
import { addOffer, addSeatedOffer } from '../builders/prices.ts'
import { addSeason } from '../builders/seasons.ts'
import { addSeatMap } from '../builders/seat-maps.ts'
import { browserTest, phone, thereAre, visit } from './browser.ts'
import { openDrawer, total } from './counter.ts'
import { openShopServer } from './shop-server.ts'
import { storyOf } from './shop-story.ts'
import { openDesk } from './staff-desk.ts'

/**
 * The screens of a season: a family of four joins with seats together and a plan of ten, beside tickets of a friendly at members' prices. One takes
 * another membership, one leaves, and those who stay renew while this season runs. Gate, seats, figures and the audit are looked at on the way.
 */
const server = await openShopServer()
const { origin, club } = server
const { key } = club
const { staffAt, manage } = openDesk(server)
const ground = await openGround(server, club)

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)
const dayIn = (days: number) => inDays(days).toISOString().slice(0, 10)
const NO_FEES = { service_fee_minor: 0, service_tax_minor: 0, rebate_minor: 0 }
const EMAIL = 'ada@example.org'

const create = async (path: string, body: object) => {
  const answer = await manage('POST', path, body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

async function openClub() {
  const map = await addSeatMap(server, club, { rows: 2, seats: 8 })
  const season = (title: string, from: number, until: number) =>
    addSeason(server, club, { seat_map_id: map.seatMapId, title, first_day: dayIn(from), last_day: dayIn(until) })
  const [thisSeason, nextSeason] = [await season('This season', -9, 120), await season('Next season', 150, 300)]
  const match = (title: string, hours: number) => {
    const starts_at = new Date(Date.now() + hours * 3_600_000)
    const doors_at = new Date(starts_at.getTime() - 2 * 3_600_000)
    return addSeatedOffer(server, club, map, { venue_id: ground.venueId, title, starts_at, doors_at })
  }
  const matches = [await match('Opening', 1), await match('Second', 24 * 20), await match('Third', 24 * 40)]
  const nextMatch = await match('Next opening', 24 * 160)
  const { membership_category_id } = await create('membership_categories', { title: 'Seated', game_day_access: 1 })
  const addType = async (title: string, season_id: number, price: number, more: object = {}): Promise<number> =>
    (await create('membership_types', { membership_category_id, title, season_id, price, ...more })).membership_type_id
  const adult = await addType('Adult', thisSeason, 400)
  await addType('Junior', thisSeason, 120, { age_until: 16, cancellation: 'by_events_left' })
  await addType('Gold', thisSeason, 520)
  await addType('Adult', nextSeason, 420)
  await addType('Junior', nextSeason, 130, { age_until: 17 })
  await create('membership_payment_options', { title: 'Ten parts', number_of_instalments: 10 })
  const friendly = await addOffer(server, club, {
    event: { venue_id: ground.venueId, title: 'Friendly', starts_at: inDays(2) },
    capacity: 100,
    price: { title: 'Members', price_minor: 1250, ...NO_FEES, membership_type_id: adult },
  })
  return { map, thisSeason, nextSeason, matches, nextMatch, friendly }
}

const person = (page: Page, n: number) => page.getByRole('group', { name: /^North, Row / }).nth(n)

async function join(page: Page, friendlyId: number) {
  const story = storyOf(page, origin)
  await page.goto(`${origin}/shop/memberships`)
  await page.getByRole('link', { name: 'Choose a seat Adult' }).first().click()
  await story.heading('This season')
  await page.getByLabel('How many seats').selectOption('4')
  await page.getByRole('button', { name: 'Best 4 together · $1,600.00' }).click()
  await page.getByText(/^North, Row [AB], seats \d+, \d+, \d+, \d+$/).waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await story.heading('Who sits where?')
  for (const [n, name] of ['Ada', 'Ben', 'Chi', 'Dan'].entries()) {
    await person(page, n).getByLabel('First name').fill(name)
    await person(page, n).getByLabel('Last name').fill('Okafor')
    if (n < 2) continue
    await person(page, n).getByLabel('Membership').selectOption({ label: 'Junior, $120.00' })
    await person(page, n)
      .getByLabel('Date of birth')
      .fill(`${new Date().getUTCFullYear() - 8}-05-01`)
  }
  await page.getByLabel(/^Ten parts: \$104\.00 today, then \$936\.00 in 9 payments until /).check()
  await page.getByRole('button', { name: 'Add to basket' }).click()
  await page.getByRole('button', { name: 'Pay $104.00' }).waitFor()
  await story.openEvent(friendlyId)
  await story.choose('Members, Stand', 2)
  await story.hold()
  await page.getByRole('button', { name: 'Pay $129.00' }).waitFor()
  await thereAre(4, page.getByText(/North, Row [AB], Seat \d+/))
  await story.fillIn('pm_test_ok')
  await story.pay()
  await story.heading('Welcome to the club')
}

async function upgrade(page: Page) {
  await page.getByRole('link', { name: 'Upgrade', exact: true }).click()
  await openDrawer(page, 'Window 1', '100')
  const member = page.getByRole('group', { name: /^Upgrade: Ben Okafor, / })
  await member.getByLabel('Membership').selectOption({ label: 'Gold · This season · $520.00' })
  await member.getByLabel('Payment').selectOption({ label: 'with the instalments that are open' })
  await total(page, '$0.00')
  await page.getByRole('button', { name: /^Sell for cash/ }).click()
  await page.getByLabel('Sold').waitFor()
}

/** The map of a match has no seat of those who stay, and all others: they sit in one of its two rows. */
async function lookAtMap(page: Page, eventId: number) {
  await storyOf(page, origin).openEvent(eventId)
  await page.getByRole('button', { name: /^North/ }).click()
  await page.getByRole('button', { name: 'List' }).click()
  for (const free of [5, 8])
    await page
      .locator('summary')
      .filter({ hasText: `${free} free` })
      .waitFor()
}

async function renew(page: Page) {
  const story = storyOf(page, origin)
  await page.goto(`${origin}/shop/memberships`)
  await page.getByRole('link', { name: 'Already a member? Renew with your number and your seat' }).click()
  await page.getByLabel('E-mail of your membership').fill(EMAIL)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await page.getByLabel('Code from the mail').waitFor()
  const codes = (await mailsOf(server, club)).map((mail) => codeIn(mail)).filter((code) => code !== '')
  await page.getByLabel('Code from the mail').fill(codes.at(-1) ?? '')
  await page.getByRole('button', { name: 'Check' }).click()
  for (const name of ['Ada', 'Ben', 'Dan']) await page.getByRole('group', { name: `${name} Okafor` }).waitFor()
  await thereAre(0, page.getByRole('group', { name: 'Chi Okafor' }))
  await page
    .getByRole('group', { name: 'Dan Okafor' })
    .getByLabel('Membership')
    .selectOption({ label: 'Junior, Next season, $130.00' })
  await page.getByRole('button', { name: 'Add to basket' }).click()
  await page.getByRole('button', { name: 'Pay $970.00' }).waitFor()
  await story.fillIn('pm_test_ok')
  await story.pay()
  await story.heading('Welcome to the club')
}

type Member = { membership_member_id: number; barcode: string; membership_seat_id: number }

async function family(): Promise<Record<string, Member>> {
  const { body } = await server.call('GET', '/v1/members?search=Okafor', { key })
  const named = (body.data as (Member & { first_name: string })[]).map((member) => [member.first_name, member])
  return Object.fromEntries(named)
}

const memberIn = (members: Record<string, Member>, name: string): Member => {
  const member = members[name]
  if (!member) throw new Error(`there is no ${name}`)
  return member
}

const seasonPlaces = async ({ priceCategoryId }: { priceCategoryId: number }): Promise<number> =>
  (await manage('GET', `price_categories/${priceCategoryId}`)).body.season

const seatsOf = async (seasonId: number): Promise<number[]> =>
  (await manage('GET', `seasons/${seasonId}/seats`)).body.data.map((seat: { seat_id: number }) => seat.seat_id).sort()

const isClean = async () => assert.deepEqual(await auditBooks(club.orgId, server.sql), [])

test('a family over two seasons, in the shop and at the club’s desk', browserTest, async () => {
  const { map, thisSeason, nextSeason, matches, nextMatch, friendly } = await openClub()
  const fan = await visit(origin, phone)
  await join(fan.page, friendly.eventId)
  await isClean()
  const joined = await family()
  const places = Object.values(joined)
    .map(({ membership_seat_id }) => map.seatIds.indexOf(membership_seat_id))
    .sort((a, b) => a - b)
  assert.deepEqual(
    places,
    [0, 1, 2, 3].map((step) => (places[0] ?? 0) + step),
    'side by side',
  )
  const [opening] = matches
  for (const { barcode } of Object.values(joined))
    assert.equal(await ground.result(barcode, { eventId: opening?.eventId ?? 0 }), 'admitted')
  const ada = memberIn(joined, 'Ada')
  assert.equal(await ground.result(ada.barcode, { eventId: nextMatch.eventId }), 'wrong_event')
  for (const match of matches) assert.equal(await seasonPlaces(match), 4)
  assert.equal(await seasonPlaces(nextMatch), 0)

  // Ben takes gold over what is open, at the counter, and Chi leaves at the desk.
  const desk = await staffAt(`members/${memberIn(joined, 'Ben').membership_member_id}`, 'Ben Okafor', { role: 'owner' })
  await upgrade(desk.page)
  await desk.go(`members/${memberIn(joined, 'Chi').membership_member_id}`, 'Chi Okafor')
  await desk.press('Cancel …')
  const dialog = desk.page.getByRole('dialog', { name: 'Cancel this membership?' })
  await dialog.getByText(/108\.00 not paid yet is cancelled/).waitFor()
  await dialog.getByRole('button', { name: 'Cancel membership' }).click()
  await dialog.waitFor({ state: 'detached' })
  await desk.page.getByText('Cancelled').first().waitFor()
  await isClean()
  for (const match of matches) assert.equal(await seasonPlaces(match), 3)

  await renew(fan.page)
  await isClean()
  assert.equal(await seasonPlaces(nextMatch), 3)
  const staying = ['Ada', 'Ben', 'Dan'].map((name) => memberIn(joined, name).membership_seat_id).sort()
  for (const seasonId of [thisSeason, nextSeason]) assert.deepEqual(await seatsOf(seasonId), staying)

  for (const { eventId } of [...matches, nextMatch]) await lookAtMap(fan.page, eventId)

  // The desk sees both seasons: who sits where, and what of the money has come.
  await desk.go(`events/seasons/${thisSeason}`, 'This season')
  const figures = desk.page.getByRole('table', { name: 'By type and plan' })
  await figures.getByRole('row', { name: /^Gold Ten parts 1 \$520\.00 \$40\.00 / }).waitFor()
  await figures.getByRole('row', { name: /^Adult Ten parts 1 \$400\.00 \$40\.00 / }).waitFor()
  await figures.getByRole('row', { name: /^Junior Ten parts 1 \$240\.00 \$24\.00 / }).waitFor()
  await desk.page.getByText('1 cancellation').waitFor()
  const sitting = desk.page.getByRole('table', { name: 'Seat holders' })
  await sitting.getByRole('link', { name: 'Ben Okafor' }).waitFor()
  await thereAre(0, sitting.getByRole('link', { name: 'Chi Okafor' }))
  await desk.look()
  await desk.go(`events/seasons/${nextSeason}`, 'Next season')
  await figures.getByRole('row', { name: /^Adult At once 2 \$840\.00 \$840\.00 / }).waitFor()
  await sitting.getByRole('link', { name: 'Dan Okafor' }).waitFor()
  await desk.close()
  assert.deepEqual(fan.complaints, [])
  await fan.context.close()
})
