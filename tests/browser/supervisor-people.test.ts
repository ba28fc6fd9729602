import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openGround } from '../builders/grounds.ts'
import { unique } from '../builders/rows.ts'
import { addStaff } from '../builders/staff.ts'
import { addGate } from '../builders/venues.ts'
import { axe, browserTest, phone, thereAre, visit } from './browser.ts'
import { pictureScreen } from './scan-pictures.ts'
import { keptForOffline } from './scanner.ts'
import { openShopServer } from './shop-server.ts'

const server = await openShopServer()
const { origin, club } = server
const ground = await openGround(server, club)
const { eventId, gates, keys } = ground
for (const [index, name] of ['North gate', 'South gate'].entries())
  await server.call('PATCH', `/v1/manage/gates/${gates[index]}`, { key: club.key, body: { name } })

// A ground of eight gates fits on one screen of a tablet.
for (let n = 3; n <= 8; n += 1) {
  const gateId = await addGate(server, club, ground.venueId)
  await server.call('PATCH', `/v1/manage/gates/${gateId}`, { key: club.key, body: { name: `Gate ${n}` } })
}

const tablet = { viewport: { width: 820, height: 1180 } }

/** One ticket that three gates admitted without a network, and some that are in as they should be. */
async function admitThreeTimes() {
  const offer = await ground.offer(1)
  const { barcode } = await ground.ticket(1, { ticket_name: 'Grace Ito' }, offer)
  const device_time = server.clock().getTime() / 1000
  for (const index of [0, 1, 0] as const) {
    const scan = { event_id: eventId, gate_id: gates[index], barcode, direction: 'entry', result: 'admitted' }
    const scans = [{ ...scan, nonce: unique('n'), scanned_at: device_time - 60 }]
    await server.call('POST', '/v1/gate/scans/batch', { key: keys[index], body: { device_time, scans } })
  }
  for (let n = 0; n < 3; n += 1) await ground.scan((await ground.ticket(1, {}, offer)).barcode)
}

const peopleIn = async () =>
  (await server.call('GET', `/v1/manage/events/${eventId}/occupancy`, { key: club.key })).body

/** What a page is taller than its window. */
const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight)

test('a supervisor has people, gates and conflicts on one screen, an evacuation by one tap, and that without a network too', {
  ...browserTest,
  timeout: 90_000,
}, async () => {
  await admitThreeTimes()
  const staff = await addStaff(server, club, { role: 'gates' })
  const { page, context, complaints } = await visit(origin, tablet, /ERR_INTERNET_DISCONNECTED/)
  await context.addCookies([{ name: 'gs', value: staff.token, url: origin }])
  await page.goto(`${origin}/scan/#supervisor`)
  await page.getByLabel('Event').selectOption(eventId === undefined ? '' : String(eventId))
  const card = page.locator('details', { hasText: 'Admitted 3 times' })
  await card.waitFor()
  const findings = await axe(page)
  assert.ok((await overflowOf(page)) <= 0, `${await overflowOf(page)} pixels below the tablet’s screen`)
  await pictureScreen(page, 'first-tablet')

  // The second fan had a copy; the third admission was the first fan again.
  await card.locator('summary').click()
  findings.push(...(await axe(page)))
  await card.getByRole('button', { name: 'The ticket was passed on' }).first().click()
  await card.getByRole('button', { name: 'Settle' }).click()
  await page.getByText('Admitted twice').waitFor()
  const settled = await peopleIn()
  assert.deepEqual([settled.logged, settled.unsettled], [5, 1])
  await page.getByRole('button', { name: 'Show what was settled' }).click()
  await page.getByRole('button', { name: 'Open again Grace Ito' }).click()
  await card.waitFor()
  assert.deepEqual([(await peopleIn()).logged, (await peopleIn()).unsettled], [4, 2])

  await page.getByLabel('Message to all stewards').fill('Use the south.')
  await page.getByLabel('Show it for').selectOption('60')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText(/^Shown now, until/).waitFor()
  await page.getByRole('button', { name: 'Recall' }).click()
  await thereAre(0, page.getByText(/^Shown now/))

  await page.getByRole('button', { name: 'Evacuation' }).click()
  const people = page.getByRole('region', { name: 'People inside' })
  await people
    .getByText(/^4, up to \d+$/)
    .first()
    .waitFor()
  findings.push(...(await axe(page)))
  await pictureScreen(page, 'people-tablet')
  await keptForOffline(page)
  await context.setOffline(true)
  await page.getByText(/^No connection\. These figures/).waitFor()
  await page.reload()
  await people
    .getByText(/^4, up to \d+$/)
    .first()
    .waitFor()
  await people.getByText(/^No connection\. These figures/).waitFor()
  findings.push(...(await axe(page)))
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Evacuation' }).waitFor()
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})

test('on a phone in German the first screen and the evacuation fit, in the dark too', browserTest, async () => {
  const staff = await addStaff(server, club, { role: 'gates' })
  const { page, context, complaints } = await visit(origin, {
    ...phone,
    viewport: { width: 360, height: 640 },
    locale: 'de-DE',
    colorScheme: 'dark',
  })
  await context.addCookies([{ name: 'gs', value: staff.token, url: origin }])
  await page.goto(`${origin}/scan/#supervisor`)
  await page.getByLabel('Veranstaltung').selectOption(String(eventId))
  await page.getByText('3-mal eingelassen').waitFor()
  const findings = await axe(page)
  const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  assert.equal(await isWide(), false)
  await pictureScreen(page, 'first-phone')
  await page.getByRole('button', { name: 'Räumung' }).click()
  await page.getByRole('heading', { name: /^Menschen im Gelände/ }).waitFor()
  findings.push(...(await axe(page)))
  assert.equal(await isWide(), false)
  await pictureScreen(page, 'people-phone')
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})

test('the console shows the same people, to be printed', browserTest, async () => {
  const staff = await addStaff(server, club, { role: 'gates' })
  const { page, context, complaints } = await visit(origin, tablet)
  await context.addCookies([{ name: 'gs', value: staff.token, url: origin }])
  await page.goto(`${origin}/console/gates?event_id=${eventId}`)
  await page.getByRole('link', { name: 'Evacuation' }).click()
  await page.getByRole('heading', { name: 'People inside', level: 1 }).waitFor()
  await page
    .getByText(/^4, up to \d+$/)
    .first()
    .waitFor()
  await page.getByRole('table', { name: 'By gate of the last admission' }).waitFor()
  const findings = await axe(page)
  await pictureScreen(page, 'people-console')
  await page.emulateMedia({ media: 'print' })
  assert.equal(await page.getByRole('button', { name: 'Print' }).isVisible(), false)
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})
