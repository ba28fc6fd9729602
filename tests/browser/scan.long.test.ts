import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { BrowserContext, Page } from 'playwright-core'
import { shopOf } from '../builders/baskets.ts'
import { openGround } from '../builders/grounds.ts'
import { addOffer } from '../builders/prices.ts'
import { addStaff } from '../builders/staff.ts'
import { axe, browserTest, phone, showToCamera, visit } from './browser.ts'
import { pictureScreen } from './scan-pictures.ts'
import {
  answered,
  blockCamera,
  keptForOffline,
  keptOf,
  leaveTurnstile,
  newDevice,
  setUp,
  syncTurnstile,
  typeCodes,
  useReaderOnly,
} from './scanner.ts'
import { builtFaces, openShopServer } from './shop-server.ts'
import { filmCodes } from './y4m.ts'

const server = await openShopServer()
const { origin, club, sql } = server
const ground = await openGround(server, club)
const { priceId } = await addOffer(server, club, { eventId: ground.eventId, capacity: 500, price: { price_minor: 0 } })
const shop = shopOf(server, club)
const { body: order } = await shop.checkOut(await shop.fill(priceId, 3))
const signed: string[] = order.tickets.map(({ barcode }: { barcode: string }) => barcode)
const [gate, otherGate] = ['North gate', 'South gate']
for (const [index, name] of [gate, otherGate].entries())
  await server.call('PATCH', `/v1/manage/gates/${ground.gates[index]}`, { key: club.key, body: { name } })

const folder = await mkdtemp(join(tmpdir(), 'scanner-'))
after(() => rm(folder, { recursive: true }))
const film = join(folder, 'codes.y4m')
// Each is away for longer than a code that only trembles in a hand.
await filmCodes(film, [...signed.slice(0, 2), 'https://example.org/not-a-ticket', 'a poster', 'a poster'])
await showToCamera(film)

const OFFLINE_SCANS = 200

const loggedOf = (deviceId: number) => sql<{ barcode: string; result: string; offline: boolean }[]>`
  select barcode, result, offline
  from scans
  where org_id = ${club.orgId}
    and device_id = ${deviceId}
  order by scan_id`

test('a phone is set up, admits and refuses by its camera, goes on without a network through a reload, and uploads everything once', {
  ...browserTest,
  timeout: 120_000,
}, async () => {
  const { deviceId, code } = await newDevice(server, club, 'North 1')
  const { page, context, complaints } = await visit(origin, { ...phone, permissions: ['camera'] })
  const findings: string[] = []
  await page.goto(`${origin}/scan/`)
  await page.getByRole('heading', { name: 'Set up this phone' }).waitFor()
  findings.push(...(await axe(page)))
  // Looked for from the start: the camera reads as soon as it runs.
  const answers = ['admitted', 'unknown', 'already_used'].map((result) => answered(page, result))
  await Promise.all([setUp(page, origin, code, gate), ...answers])
  findings.push(...(await axe(page)))
  await keptForOffline(page)
  await useReaderOnly(page)

  const tickets = await Promise.all(Array.from({ length: OFFLINE_SCANS - 1 }, () => ground.ticket(1)))
  await syncTurnstile(page)
  await page.getByText(String(signed.length + tickets.length), { exact: false }).waitFor()
  // Only now: what the camera saw last was still on its way when it was switched off.
  const online = await loggedOf(deviceId)
  assert.deepEqual([...new Set(online.map(({ offline }) => offline))], [false])
  assert.equal(online.filter(({ result }) => result === 'admitted').length, 2)
  await context.setOffline(true)
  await page.getByText('Offline', { exact: true }).waitFor()
  const codes = [signed[2] ?? '', ...tickets.map(({ barcode }) => barcode)]
  await typeCodes(page, codes)
  await page.getByText(`${OFFLINE_SCANS} to upload`).waitFor({ timeout: 60_000 })

  await page.reload()
  await page.getByText(`${OFFLINE_SCANS} to upload`).waitFor()
  findings.push(...(await axe(page)))
  await typeCodes(page, [codes[7] ?? ''])
  await answered(page, 'already_used')
  assert.equal((await loggedOf(deviceId)).length, online.length)
  await context.setOffline(false)
  await page.getByText('All uploaded').waitFor()
  const uploaded = (await loggedOf(deviceId)).slice(online.length)
  assert.deepEqual(
    uploaded
      .filter(({ result }) => result === 'admitted')
      .map(({ barcode }) => barcode)
      .toSorted(),
    codes.toSorted(),
  )
  assert.equal(uploaded.length, OFFLINE_SCANS + 1)
  assert.ok(uploaded.every(({ offline }) => offline))

  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})

