import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addSeatedOffer } from '../builders/prices.ts'
import { addSeatMap } from '../builders/seat-maps.ts'
import { axe, browserTest, desktop, phone, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'
import { storyOf } from './shop-story.ts'

const server = await openShopServer()
const { origin, club } = server
const map = await addSeatMap(server, club, { rows: 4, seats: 12 })
const { eventId } = await addSeatedOffer(server, club, map)

test('number first: the best seats together are one press', browserTest, async () => {
  const { page, context } = await visit(origin, phone)
  const story = storyOf(page, origin)
  await story.openEvent(eventId)
  await story.choose('Adult, Stand', 3)
  await story.hold()
  assert.equal(await page.getByText(/North, Row A, Seat \d+/).count(), 3)
  await story.fillIn()
  await story.pay()
  await story.heading('See you there')
  assert.equal(await page.getByText(/Row A, Seat \d+/).count(), 3)
  await context.close()
})

test('seats one by one: from the map to the basket, with what was chosen', browserTest, async () => {
  const { page, context, complaints } = await visit(origin, desktop)
  const story = storyOf(page, origin)
  await story.openEvent(eventId)
  await story.choose('Adult, Stand', 2)
  await page.getByRole('button', { name: 'Choose seats' }).click()
  await story.heading('Choose seats')
  await page.getByRole('button', { name: 'Choose the best 2 together' }).click()
  await page.getByText('2 tickets $54.40').waitFor()
  assert.deepEqual(await axe(page), [])
  await page.getByRole('button', { name: 'Hold them for me' }).click()
  await story.heading('Checkout')
  assert.equal(await page.getByText(/North, Row [A-D], Seat \d+/).count(), 2)
  // Back on the map they are still theirs, and can be changed for others.
  await page.getByRole('link', { name: 'Change tickets' }).click()
  await page.getByRole('button', { name: 'Choose seats' }).click()
  await page.getByText('2 tickets $54.40').waitFor()
  assert.deepEqual(complaints, [])
  await context.close()
})
