import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addOffer } from '../builders/prices.ts'
import { browserTest, phone } from './browser.ts'
import { openShopServer } from './shop-server.ts'
import { openDesk } from './staff-desk.ts'

const server = await openShopServer()
const { club } = server
const { staffAt, manage } = openDesk(server)
const offer = await addOffer(server, club, { capacity: 100 })
await manage('PATCH', `events/${offer.eventId}`, { title: 'Round 1' })

test('a season is made of one event and a fixture list, looked at before it is', browserTest, async () => {
  const manager = await staffAt(`events/${offer.eventId}`, 'Round 1')
  const { page, look } = manager
  await page.getByRole('link', { name: 'Create several …' }).click()
  await page.getByRole('heading', { level: 1, name: 'Several events like Round 1' }).waitFor()
  await page.getByText('No lines yet').first().waitFor()
  await look()
  const rounds = Array.from({ length: 10 }, (_, round) => `Round ${round + 2};${round + 1}/3/2031;7:30 pm`)
  await page.getByLabel('Or paste the lines').fill(['Match;Date;Kick-off', ...rounds, 'Postponed;;'].join('\n'))
  await page.getByRole('row', { name: /^11 Round 11 10 Mar 2031, 7:30 pm ready$/ }).waitFor()
  await page.getByRole('row', { name: /^12 Postponed no date$/ }).waitFor()
  await look()
  await manager.press('Create 10 drafts, skip 1')
  await page.getByText('10 drafts created. Only staff see them').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor()
  const { body } = await manage('GET', 'events?event_status_id=0&limit=100')
  assert.equal(body.data.length, 10)
  const { body: prices } = await manage('GET', `events/${body.data[3].event_id}/prices`)
  assert.equal(prices.data[0].title, 'Adult')
  await manager.close()
})

test('what is wrong with a list is said on a phone too, and nothing is made of it', browserTest, async () => {
  const manager = await staffAt(
    `events/${offer.eventId}/copies`,
    'Several events like Round 1',
    { role: 'manager' },
    phone,
  )
  await manager.page.getByLabel('Or paste the lines').fill('Rovers, soon')
  await manager.page.getByText('no date').waitFor()
  await manager.look()
  await manager.close()
})