/** What a script imports before it runs, and not what it may load later. */
const importsOf = (script: string) =>
  [...script.matchAll(/(?:from|import)"[^"]*?([^"/]+\.js)"/g)].map(([, name = '']) => name)

test('a phone scans with 31 kB of script; what is seldom wanted comes on demand, and the reader brings its own', async () => {
  const built = (await builtFaces()).find(({ face }) => face.name === 'scan')
  assert.ok(built?.worker)
  const { assets, script, workers } = built
  const textOf = (name: string) => assets.get(name)?.plain.toString() ?? assert.fail(`${name} is missing`)
  const atOnce = new Set([script])
  for (const name of atOnce) for (const imported of importsOf(textOf(name))) atOnce.add(imported)
  const reader = Object.values(workers)
  const others = [...assets.keys()].filter(
    (name) => name.endsWith('.js') && !atOnce.has(name) && !reader.includes(name),
  )
  const size = (texts: (string | Buffer)[]) =>
    texts.reduce((total, text) => total + gzipSync(text, { level: 9 }).length, 0)
  const sizes = {
    scanning: size([...[...atOnce].map(textOf), built.worker.plain]),
    onDemand: size(others.map(textOf)),
    reader: size(reader.map(textOf)),
  }
  const bounds = { scanning: 31_300, onDemand: 31_500, reader: 14_000 }
  for (const [part, bytes] of Object.entries(bounds))
    assert.ok(sizes[part as 'reader'] < bytes, `${part}: ${JSON.stringify(sizes)}`)
})

/** The page as it is found again, at its turnstile: in the same tab, whose program dies of it, or now and then in a new one. */
async function reopen(context: BrowserContext, before: Page, isNewTab: boolean): Promise<Page> {
  const page = isNewTab ? await context.newPage() : before
  if (isNewTab) await before.close()
  await page.goto(`${origin}/scan/`, { waitUntil: 'commit' })
  await page.getByText('Please scan your ticket').waitFor()
  return page
}

const KILLS = 100

test('a tab that is killed at any moment, a hundred times, loses no scan and doubles none', {
  ...browserTest,
  timeout: 180_000,
}, async () => {
  const { deviceId, code } = await newDevice(server, club, 'South 1')
  const tickets = await Promise.all(Array.from({ length: KILLS }, () => ground.ticket(1)))
  const codes = tickets.map(({ barcode }) => barcode)
  // Small, since drawing a page is much of opening it.
  const { page: first, context } = await visit(origin, { viewport: { width: 320, height: 480 } })
  await blockCamera(context)
  await setUp(first, origin, code, otherGate)
  await keptForOffline(first)
  await useReaderOnly(first)
  let page = first
  const unanswered: string[] = []
  for (const [index, barcode] of codes.entries()) {
    // The second half without a network: the service hears of it at the end.
    if (index === KILLS / 2) await context.setOffline(true)
    page = await reopen(context, page, index % 10 === 9)
    const before = unanswered.pop()
    if (before !== undefined) {
      await typeCodes(page, [before])
      // Where the answer had been seen before the page died, the ticket is used, and not a second time.
      await page.locator('[data-result="admitted"], [data-result="already_used"]').waitFor()
      await page.getByRole('button', { name: 'Next' }).dispatchEvent('click')
    }
    await typeCodes(page, [barcode])
    if (index % 2 === 0) await answered(page, 'admitted')
    else {
      await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), (index * 7) % 40)
      unanswered.push(barcode)
    }
  }
  await context.setOffline(false)
  const last = await reopen(context, page, true)
  await typeCodes(last, unanswered)
  await last.locator('[data-result]').waitFor()
  await last.getByText('All uploaded').waitFor()
  const admitted = (await loggedOf(deviceId)).filter(({ result }) => result === 'admitted')
  assert.deepEqual(admitted.map(({ barcode }) => barcode).toSorted(), codes.toSorted())
  await context.close()
})

