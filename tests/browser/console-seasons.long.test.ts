import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grace } from '../builders/membership-sale.ts'
import { addSeatedOffer } from '../builders/prices.ts'
import { seasonOfMap } from '../builders/seasons.ts'
import { addSeatMap } from '../builders/seat-maps.ts'
import { browserTest, desktop, phone, thereAre } from './browser.ts'
import { openShopServer } from './shop-server.ts'
import { openDesk } from './staff-desk.ts'

const server = await openShopServer()
const { club, shopKey } = server
const { staffAt, manage } = openDesk(server)

const buy = async (item: object) => {
  const opened = await server.call('POST', '/v1/baskets', { key: shopKey, body: { items: [item] } })
  assert.equal(opened.status, 201, opened.text)
  const body = {
    customer: { ...grace, email: 'grace@example.org' },
    payment_method: 'pm_test_ok',
  }
  const path = `/v1/baskets/${opened.body.id}/checkout`
  const paid = await server.call('POST', path, { key: shopKey, body })
  assert.equal(paid.body.status, 'confirmed', paid.text)
}

for (const [device, options] of Object.entries({ phone, desktop })) {
  test(`a club makes a season with its matches, changes and archives it, on a ${device}`, browserTest, async () => {
    const title = `Made on a ${device}`
    const map = await addSeatMap(server, club, { rows: 2, seats: 6 })
    await addSeatedOffer(server, club, map, { title: `Opening ${device}` })
    const { page, look, press, close } = await staffAt('events', 'Events', { role: 'manager' }, options)
    await page.getByRole('link', { name: 'Seasons' }).click()
    await page.getByRole('heading', { level: 1, name: 'Seasons' }).waitFor()
    await look()
    await page.getByRole('link', { name: 'New season' }).first().click()
    await page.getByLabel('Name').fill(title)
    await page.getByLabel('First day').fill('2999-12-31')
    await page.getByLabel('Last day').fill('2000-01-01')
    await page.getByLabel('Seats', { exact: true }).selectOption(String(map.seatMapId))
    await look()
    await press('Create season')
    await page.getByText('last_day must not be before first_day.').waitFor()
    await page.getByLabel('First day').fill('2000-01-01')
    await page.getByLabel('Last day').fill('2999-12-31')
    await press('Create season')
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.getByRole('link', { name: `Opening ${device}` }).waitFor()
    await page.getByText('1 match to come').waitFor()
    await page.getByText('No taken seats in this stand.').waitFor()
    await page.getByText('No membership is sold for this season yet.').waitFor()
    await look()
    await press('Change …')
    await page.getByRole('dialog').getByLabel('Name').fill(`${title}, renamed`)
    await look()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: `${title}, renamed` }).waitFor()
    await press('Archive …')
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
    await page.getByText('Archived').waitFor()
    await thereAre(0, page.getByRole('button', { name: 'Add a match …' }))
    await close()
  })
}

test('who has which seat, and a match that comes and goes', browserTest, async () => {
  const map = await addSeatMap(server, club, { rows: 1, seats: 6 })
  await addSeatedOffer(server, club, map, { title: 'First match' })
  const { seasonId, typeId } = await seasonOfMap(server, club, map.seatMapId)
  const friendly = await addSeatedOffer(server, club, map, { title: 'Friendly' })
  await manage('DELETE', `seasons/${seasonId}/events/${friendly.eventId}`)
  const [seat_id, other] = map.seatIds
  await buy({ price_id: friendly.priceId, seat_ids: [seat_id] })
  await buy({ membership_type_id: typeId, member: grace, seat_id })

  const { page, look, press, go, close } = await staffAt(`events/seasons/${seasonId}`, 'Season')
  const table = page.getByRole('table', { name: 'Seat holders' })
  await table.getByRole('link', { name: 'Grace Okafor' }).waitFor()
  const figures = page.getByRole('table', { name: 'By type and plan' })
  await figures.getByRole('row', { name: /At once 1 / }).waitFor()
  await page.getByText('of 6 seats, at every match to come').waitFor()
  await look()
  await press('Add a match …')
  await page.getByRole('dialog').getByLabel('Match').selectOption(String(friendly.eventId))
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
  await page.getByText('Move those tickets to other seats first: North, Row A, Seat 1.').waitFor()
  await look()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  const cup = await addSeatedOffer(server, club, map, { title: 'Cup' })
  await manage('DELETE', `seasons/${seasonId}/events/${cup.eventId}`)
  await buy({ price_id: cup.priceId, seat_ids: [other] })
  await go(`events/seasons/${seasonId}`, 'Season')
  await press('Add a match …')
  await page.getByRole('dialog').getByLabel('Match').selectOption(String(cup.eventId))
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
  await page.getByText('2 matches to come').waitFor()
  await page.getByRole('row', { name: /Cup/ }).getByRole('button', { name: 'Remove …' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('1 match to come').waitFor()
  await page.getByRole('link', { name: 'First match' }).click()
  await page.getByRole('heading', { level: 1, name: 'First match' }).waitFor()
  await page.getByRole('link', { name: 'Season', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Season' }).waitFor()
  await close()
})
