import assert from 'node:assert/strict'
import { test } from 'node:test'
import { membershipsOf } from '../builders/membership-sale.ts'
import { addRow } from '../builders/rows.ts'
import { addSeason } from '../builders/seasons.ts'
import { addSeatMap, addSeats } from '../builders/seat-maps.ts'
import { browserTest, desktop, phone, thereAre } from './browser.ts'
import { openShopServer } from './shop-server.ts'
import { openDesk } from './staff-desk.ts'

const server = await openShopServer()
const { club } = server
const { staffAt, manage } = openDesk(server)
await membershipsOf(server, club).addType()
const seasonId = await addSeason(server, club, { title: 'Season 2031' })

type Listed = { title: string } & Record<string, unknown>

const typeNamed = async (title: string) => {
  const { body } = await manage('GET', 'membership_types?limit=100')
  return (body.data as Listed[]).find((type) => type.title === title)
}

for (const [device, options] of Object.entries({ phone, desktop })) {
  test(`a club says when, at which price and to whom a membership is sold, on a ${device}`, browserTest, async () => {
    const title = `Junior on a ${device}`
    const { page, look, press, close } = await staffAt('members/types', 'Memberships', { role: 'manager' }, options)
    const dialog = page.getByRole('dialog')
    await press('New type')
    await dialog.getByLabel('Name').fill(title)
    await dialog.getByLabel('Season').selectOption('Season 2031')
    await dialog.getByLabel('Price', { exact: true }).fill('120')
    await dialog.getByRole('button', { name: 'Add a price by day' }).click()
    await dialog.getByLabel('From (1)').fill('2900-02-01')
    await dialog.getByLabel('New price (1)').fill('60')
    await dialog.getByLabel('On sale from').fill('2030-07-01T10:00')
    await dialog.getByLabel('Maximum number sold').fill('50')
    await dialog.getByLabel('Maximum per buyer online').fill('4')
    await dialog.getByLabel('Youngest age').fill('10')
    await dialog.getByLabel('Oldest age').fill('5')
    await dialog.getByLabel('Refund on cancellation').selectOption('in proportion to the matches left')
    await look()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText(/age_until/).waitFor()
    await dialog.getByLabel('Oldest age').fill('17')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('cell', { name: title, exact: true }).waitFor()
    await look()
    const created = await typeNamed(title)
    assert.deepEqual(
      [created?.season_id, created?.full_price, created?.prices, created?.max_members, created?.max_per_person],
      [seasonId, 120, [{ from: '2900-02-01', price: 60 }], 50, 4],
    )
    assert.deepEqual([created?.age_from, created?.age_until, created?.cancellation], [10, 17, 'by_events_left'])
    const from = created?.available_from_unix

    await page.getByRole('button', { name: `Change ${title}` }).click()
    await dialog.getByText('50 left now, not counting baskets').waitFor()
    await dialog.getByRole('button', { name: 'Remove 1' }).click()
    await dialog.getByLabel('Season').selectOption('no season')
    await dialog.getByLabel('Lasts').selectOption('a year')
    await dialog.getByLabel('Refund on cancellation').selectOption('nothing')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
    const changed = await typeNamed(title)
    assert.deepEqual(
      [changed?.season_id, changed?.term, changed?.prices, changed?.available_from_unix],
      [null, 'year', [], from],
    )
    await close()
  })
}

test('a club says that a membership comes with a seat, and in which stand', browserTest, async () => {
  const map = await addSeatMap(server, club, { rows: 1, seats: 4 })
  const south = await addRow(server, club, 'seat_sections', 'seat_section_id', {
    seat_map_id: map.seatMapId,
    title: 'South',
  })
  await addSeats(server, club, { seatMapId: map.seatMapId, sectionId: south }, { seats: 4 })
  await addSeason(server, club, { title: 'Season with seats', seat_map_id: map.seatMapId })
  const { page, look, press, close } = await staffAt('members/types', 'Memberships', { role: 'manager' }, phone)
  const dialog = page.getByRole('dialog')
  await press('New type')
  await dialog.getByLabel('Name').fill('South stand')
  await dialog.getByLabel('Price', { exact: true }).fill('200')
  await thereAre(0, dialog.getByLabel('Seat', { exact: true }))
  await dialog.getByLabel('Season').selectOption('Season with seats')
  await dialog.getByLabel('South').check()
  await look()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('cell', { name: 'South stand', exact: true }).waitFor()
  const created = await typeNamed('South stand')
  assert.deepEqual([created?.seating, created?.seat_section_ids], ['required', [south]])
  // Saved before its stands have come, it keeps them.
  await page.route('**/v1/manage/seat_maps/*', () => {})
  await page.getByRole('button', { name: 'Change South stand' }).click()
  await dialog.getByLabel('Price', { exact: true }).fill('210')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const saved = await typeNamed('South stand')
  assert.deepEqual([saved?.full_price, saved?.seat_section_ids], [210, [south]])
  await page.unroute('**/v1/manage/seat_maps/*')
  await page.getByRole('button', { name: 'Change South stand' }).click()
  await dialog.getByLabel('South').waitFor()
  assert.equal(await dialog.getByLabel('South').isChecked(), true)
  await dialog.getByLabel('Seat', { exact: true }).selectOption('No seat')
  await thereAre(0, dialog.getByLabel('South'))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const changed = await typeNamed('South stand')
  assert.deepEqual([changed?.seating, changed?.seat_section_ids], ['none', []])
  await close()
})
