import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { auditBooks } from '../../server/operator/audit/audit.ts'
import { codeIn, mailsOf } from '../builders/mails.ts'
import { membershipsOf } from '../builders/membership-sale.ts'
import { addSeatedOffer } from '../builders/prices.ts'
import { addSeason } from '../builders/seasons.ts'
import { addSeatMap } from '../builders/seat-maps.ts'
import { AUDIENCE } from '../outside/oidc/issuer.ts'
import { startProvider } from '../outside/oidc/provider.ts'
import { axe, browserTest, desktop, phone, thereAre, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'
import { storyOf } from './shop-story.ts'

const server = await openShopServer()
const { origin, club } = server
const { key } = club
const provider = await startProvider([`${origin}/shop/signed-in`])
after(() => provider.stop())
const trusted = { name: 'Club account', issuer: provider.issuer, audiences: [AUDIENCE], trust_email: true }
await server.call('POST', '/v1/manage/sso_providers', { key, body: trusted })
await membershipsOf(server, club).addOption({ title: 'In three' })

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const create = async (path: string, body: object) => {
  const answer = await server.call('POST', `/v1/manage/${path}`, { key, body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

const map = await addSeatMap(server, club, { rows: 2, seats: 10 })
const days = (from: number, until: number) => ({ first_day: dayIn(from), last_day: dayIn(until) })
const thisSeason = await addSeason(server, club, { seat_map_id: map.seatMapId, title: 'This season', ...days(-9, 100) })
const nextSeason = await addSeason(server, club, {
  seat_map_id: map.seatMapId,
  title: 'Next season',
  ...days(120, 300),
})
for (const day of [20, 150])
  await addSeatedOffer(server, club, map, { starts_at: new Date(Date.now() + day * 86_400_000) })
const { membership_category_id } = await create('membership_categories', { title: 'Seated', game_day_access: 1 })
const addType = async (title: string, season_id: number, price: number): Promise<number> =>
  (await create('membership_types', { membership_category_id, season_id, title, price })).membership_type_id
const adultId = await addType('Adult', thisSeason, 300)
await addType('Adult', nextSeason, 330)
await addType('Gold', nextSeason, 500)

/** So many of a family, on the best seats that are free; the ids of their seats. */
async function join(email: string, names: string[]): Promise<number[]> {
  const items = names.map((first_name) => ({
    membership_type_id: adultId,
    member: { first_name, last_name: 'Okafor' },
    best_available: true,
  }))
  const { body: basket, text } = await server.call('POST', '/v1/baskets', { key, body: { items } })
  assert.equal(basket.status, 'open', text)
  const customer = { email, first_name: 'Ada', last_name: 'Okafor' }
  const body = { payment_method: 'pm_test_ok', customer }
  const { body: order } = await server.call('POST', `/v1/baskets/${basket.id}/checkout`, { key, body })
  assert.equal(order.status, 'confirmed', JSON.stringify(order))
  return basket.memberships.map(({ seat }: { seat: { seat_id: number } }) => seat.seat_id)
}

async function lastCode(): Promise<string> {
  const codes = (await mailsOf(server, club)).map((mail) => codeIn(mail)).filter((code) => /^\d{6}$/.test(code))
  return codes.at(-1) ?? ''
}

const seatsOfNext = async (): Promise<number[]> => {
  const { body } = await server.call('GET', `/v1/manage/seasons/${nextSeason}/seats`, { key })
  return body.data.map(({ seat_id }: { seat_id: number }) => seat_id)
}

const isWide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)

for (const [device, options] of Object.entries({ phone, desktop })) {
  test(
    `a family without an account renews by a mailed code, on the same seats, on a ${device}`,
    browserTest,
    async () => {
      const email = `family-${device}@example.org`
      const seatIds = await join(email, ['Ada', 'Ben'])
      const { page, context, complaints } = await visit(origin, options)
      const story = storyOf(page, origin)
      await page.goto(`${origin}/shop/memberships`)
      await page.getByRole('link', { name: 'Already a member? Renew with your number and your seat' }).click()
      await story.heading('Renew memberships')
      assert.deepEqual(await axe(page), [])
      await page.getByLabel('E-mail of your membership').fill(email)
      await page.getByRole('button', { name: 'Send me a code' }).click()
      await page.getByLabel('Code from the mail').waitFor()
      await page.getByLabel('Code from the mail').fill(await lastCode())
      await page.getByRole('button', { name: 'Check' }).click()
      const person = (name: string) => page.getByRole('group', { name })
      await person('Ben Okafor').waitFor()
      assert.equal(await isWide(page), false)
      assert.deepEqual(await axe(page), [])
      await person('Ben Okafor').getByRole('checkbox', { name: 'Renew' }).uncheck()
      await person('Ben Okafor').getByRole('checkbox', { name: 'Renew' }).check()
      await page.getByLabel(/^In three: \$220\.00 today, then \$440\.00 in 2 payments until /).check()
      await page.getByRole('button', { name: 'Add to basket' }).click()
      await page.getByRole('button', { name: 'Pay $220.00' }).waitFor()
      await thereAre(2, page.getByText(/North, Row [AB], Seat \d+/))
      await story.fillIn('pm_test_ok')
      await page.getByLabel('E-mail', { exact: true }).fill(email)
      await story.pay()
      await story.heading('Welcome to the club')
      const renewed = await seatsOfNext()
      assert.ok(
        seatIds.every((id) => renewed.includes(id)),
        'on the same seats',
      )
      // What has been renewed is not offered again.
      await page.evaluate(() => localStorage.clear())
      await page.goto(`${origin}/shop/memberships?renew=1`)
      await page.getByLabel('E-mail of your membership').fill(email)
      await page.getByRole('button', { name: 'Send me a code' }).click()
      await page.getByLabel('Code from the mail').waitFor()
      await page.getByLabel('Code from the mail').fill(await lastCode())
      await page.getByRole('button', { name: 'Check' }).click()
      await page.getByText('There is nothing to renew at the moment').waitFor()
      assert.deepEqual(complaints, [])
      assert.deepEqual(await auditBooks(club.orgId, server.sql), [])
      await context.close()
    },
  )
}

test(
  'a fan who is signed in renews from their account, by another membership and without a code',
  browserTest,
  async () => {
    const [seatId = 0] = await join('holder@example.org', ['Ada'])
    const allowed = new RegExp(`^${provider.issuer}/|^https://fonts\\.googleapis\\.com/|^(data|blob):`)
    const { page, context } = await visit(origin, phone, allowed)
    const story = storyOf(page, origin)
    await page.goto(`${origin}/shop/orders`)
    await page.getByRole('button', { name: 'Sign in with Club account' }).click()
    await page.locator('input[name=login]').fill('holder')
    await page.locator('input[name=password]').fill('anything')
    await page.locator('button[type=submit]').click()
    await page.locator('button[type=submit]').click()
    await page.getByRole('heading', { name: 'Your memberships' }).waitFor()
    assert.deepEqual(await axe(page), [])
    await page.getByRole('link', { name: 'Renew Ada Okafor' }).click()
    await story.heading('Renew memberships')
    const person = page.getByRole('group', { name: 'Ada Okafor' })
    await person.getByLabel('Membership').selectOption({ label: 'Gold, Next season, $500.00' })
    await page.getByRole('button', { name: 'Add to basket' }).click()
    await page.getByRole('button', { name: 'Pay $500.00' }).waitFor()
    await story.fillIn('pm_test_ok')
    await story.pay()
    await story.heading('Welcome to the club')
    assert.ok((await seatsOfNext()).includes(seatId))
    await context.close()
  },
)
