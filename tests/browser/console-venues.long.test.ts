import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashPassword } from '../../server/people/staff/passwords.ts'
import { addSeatMap } from '../builders/seat-maps.ts'
import { addStaff } from '../builders/staff.ts'
import { addVenue } from '../builders/venues.ts'
import { axe, browserTest, desktop, phone, thereAre, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'

const server = await openShopServer()
const { origin, club } = server
const passwordHash = await hashPassword('nine green elephants')

async function staffVisit(role: 'owner' | 'reader' = 'owner', options: Parameters<typeof visit>[1] = desktop) {
  const { token } = await addStaff(server, club, { passwordHash, role })
  const visited = await visit(origin, options)
  await visited.context.addCookies([{ name: 'gs', value: token, url: origin }])
  const heading = (name: string | RegExp) => visited.page.getByRole('heading', { level: 1, name }).waitFor()
  return { ...visited, heading }
}
const read = async (path: string) => (await server.call('GET', `/v1/manage/${path}`, { key: club.key })).body

test('a club without anything makes its ground: venue, gates, seats of a usual stadium', browserTest, async () => {
  const { page, heading, complaints, context } = await staffVisit()
  const findings: string[] = []
  const look = async () => findings.push(...(await axe(page)))
  await page.goto(`${origin}/console/venues`)
  await page.getByText('No venue yet').waitFor()
  await look()
  await page.getByRole('link', { name: 'New venue' }).first().click()
  await heading('New venue')
  await look()
  await page.getByLabel('Name').fill('Harbour Park')
  await page.getByLabel('Town or suburb').fill('Harbour City')
  await page.getByLabel('Time zone').fill('Nowhere/Else')
  await page.getByRole('button', { name: 'Create venue' }).click()
  await page.getByText('A time zone, such as Europe', { exact: false }).waitFor()
  assert.equal(await page.getByLabel('Name').inputValue(), 'Harbour Park', 'an error keeps what was typed')
  await page.getByLabel('Time zone').fill('')
  await page.getByRole('button', { name: 'Create venue' }).click()
  await heading('Harbour Park')
  await page.getByText('No gates yet').waitFor()
  await look()
  await page.getByRole('button', { name: 'Add gates' }).click()
  await page.getByLabel('Names').fill('Gate A\n\nGate B\n')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('cell', { name: 'Gate B', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Add seats' }).click()
  await heading('Add seats')
  const stand = page.getByRole('group', { name: 'East Stand' })
  await stand.getByLabel('Rows').fill('0')
  await page.getByText('1,760 seats in 8 sections').waitFor()
  await look()
  await page.getByRole('button', { name: 'Create seats' }).click()
  await heading('Harbour Park')
  const table = page.getByRole('table', { name: 'Stands' })
  await table.getByText('West Stand, Block 2').waitFor()
  await look()
  await table.getByRole('button', { name: 'Change West Stand Block 2' }).click()
  await page.getByRole('dialog').getByLabel('Block').fill('Family')
  await page.getByLabel('Best seats').selectOption('middle')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await table.getByText('West Stand, Family').waitFor()
  await page.getByLabel('Section').selectOption('West Stand, Family')
  await page.getByLabel('Row').selectOption('B')
  await page.getByLabel('Seat 1', { exact: true }).check()
  await page.getByLabel('Seat 2', { exact: true }).check()
  await look()
  await page.getByRole('button', { name: 'Block 2 seats' }).click()
  await page.getByText('Blocked', { exact: true }).nth(2).waitFor()
  await page.getByLabel('Seat 1', { exact: true }).check()
  await page.getByRole('button', { name: 'Unblock 1 seat' }).click()
  await page.getByRole('row', { name: /West Stand, Family.* 160 0 1 / }).waitFor()
  const { data: venues } = await read('venues')
  const { data: maps } = await read('seat_maps')
  assert.deepEqual([venues.length, maps.length, maps[0].venue_id], [1, 1, venues[0].venue_id])
  assert.deepEqual([...findings, ...complaints], [])
  await context.close()
})

test(
  'a list of seats is read in the browser, what is wrong with it is said by line, and the rest is stored',
  browserTest,
  async () => {
    const { page, heading, complaints, context } = await staffVisit()
    const venueId = await addVenue(server, club)
    await page.goto(`${origin}/console/venues/seats/new?venue_id=${venueId}`)
    await heading('Add seats')
    await page.getByLabel('Import a list of seats').check()
    const lines = ['Section;Row;Seat', 'Main;A;1-12', 'Main;B;1-14', ';C;3', 'Terrace;A;1']
    await page
      .getByLabel('File')
      .setInputFiles({ name: 'seats.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
    await page.getByText('Line 4: the section is missing').waitFor()
    await page.getByText('27 seats in 2 sections').waitFor()
    assert.deepEqual(await axe(page), [])
    await page.getByLabel('Title').fill('Main and terrace')
    await page.getByRole('button', { name: 'Create seats' }).click()
    await heading('Main and terrace')
    await page.getByRole('row', { name: /Main 2 26/ }).waitFor()
    // A stand is built, and one seat of the old one is found to be behind a pillar.
    await page.getByRole('button', { name: 'Seats from a list …' }).click()
    const dialog = page.getByRole('dialog', { name: 'Seats from a list' })
    const stand = ['Section;Row;Seat', 'New stand;A;1-20'].join('\n')
    await dialog
      .getByLabel('File')
      .setInputFiles({ name: 'stand.csv', mimeType: 'text/csv', buffer: Buffer.from(stand) })
    await dialog.getByText('20 seats in 1 section').waitFor()
    assert.deepEqual(await axe(page), [])
    await dialog.getByRole('button', { name: 'Import list' }).click()
    await page.getByRole('row', { name: /New stand 1 20/ }).waitFor()
    await page.getByRole('button', { name: 'Seats from a list …' }).click()
    await dialog.getByLabel('The list is the whole stadium').check()
    const whole = ['Section;Row;Seat', 'Main;A;1-12', 'New stand;A;1-24'].join('\n')
    await dialog
      .getByLabel('File')
      .setInputFiles({ name: 'whole.csv', mimeType: 'text/csv', buffer: Buffer.from(whole) })
    await dialog.getByRole('button', { name: 'Import list' }).click()
    await page.getByRole('row', { name: /New stand 1 24/ }).waitFor()
    await page.getByRole('button', { name: 'Change …' }).click()
    await page.getByRole('dialog').getByLabel('Title').fill('Ground of 2031')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await heading('Ground of 2031')
    await page.getByLabel('Section').selectOption('New stand')
    await page.getByLabel('Row').selectOption('A')
    await page.getByLabel('Seat 7', { exact: true }).check()
    await page.getByRole('button', { name: 'Change 1 seat …' }).click()
    await page.getByLabel('Restricted view').check()
    assert.deepEqual(await axe(page), [])
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('Restricted view', { exact: true }).waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  },
)

test('who may only read sees venues, gates and seats, and no button that would be refused', browserTest, async () => {
  const venueId = await addVenue(server, club)
  const { seatMapId } = await addSeatMap(server, club)
  const { page, context } = await staffVisit('reader', phone)
  await page.goto(`${origin}/console/venues/${venueId}`)
  await page.getByText('No gates yet').waitFor()
  await thereAre(0, page.getByRole('button', { name: /Add|Change|Archive/ }))
  await page.goto(`${origin}/console/venues/seats/${seatMapId}`)
  await page.getByRole('table', { name: 'Stands' }).waitFor()
  await thereAre(0, page.getByRole('button', { name: /Add|Change|Archive|Block/ }))
  assert.deepEqual(await axe(page), [])
  await context.close()
})
