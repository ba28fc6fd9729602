import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addOffer } from '../builders/prices.ts'
import { browserTest, phone } from './browser.ts'
import { openShopServer } from './shop-server.ts'
import { openDesk } from './staff-desk.ts'

const server = await openShopServer()
const { club } = server
const { staffAt, manage } = openDesk(server)
const offer = await addOffer(server, club, { capacity: 120 })
await manage('PATCH', `events/${offer.eventId}`, { title: 'Round 1' })
await manage('PATCH', `price_categories/${offer.priceCategoryId}`, { title: 'North Stand' })

const capacitiesOf = async (eventId: string | number): Promise<number[]> =>
  (await manage('GET', `events/${eventId}/price_categories`)).body.data
    .filter(({ price_category_status: state }: { price_category_status: string }) => state === 'active')
    .map(({ capacity }: { capacity: number }) => capacity)

test('prices of an event are kept as a list, and the next event is made with them', browserTest, async () => {
  const manager = await staffAt(`events/${offer.eventId}`, 'Round 1')
  const { page, look } = manager
  await page.getByRole('button', { name: 'Save as price list …' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('League matches')
  await look()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Price list saved').waitFor()
  await manager.go('events/price-lists', 'Price lists')
  await look()
  await page.getByRole('link', { name: 'League matches' }).click()
  await page.getByRole('heading', { level: 1, name: 'League matches' }).waitFor()
  await page.getByRole('heading', { level: 2, name: 'North Stand' }).waitFor()
  await page.getByText('120 places').waitFor()
  await look()
  await page.getByRole('button', { name: 'Rename' }).click()
  await dialog.getByLabel('Title').fill('League')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { level: 1, name: 'League', exact: true }).waitFor()
  await page.getByRole('link', { name: 'New event' }).click()
  await page.getByRole('heading', { level: 1, name: 'New event' }).waitFor()
  await page.getByLabel('Title').fill('Round 2')
  await page.getByLabel('Starts').fill('2031-03-08T19:30')
  await look()
  await manager.press('Create draft')
  await page.getByRole('heading', { level: 1, name: 'Round 2' }).waitFor()
  await page.getByText('North Stand').first().waitFor()
  assert.deepEqual(await capacitiesOf(new URL(page.url()).pathname.split('/').at(-1) ?? ''), [120])
  await manager.close()
})

test('an event that has sold nothing takes the prices of a list, and a fixture list does', browserTest, async () => {
  const { body: list } = await manage('POST', 'price_lists', { title: 'Cup', event_id: offer.eventId })
  const other = await addOffer(server, club, { capacity: 7 })
  await manage('PATCH', `events/${other.eventId}`, { title: 'Friendly' })
  const manager = await staffAt(`events/${other.eventId}`, 'Friendly', { role: 'manager' }, phone)
  const { page, look } = manager
  await page.getByRole('button', { name: 'Use a price list …' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Price list').selectOption('Cup')
  await look()
  await dialog.getByRole('button', { name: 'Use list' }).click()
  await page.getByText('The event now has the prices of the list').waitFor()
  assert.deepEqual(await capacitiesOf(other.eventId), [120])
  const third = await addOffer(server, club, { capacity: 5 })
  await manage('PATCH', `events/${third.eventId}`, { title: 'Round 9' })
  await manager.go(`events/${third.eventId}/copies`, 'Several events like Round 9')
  await page.getByLabel('Price list').selectOption('Cup')
  await page.getByLabel('Or paste the lines').fill('Match;Date;Kick-off\nRound 10;8/5/2031;19:30')
  await page.getByRole('row', { name: /Round 10/ }).waitFor()
  await look()
  await manager.press('Create 1 draft')
  await page.getByRole('heading', { level: 1, name: 'Events', exact: true }).waitFor()
  const { body } = await manage('GET', 'events?search=Round+10')
  assert.deepEqual(await capacitiesOf(body.data[0].event_id), [120])
  await manage('POST', `price_lists/${list.price_list_id}/archive`)
  await manager.close()
})
