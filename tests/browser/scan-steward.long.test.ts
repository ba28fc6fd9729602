import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openGround } from '../builders/grounds.ts'
import { addStaff } from '../builders/staff.ts'
import { axe, browserTest, phone, thereAre, visit } from './browser.ts'
import { answered, keptForOffline, newDevice, setUp, supervisorCode, typeCodes, useReaderOnly } from './scanner.ts'
import { type Felt, fakePhone, fakeSerial, openBox, targets, type Written } from './scanner-fakes.ts'
import { openShopServer } from './shop-server.ts'

const server = await openShopServer()
const { origin, club, sql } = server
const ground = await openGround(server, club)
const gate = 'North gate'
await server.call('PATCH', `/v1/manage/gates/${ground.gates[0]}`, { key: club.key, body: { name: gate } })

/** People who bought together. */
async function orderOf(...names: string[]) {
  const offer = await ground.offer(1)
  const tickets = []
  for (const ticket_name of names) tickets.push(await ground.ticket(1, { ticket_name }, offer))
  return { orderId: offer.order_id, barcodes: tickets.map(({ barcode }) => barcode) }
}

const loggedOf = (deviceId: number) => sql<{ result: string; offline: boolean; by_search: boolean }[]>`
  select result, offline, by_search
  from scans
  where org_id = ${club.orgId}
    and device_id = ${deviceId}
  order by scan_id`

/** The answer to a fan who was let in goes by itself. */
const gone = (page: Page) => page.locator('[data-result]').waitFor({ state: 'hidden' })

