import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StaffRole } from '../../server/access/roles.ts'
import { openGround } from '../builders/grounds.ts'
import { addOffer } from '../builders/prices.ts'
import { unique } from '../builders/rows.ts'
import { addStaff } from '../builders/staff.ts'
import { axe, browserTest, desktop, phone, thereAre, visit } from './browser.ts'
import { readQr } from './read-qr.ts'
import { answered, typeCodes } from './scanner.ts'
import { openShopServer } from './shop-server.ts'

/** Many pages by many people, on a machine that does other things too. */
const story = { ...browserTest, timeout: 240_000 }
const server = await openShopServer()
const { origin, club } = server
const ground = await openGround(server, club)
for (const [index, name] of ['North gate', 'South gate'].entries())
  await server.call('PATCH', `/v1/manage/gates/${ground.gates[index]}`, { key: club.key, body: { name } })
await addOffer(server, club, { eventId: ground.eventId, capacity: 500 })
await server.call('PATCH', `/v1/manage/events/${ground.eventId}`, { key: club.key, body: { title: 'Last round' } })

/** A person with this role, at the console. What axe finds, and what the browser complains of, is looked at in the end. */
async function person(role: StaffRole) {
  const staff = await addStaff(server, club, { role })
  const visited = await visit(origin, desktop)
  await visited.context.addCookies([{ name: 'gs', value: staff.token, url: origin }])
  const { page } = visited
  const findings: string[] = []
  return {
    ...visited,
    ...staff,
    findings,
    look: async () => findings.push(...(await axe(page))),
    go: async (path: string, heading: string | RegExp) => {
      await page.goto(`${origin}/console/${path}`)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    },
    heading: (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor(),
  }
}

/** A wall clock's `2026-11-21T19:30` in the event's zone, so many minutes from now. */
const localTime = (minutes: number) =>
  new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Australia/Sydney' })
    .format(Date.now() + minutes * 60_000)
    .replace(' ', 'T')

test('a match week: set up, sold, refunded, joined, let in and closed, by five people', story, async () => {
  // The manager makes the event of the one before, and publishes it.
  const manager = await person('manager')
  await manager.go(`events/${ground.eventId}`, 'Last round')
  await manager.page.getByRole('link', { name: 'Copy', exact: true }).click()
  await manager.heading('Copy of Last round')
  await manager.page.getByLabel('Title').fill('Derby day')
  await manager.page.getByLabel('Starts').fill(localTime(60))
  await manager.page.getByLabel('Doors').fill(localTime(-60))
  await manager.page.getByRole('button', { name: 'Create draft' }).click()
  await manager.heading('Derby day')
  await manager.page.getByRole('button', { name: 'Publish' }).click()
  await manager.page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await manager.page.getByText('On sale', { exact: true }).first().waitFor()
  const eventId = /events\/(\d+)/.exec(manager.page.url())?.[1] ?? ''
  await manager.go(`gates?event_id=${eventId}`, 'Gates')
  await manager.page.getByRole('button', { name: 'Change South gate' }).click()
  await manager.page.getByLabel('Directions').fill('To your left, past the club shop')
  await manager.look()
  await manager.page.getByRole('button', { name: 'Save' }).click()
  await manager.page.getByRole('row', { name: /South gate To your left, past the club shop/ }).waitFor()

  // The clerk opens a drawer, sells two tickets for cash, and takes one of them back.
  const clerk = await person('box_office')
  await clerk.go(`box-office?event_id=${eventId}`, 'Box office')
  await clerk.page.getByRole('heading', { level: 2, name: 'Tickets' }).waitFor()
  await clerk.page.getByRole('button', { name: 'Open a till' }).click()
  await clerk.page.getByLabel('Counter').fill('Main window')
  await clerk.page.getByLabel('Opening cash').fill('100')
  await clerk.page.keyboard.press('Enter')
  await clerk.page.getByRole('link', { name: 'Till: Main window' }).waitFor()
  await clerk.page.getByRole('button', { name: 'One more: Adult, Stand' }).click()
  await clerk.page.getByRole('button', { name: 'One more: Adult, Stand' }).click()
  await clerk.page.getByLabel('Name', { exact: true }).fill('Zoë Tamihana')
  await clerk.page.getByLabel('E-mail').fill('zoe@example.org')
  await clerk.page.getByRole('button', { name: 'Sell for cash' }).click()
  await clerk.page.getByLabel('Sold').waitFor()
  await clerk.page.getByRole('button', { name: 'Next sale' }).click()
  await clerk.page.getByLabel('Find an order').fill('tamihana')
  await clerk.page.keyboard.press('Enter')
  await clerk.heading('Orders')
  await clerk.page
    .getByRole('row', { name: /Zoë Tamihana/ })
    .getByRole('link')
    .click()
  await clerk.heading(/Zoë Tamihana/)
  await clerk.page.getByRole('button', { name: 'Refund …' }).click()
  const refund = clerk.page.getByRole('dialog', { name: 'Refund' })
  await refund.getByLabel(/till Main window/).waitFor()
  await refund
    .getByLabel(/, Adult: /)
    .first()
    .check()
  await clerk.look()
  await refund.getByRole('button', { name: /^Refund \$27\.20/ }).click()
  await clerk.page.getByRole('cell', { name: 'refunded', exact: true }).first().waitFor()

  // The membership desk brings in who has joined, from the list of the club.
  const desk = await person('membership')
  await desk.go('members/import', 'Import members')
  await desk.page.getByLabel('File').setInputFiles({
    name: 'joined.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('First name,Surname,E-mail,Born\r\nIda,Joiner,ida@example.org,31/12/1990\r\nNo,Address,,\r\n'),
  })
  await desk.page.getByRole('button', { name: 'Preview', exact: true }).click()
  await desk.page.getByRole('row', { name: '3 Customer number or E-mail is missing.' }).waitFor()
  await desk.page.getByRole('button', { name: 'Import 1, skip 1' }).click()
  await desk.page.getByRole('link', { name: 'View' }).click()
  await desk.heading('Members')
  await desk.page.getByRole('link', { name: 'Ida Joiner' }).waitFor()

  // The gates set a phone up by the code on the screen, and follow the doors while it scans.
  const gates = await person('gates')
  await gates.go('gates?tab=devices', 'Gates')
  await gates.page.getByRole('button', { name: 'Add scanner' }).click()
  await gates.page.getByLabel('Name').fill('North 1')
  await gates.page.keyboard.press('Enter')
  const code = gates.page.getByRole('img', { name: 'Code of North 1, for the phone’s camera' })
  await code.waitFor()
  await gates.look()
  const link = (await readQr(code)) ?? ''
  assert.match(link, new RegExp(`^${origin}/scan/#enrol=`))
  const steward = await visit(origin, phone)
  await steward.page.goto(link)
  const fixture = steward.page.locator('section').filter({ hasText: 'Derby day' })
  await fixture.getByRole('button', { name: 'North gate' }).click()
  await steward.page.getByText(/on this phone/).waitFor()
  await gates.page.getByRole('button', { name: 'Scanner set up' }).click()
  await gates.page.reload()
  await gates.page.getByRole('row', { name: /North 1.*enrolled.*all gates/ }).waitFor()
  await gates.page.getByRole('button', { name: 'Change North 1' }).click()
  await gates.page.getByLabel('North gate').check()
  await gates.look()
  await gates.page.getByRole('button', { name: 'Save' }).click()
  await gates.page.getByRole('row', { name: /North 1.*enrolled.*North gate/ }).waitFor()
  await gates.go(`gates?event_id=${eventId}`, 'Gates')
  const figure = (title: string) => gates.page.locator('dl > div').filter({ hasText: title }).locator('strong')
  await figure('Inside now')
    .getByText(/^0(,|$)/)
    .waitFor()
  const { body: tickets } = await server.call('GET', `/v1/manage/tickets?event_id=${eventId}`, { key: club.key })
  type Ticket = { barcode: string; ticket_status_id: number }
  for (const [status, result] of [
    [1, 'admitted'],
    [3, 'refunded'],
  ] as const) {
    const ticket = tickets.data.find((each: Ticket) => each.ticket_status_id === status)
    await typeCodes(steward.page, [ticket.barcode])
    await answered(steward.page, result)
  }
  // The page was not touched: it comes by itself.
  await figure('Inside now')
    .getByText(/^1(,|$)/)
    .waitFor()
  await gates.page.getByRole('cell', { name: 'Refunded' }).waitFor()
  // Stewards at another gate say it in these words; what gates there are is not theirs to change.
  await gates.page.getByRole('button', { name: 'Close South gate' }).waitFor()
  await thereAre(0, gates.page.getByRole('button', { name: /^Change South gate/ }))
  await gates.page.getByRole('button', { name: 'Close South gate' }).click()
  await gates.page.getByRole('row', { name: /South gate closed/ }).waitFor()
  await gates.page.getByLabel('Message').fill('Rain: open the roof')
  await gates.page.getByRole('button', { name: 'Send' }).click()
  await gates.page.getByText('Scanners show it within half a minute').waitFor()
  await gates.look()
  await gates.page.getByRole('link', { name: 'Guest list' }).click()
  await gates.heading('Guest list')
  await gates.page.getByRole('row', { name: /Zoë Tamihana/ }).waitFor()
  await thereAre(2, gates.page.getByRole('row'))
  // On paper it has the whole width.
  await gates.page.emulateMedia({ media: 'print' })
  assert.ok(await gates.page.locator('main').evaluate((main) => main.clientWidth > innerWidth * 0.9))
  await gates.page.emulateMedia({ media: 'screen' })
  await gates.look()

  // Of the round before, two gates without a network had let one ticket in.
  const { barcode } = await ground.ticket()
  const device_time = Date.now() / 1000
  for (const index of [0, 1] as const) {
    const scan = { event_id: ground.eventId, gate_id: ground.gates[index], barcode, direction: 'entry' }
    const scans = [{ ...scan, result: 'admitted', nonce: unique('n'), scanned_at: device_time - 60 + index }]
    await server.call('POST', '/v1/gate/scans/batch', { key: ground.keys[index], body: { device_time, scans } })
  }
  await gates.go(`gates?tab=conflicts&event_id=${ground.eventId}`, 'Gates')
  await gates.page.getByRole('button', { name: /^Settle conflict/ }).click()
  await gates.page.getByText('Ada Okafor').last().waitFor()
  await gates.page.getByLabel('One person who went out in between').check()
  await gates.page.getByLabel('Details').fill('One screenshot, two fans')
  await gates.look()
  await gates.page.getByRole('button', { name: 'Settle', exact: true }).click()
  await gates.page.getByRole('row', { name: /settled.*One screenshot, two fans/ }).waitFor()
  await gates.look()

  // The day ends: what was taken, less what was paid back, is in the drawer.
  await clerk.go('box-office/drawers', 'Tills')
  await clerk.page.getByRole('link', { name: 'Main window' }).click()
  await clerk.heading('Main window')
  await clerk.page.getByRole('button', { name: 'Count and close …' }).click()
  for (const [coin, pieces] of [
    ['$100.00', '1'],
    ['$20.00', '1'],
    ['$5.00', '1'],
    ['$2.00', '1'],
    ['$0.20', '1'],
  ] as const)
    await clerk.page.getByLabel(coin, { exact: true }).fill(pieces)
  await clerk.page.getByRole('button', { name: 'Close till' }).click()
  await clerk.page.getByText('balanced').waitFor()

  // Finance sees the day, and may look at drawers without opening one.
  const finance = await person('finance')
  await finance.go('box-office/drawers?status=closed', 'Tills')
  await finance.page.getByRole('row', { name: /Main window.*\$0\.00/ }).waitFor()
  await finance.go('gates', 'Gates')
  await finance.page.getByText('Your role, Finance, does not allow this', { exact: false }).last().waitFor()

  const people = [manager, clerk, desk, gates, finance]
  assert.deepEqual(
    people.map(({ findings, complaints, role }) => [role, findings, complaints]),
    people.map(({ role }) => [role, [], []]),
  )
  for (const { context } of [...people, steward]) await context.close()
})