test('two phones without a network let in one ticket; a supervisor settles it, closes the gate, tells all stewards, and lets a fan in anyway', {
  ...browserTest,
  timeout: 120_000,
}, async () => {
  const eventTitle = 'Conflict night'
  const eventId = await ground.openEvent({ title: eventTitle })
  const { barcode } = await ground.ticket(1, {}, await ground.offer(1, eventId))
  const phones = []
  for (const [index, name] of ['East 1', 'East 2'].entries()) {
    const { deviceId, code } = await newDevice(server, club, name)
    const { page, context } = await visit(origin, phone)
    await blockCamera(context)
    await page.goto(`${origin}/scan/#enrol=${code}`)
    await page.getByLabel('Your name').fill(index === 0 ? 'Ada' : 'Ben')
    const fixture = page.locator('section').filter({ has: page.getByRole('heading', { name: eventTitle }) })
    await fixture.getByRole('button', { name: index === 0 ? gate : otherGate }).click()
    await page.getByText(/on this phone/).waitFor()
    await useReaderOnly(page)
    await context.setOffline(true)
    await page.getByText('Offline', { exact: true }).waitFor()
    await typeCodes(page, [barcode])
    await answered(page, 'admitted')
    phones.push({ page, context, deviceId })
  }
  for (const { page, context } of phones) {
    await context.setOffline(false)
    await page.getByText('All uploaded').waitFor()
  }

  const staff = await addStaff(server, club, { role: 'gates' })
  const awayClub = await server.organisation({ name: 'Away FC', mode: 'test' })
  const away = await openGround(server, awayClub)
  const awayGate = 'Away end'
  const body = { name: awayGate }
  await server.call('PATCH', `/v1/manage/gates/${away.gates[0]}`, { key: awayClub.key, body })
  await addStaff(server, awayClub, { role: 'gates', email: staff.email })
  const books = await server.organisation({ name: 'Books FC', mode: 'test' })
  await addStaff(server, books, { role: 'finance', email: staff.email })
  const { page: board, context, complaints } = await visit(origin, { viewport: { width: 820, height: 1180 } })
  await context.addCookies([{ name: 'gs', value: staff.token, url: origin }])
  await board.goto(`${origin}/scan/#supervisor`)
  // Of the other organisation that they work for, with gates without a scan yet; where they only count money is not there.
  await board.getByLabel('Organisation').selectOption({ label: 'Away FC' })
  await board.getByRole('button', { name: `Close ${awayGate}` }).waitFor()
  const offered = await board.getByLabel('Organisation').locator('option').allInnerTexts()
  assert.deepEqual(offered.toSorted(), ['Away FC', 'Harbour City FC'])
  await board.getByLabel('Organisation').selectOption({ label: 'Harbour City FC' })
  await board.getByLabel('Event').selectOption({ label: eventTitle })
  const card = board.locator('details', { hasText: 'Admitted twice' })
  await card.locator('summary').click()
  // Who it is, and both sides with the steward to ask.
  for (const text of ['Ada Okafor', 'East 1, Ada', 'East 2, Ben', gate, otherGate]) await card.getByText(text).waitFor()
  const findings = await axe(board)
  await pictureScreen(board, 'conflict', card)
  for (const name of ['Something else', 'Back']) await card.getByRole('button', { name }).click()
  await card.getByRole('button', { name: 'One person who went out in between' }).click()
  await card.getByLabel('Anything to add?').fill('A screenshot.')
  findings.push(...(await axe(board)))
  await card.getByRole('button', { name: 'Settle' }).click()
  await board.getByText('None.').waitFor()
  await board.getByRole('button', { name: 'Show what was settled' }).click()
  await board.getByText('One person who went out in between. A screenshot.').waitFor()
  await board.getByText(/Ada Okafor · Sam Staff, /).waitFor()
  const listed = await server.call('GET', `/v1/manage/scan_conflicts?event_id=${eventId}`, { key: club.key })
  const [conflict] = listed.body.data
  assert.deepEqual(
    [conflict.status, conflict.outcome, conflict.resolution, conflict.resolved_by],
    ['resolved', 'went_out', 'A screenshot.', 'Sam Staff'],
  )
  await board.getByRole('button', { name: `Close ${otherGate}` }).click()
  await board.getByRole('button', { name: `Close ${otherGate} now` }).click()
  await board.getByText(`${otherGate} (closed)`).waitFor()
  await board.getByLabel('Message to all stewards').fill('Send them north.')
  await board.getByRole('button', { name: 'Send' }).click()
  await board.getByRole('button', { name: 'Show', exact: true }).click()
  const code = await board.locator('p', { hasText: /^[0-9]{7}$/ }).innerText()

  const [, second] = phones
  assert.ok(second)
  await leaveTurnstile(second.page, code)
  await second.page.getByRole('button', { name: 'Upload and fetch now' }).click()
  await second.page.getByText('Send them north.').waitFor()
  await second.page.getByText(/^This gate is closed/).waitFor()
  await second.page.getByRole('button', { name: 'Close' }).click()
  await typeCodes(second.page, [barcode])
  await answered(second.page, 'wrong_gate')
  await second.page.getByRole('button', { name: 'Let in anyway' }).click()
  const dialog = second.page.getByRole('dialog')
  await dialog.getByLabel('In your words').fill('Left for the doctor')
  await dialog.getByLabel('Supervisor’s code').fill('1234567')
  await dialog.getByRole('button', { name: 'Let in anyway' }).click()
  await dialog.getByText('A digit is wrong.').waitFor()
  await dialog.getByLabel('Supervisor’s code').fill(code === '1234566' ? '0000000' : '1234566')
  await dialog.getByRole('button', { name: 'Let in anyway' }).click()
  await dialog.getByText('That is not the code of this event. 4 tries left.').waitFor()
  findings.push(...(await axe(second.page)))
  await dialog.getByLabel('Supervisor’s code').fill(code)
  await dialog.getByRole('button', { name: 'Let in anyway' }).click()
  await answered(second.page, 'admitted')
  await second.page.getByText('All uploaded').waitFor()
  const open = await server.call('GET', `/v1/manage/scan_conflicts?event_id=${eventId}&status=open`, { key: club.key })
  assert.deepEqual(open.body.data, [])

  await server.call('POST', `/v1/manage/devices/${second.deviceId}/revoke`, { key: club.key })
  await second.page.getByRole('button', { name: 'Next' }).click()
  await typeCodes(second.page, [barcode])
  await second.page.getByText('This phone was taken off the gates').waitFor()
  assert.equal((await keptOf(second.page)).includes(barcode), false)
  assert.deepEqual([findings, complaints], [[], []])
  await server.call('POST', `/v1/manage/gates/${ground.gates[1]}/open`, { key: club.key })
  for (const each of [...phones.map((one) => one.context), context]) await each.close()
})