test('a group is counted in one go, found by its order or a name, with and without a network', {
  ...browserTest,
  timeout: 90_000,
}, async () => {
  const family = await orderOf('Ada Okafor', 'Ben Okafor', 'Cleo Okafor', 'Dan Okafor')
  const friends = await orderOf('Zoë Ng', 'Yara Ng', 'Xia Ng')
  const { deviceId, code } = await newDevice(server, club, 'North 1')
  const { page, context, complaints } = await visit(origin)
  await setUp(page, origin, code, gate)
  await typeCodes(page, family.barcodes.slice(0, 1))
  await answered(page, 'admitted')
  await page.getByText('1 of 4').waitFor()
  await page.getByRole('button', { name: 'Let in the other 3' }).click()
  await page.getByText('4 of 4').waitFor()
  const findings = await axe(page)
  // A phone that is answered late lets in by its own list, and sends it afterwards.
  let online = await loggedOf(deviceId)
  while (online.length < 4) online = await loggedOf(deviceId)
  assert.deepEqual(
    online.map(({ result, by_search }) => [result, by_search]),
    [
      ['admitted', false],
      ['admitted', true],
      ['admitted', true],
      ['admitted', true],
    ],
  )
  await gone(page)
  // What was sent afterwards is no longer waiting once the phone has heard that it arrived.
  await page.getByText('All uploaded').waitFor()

  await context.setOffline(true)
  await page.getByText('Offline', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Type or search' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Code, name/).fill('zoe')
  await dialog.getByText('Name hidden').waitFor()
  await thereAre(0, dialog.getByRole('button', { name: /^Let in/ }))
  await dialog.getByRole('button', { name: 'Show names' }).click()
  await dialog.getByText('Zoë Ng', { exact: true }).waitFor()
  findings.push(...(await axe(page)))
  await dialog.getByRole('button', { name: /^Let in Zoë Ng/ }).click()
  await dialog.getByRole('heading', { name: 'Ask for their name' }).waitFor()
  await dialog.getByRole('button', { name: isThem }).click()
  await page.getByText('1 of 3').waitFor()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Type or search' }).click()
  await dialog.getByLabel(/^Code, name/).fill(String(friends.orderId))
  // A stranger's ticket may have the number of the order, and is not let in with it.
  await dialog.getByText(`Order ${friends.orderId} · Inside`).waitFor()
  await dialog.getByRole('button', { name: 'Let in all 2' }).click()
  await dialog.getByRole('heading', { name: 'Ask for their names: 2 people' }).waitFor()
  await dialog.getByRole('button', { name: isThem }).click()
  await page.getByText('3 of 3').waitFor()
  await gone(page)
  await page.getByText('3 to upload').waitFor()
  await typeCodes(page, friends.barcodes.slice(2))
  await answered(page, 'already_used')
  await page.getByRole('button', { name: 'Next' }).click()

  // One of them has gone to fetch something: the ticket works again.
  await page.getByRole('button', { name: 'Last ten' }).click()
  await dialog.locator('li', { hasText: 'Xia Ng' }).getByRole('button', { name: 'Take back' }).click()
  await dialog.getByText('Taken back').waitFor()
  findings.push(...(await axe(page)))
  await dialog.getByRole('button', { name: 'Close' }).click()
  await context.setOffline(false)
  await page.getByText('All uploaded').waitFor()
  const uploaded = (await loggedOf(deviceId)).slice(online.length)
  assert.deepEqual(uploaded.map(({ result, by_search }) => `${result} ${by_search}`).toSorted(), [
    'admitted true',
    'admitted true',
    'admitted true',
    'already_used false',
    'annulled false',
  ])
  await typeCodes(page, friends.barcodes.slice(2))
  await answered(page, 'admitted')
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})

const isThem = 'Yes, let them in'
const stuck = 'The turnstile did not answer.'

test('a role that only reads the gates looks on, and is told so at every button', browserTest, async () => {
  const reader = await addStaff(server, club, { role: 'reader' })
  const { page, context } = await visit(origin, { viewport: { width: 820, height: 1180 } })
  await context.addCookies([{ name: 'gs', value: reader.token, url: origin }])
  await page.goto(`${origin}/scan/#supervisor`)
  await page.getByLabel('Event').selectOption(String(ground.eventId))
  for (const name of [/^Show.*looks on/, /^Send.*looks on/, /^Close.*looks on/])
    await page.getByRole('button', { name }).first().waitFor()
  await context.close()
})

test('a turnstile opens once for a fan who is let through, by a box that its policy names alone, and a supervisor ends it', {
  ...browserTest,
  timeout: 90_000,
}, async () => {
  const box = await openBox()
  const { barcodes } = await orderOf('Eve Holt', 'Finn Holt', 'Gus Holt', 'Hal Holt')
  const [first = '', twice = '', unlucky = '', last = ''] = barcodes
  const { code } = await newDevice(server, club, 'Turnstile 1')
  const { page, context, complaints } = await visit(origin, phone, /^(data|blob|http:\/\/127\.0\.0\.1)/)
  await context.addInitScript(fakeSerial)
  await setUp(page, origin, code, gate)
  await keptForOffline(page)
  const dialog = page.getByRole('dialog')
  const openRelay = async (kind: string) => {
    await dialog.getByRole('button', { name: 'What opens the turnstile' }).click()
    await dialog.getByLabel('What opens the turnstile').selectOption(kind)
  }
  await page.getByRole('button', { name: 'More' }).click()
  await openRelay('webhook')
  await dialog.getByLabel('Its address').fill('http://203.0.113.7/open')
  await dialog.getByRole('button', { name: 'Keep' }).click()
  await dialog.getByText('private addresses').waitFor()
  const findings = await axe(page)
  await dialog.getByLabel('Its address').fill(`${box.url}/open`)
  const opened = page.waitForResponse((response) => response.url() === `${origin}/scan/`)
  await dialog.getByRole('button', { name: 'Keep' }).click()
  const policy = (await opened).headers()['content-security-policy'] ?? ''
  assert.equal(/connect-src ([^;]*)/.exec(policy)?.[1], `'self' ${box.url}`)
  await useReaderOnly(page)

  // The same code twice in one moment is one scan; then one that was used, and an unknown one.
  await typeCodes(page, [first])
  await answered(page, 'admitted')
  await typeCodes(page, [twice, twice])
  await typeCodes(page, [first, 'nobody’s'])
  await answered(page, 'unknown')
  box.isBroken = true
  await typeCodes(page, [unlucky])
  await page.getByText(stuck).waitFor()
  await gone(page)
  box.isBroken = false
  await page.reload()
  await page.getByText('Please scan your ticket').waitFor()
  await typeCodes(page, [unlucky])
  await answered(page, 'already_used')
  assert.deepEqual(
    box.told.map(({ result }) => result),
    ['admitted', 'admitted', 'admitted'],
  )
  assert.equal(new Set(box.told.map(({ nonce }) => nonce)).size, 3)

  // No steward is beside it: what a fan could change is behind the supervisor's code.
  await gone(page)
  await thereAre(0, page.getByRole('button', { name: 'More' }))
  await thereAre(0, page.getByRole('radio'))
  findings.push(...(await axe(page)))
  await page.getByRole('button', { name: 'Leave turnstile mode' }).click()
  const leave = async (typed: string) => {
    await dialog.getByLabel('Supervisor’s code').fill(typed)
    await dialog.getByRole('button', { name: 'Leave turnstile mode' }).click()
  }
  const right = await supervisorCode(server, club, ground.eventId)
  await page.getByText('Online', { exact: true }).waitFor()
  await leave(right === '1234566' ? '0000000' : '1234566')
  await dialog.getByText('4 tries left').waitFor()
  await context.setOffline(true)
  await leave(right)
  await dialog.getByText('Without a network only the long code').waitFor()
  await context.setOffline(false)
  await page.getByText('Online', { exact: true }).waitFor()
  await leave(right)

  await openRelay('serial')
  await dialog.getByRole('button', { name: 'Choose the relay' }).click()
  await dialog.getByText('Chosen.').waitFor()
  await dialog.getByLabel('Open for so many').fill('100')
  await Promise.all([page.waitForEvent('load'), dialog.getByRole('button', { name: 'Keep' }).click()])
  await useReaderOnly(page)
  await typeCodes(page, [last])
  await page.waitForFunction(() => (globalThis as unknown as Written).fakePort.written.length === 2)
  const fakePort = await page.evaluate(() => (globalThis as unknown as Written).fakePort)
  assert.deepEqual(fakePort, { opened: 1, written: ['a00101a2', 'a00100a1'] })
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})

test('a phone that speaks German lights, zooms, sounds and buzzes; is hit with gloves; and stays as it is while doors are open', {
  ...browserTest,
  timeout: 90_000,
}, async () => {
  const { barcodes } = await orderOf('Ida Holt')
  const { code } = await newDevice(server, club, 'North 2')
  const small = { ...phone, viewport: { width: 320, height: 568 }, locale: 'de-DE' }
  const { page, context, complaints } = await visit(origin, small)
  await context.addInitScript(fakePhone)
  await page.goto(`${origin}/scan/#enrol=${code}`)
  await page.getByRole('heading', { name: 'Wo scannen Sie?' }).waitFor()
  await page.getByRole('button', { name: gate }).first().click()
  await page.getByText(/auf diesem Telefon/).waitFor()
  await keptForOffline(page)
  await page.getByRole('button', { name: 'Licht' }).click()
  await page.getByLabel('Zoom').fill('2.5')
  const low = (await targets(page)).filter(({ height }) => height < 44)
  await typeCodes(page, [barcodes[0] ?? ''])
  await page.getByRole('heading', { name: 'Willkommen' }).waitFor()
  await typeCodes(page, ['nobody’s'])
  await page.getByText('Unbekannter Code').waitFor()
  const answers = await targets(page)
  const felt = await page.evaluate(() => (globalThis as unknown as Felt).felt)
  assert.deepEqual(felt, {
    lens: [{ torch: true }, { zoom: 2.5 }],
    buzzes: [[60], [220, 90, 220]],
    tones: [880, 1320, 180, 140],
  })
  await page.getByRole('button', { name: 'Weiter' }).click()
  const main = [
    ...answers,
    ...(await targets(page)).filter(({ name }) => /Tippen|zehn|Mehr|Einlass|Auslass/.test(name)),
  ]
  assert.deepEqual(
    main.filter(({ height }) => height < 52),
    [],
  )
  const dialog = page.getByRole('dialog')
  for (const name of ['Tippen, suchen', 'Letzte zehn', 'Mehr']) {
    await page.getByRole('button', { name }).click()
    await dialog.getByRole('heading').waitFor()
    low.push(...(await targets(page)).filter(({ height }) => height < 44))
    if (name !== 'Mehr') await dialog.getByRole('button', { name: /Schließen|Abbrechen/ }).click()
  }
  assert.deepEqual(low, [])
  await dialog.getByText(/^Version [A-Z0-9]{8}\./).waitFor()

  // There is another program than the one that is kept: not now, and as soon as no fan is at this gate.
  const age = '<!-- of last week -->'
  const kept = () => page.evaluate(async () => (await (await caches.match('/scan/'))?.text()) ?? '')
  await page.evaluate(async (mark) => {
    const cache = await caches.open('scanner')
    const now = await cache.match('/scan/')
    await cache.put('/scan/', new Response(`${await now?.text()}${mark}`, { headers: now?.headers ?? {} }))
  }, age)
  const met = page.waitForResponse(/\/manifest/)
  await dialog.getByRole('button', { name: 'Jetzt hochladen und holen' }).click()
  await met
  await dialog.locator('button[aria-busy="true"]').waitFor({ state: 'detached' })
  await page.getByText('Alles hochgeladen', { exact: true }).waitFor()
  assert.ok((await kept()).endsWith(age))
  const reloaded = page.waitForEvent('load')
  await dialog.getByRole('button', { name: 'Veranstaltung oder Eingang wechseln' }).click()
  await reloaded
  assert.equal((await kept()).includes(age), false)
  assert.deepEqual(complaints, [])
  await context.close()
})
