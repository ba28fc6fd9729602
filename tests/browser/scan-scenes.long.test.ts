import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { bytesOf, hmac } from '../../faces/scan/webcrypto.ts'
import { digitsOf, periodAt, ticketKey } from '../../server/tickets/tickets/rotating-code.ts'
import { shopOf } from '../builders/baskets.ts'
import { openGround } from '../builders/grounds.ts'
import { addOffer } from '../builders/prices.ts'
import { addStaff } from '../builders/staff.ts'
import { browserTest, phone, visit } from './browser.ts'
import { answered, keptForOffline, newDevice, setUp, typeCodes } from './scanner.ts'
import { handCamera, holdUp } from './scanner-fakes.ts'
import { openShopServer } from './shop-server.ts'

const server = await openShopServer()
const { origin, club, sql } = server
const ground = await openGround(server, club)
const gate = 'North gate'
await server.call('PATCH', `/v1/manage/gates/${ground.gates[0]}`, { key: club.key, body: { name: gate } })

const loggedOf = (deviceId: number) => sql<{ barcode: string; result: string }[]>`
  select barcode, result
  from scans
  where org_id = ${club.orgId}
    and device_id = ${deviceId}
  order by scan_id`

/** A phone at its gate, before whose camera a test holds codes; its clock is ahead by so much. */
async function phoneAtGate(name: string, { eventTitle, aheadMs = 0 }: { eventTitle?: string; aheadMs?: number } = {}) {
  const { deviceId, code } = await newDevice(server, club, name)
  const { page, context, complaints } = await visit(origin, phone)
  await context.addInitScript(handCamera)
  await context.addInitScript((ms) => {
    const now = Date.now
    Date.now = () => now() + ms
  }, aheadMs)
  if (eventTitle === undefined) await setUp(page, origin, code, gate)
  else {
    await page.goto(`${origin}/scan/#enrol=${code}`)
    const fixture = page.locator('section').filter({ has: page.getByRole('heading', { name: eventTitle }) })
    await fixture.getByRole('button', { name: gate }).click()
    await page.getByText(/on this phone/).waitFor()
  }
  return { deviceId, page, context, complaints }
}

const MATCH = 'A match whose codes change'
const shop = shopOf(server, club)
const rotatingEventId = await ground.openEvent({ title: MATCH, rotating_barcodes: true })
const { priceId } = await addOffer(server, club, {
  eventId: rotatingEventId,
  capacity: 100,
  price: { price_minor: 0, max_per_order: 10 },
})
const { body: order } = await shop.checkOut(await shop.fill(priceId, 6))
const tickets = order.tickets as { ticket_id: number; barcode: string }[]
const { body: rotatingManifest } = await server.call('GET', `/v1/gate/events/${rotatingEventId}/manifest`, {
  key: ground.keys[0],
})
const rotationKey = bytesOf(rotatingManifest.public_keys[0].rotation_key)

/** A fan's code as it is so many periods from now. */
async function codeOf(index: number, periods = 0): Promise<string> {
  const { ticket_id, barcode } = tickets[index] ?? { ticket_id: 0, barcode: '' }
  return (
    barcode +
    (await digitsOf(hmac, await ticketKey(hmac, rotationKey, Number(ticket_id)), periodAt(Date.now()) + periods))
  )
}

const goOn = (page: Page) => page.getByRole('button', { name: 'Next' }).click()

test('no code stops a phone’s uploads: one with nothing in it, one that is cut, and one that an older program kept', {
  ...browserTest,
  timeout: 90_000,
}, async () => {
  const { barcode } = await ground.ticket(1)
  const cancelled = await ground.ticket(1)
  const { deviceId, page, context, complaints } = await phoneAtGate('North 1')
  await keptForOffline(page)
  await context.setOffline(true)
  await page.getByText('Offline', { exact: true }).waitFor()
  await holdUp(page, '\n')
  await answered(page, 'unknown')
  await page.getByText('Unknown code').waitFor()
  await goOn(page)
  const cut = `${'x'.repeat(511)}🎫 and more`
  await holdUp(page, cut)
  await answered(page, 'unknown')
  await holdUp(page)
  await goOn(page)
  await typeCodes(page, [barcode])
  await answered(page, 'admitted')
  await page.getByText('2 to upload').waitFor()
  // As a program of before would have kept it.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        indexedDB.open('scan').onsuccess = ({ target }) => {
          const shelf = (target as IDBOpenDBRequest).result.transaction('scans', 'readwrite').objectStore('scans')
          shelf.getAll().onsuccess = (event) => {
            const [first] = (event.target as IDBRequest<object[]>).result
            shelf.put({ ...first, nonce: 'poison', barcode: '' }).onsuccess = () => resolve()
          }
        }
      }),
  )
  await page.reload()
  await page.getByText('3 to upload').waitFor()
  await sql`
    update tickets
    set ticket_status_id = 2, changed_at = now()
    where org_id = ${club.orgId}
      and ticket_id = ${cancelled.ticketId}`
  await context.setOffline(false)
  await page.getByText('All uploaded').waitFor()
  await page.getByText('1 not accepted').waitFor()
  const logged = await loggedOf(deviceId)
  assert.deepEqual(logged.map(({ result }) => result).toSorted(), ['admitted', 'unknown'])
  assert.equal(logged.find(({ result }) => result === 'unknown')?.barcode, 'x'.repeat(511))
  await page.getByRole('button', { name: 'Last ten' }).click()
  await page
    .getByRole('dialog')
    .getByText(/barcode\]? must not be empty/)
    .waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()

  // What is new came all the same.
  await context.setOffline(true)
  await page.getByText('Offline', { exact: true }).waitFor()
  await typeCodes(page, [cancelled.barcode])
  await answered(page, 'cancelled')
  await context.setOffline(false)

  const staff = await addStaff(server, club, { role: 'gates' })
  const { page: board, context: desk } = await visit(origin, { viewport: { width: 820, height: 1180 } })
  await desk.addCookies([{ name: 'gs', value: staff.token, url: origin }])
  await board.goto(`${origin}/scan/#supervisor`)
  await board.getByText(/1 refused by the service/).waitFor()
  assert.deepEqual(complaints, [])
  for (const each of [context, desk]) await each.close()
})

test(
  'a code that changes while it is in view is one code, and two in turn are answered once each',
  browserTest,
  async () => {
    const { deviceId, page, context } = await phoneAtGate('North 2', { eventTitle: MATCH })
    await holdUp(page, await codeOf(0))
    await answered(page, 'admitted')
    await holdUp(page, await codeOf(0, 1))
    for (let turn = 0; turn < 6; turn += 1) await holdUp(page, await codeOf(turn % 2, turn % 3 === 0 ? 1 : 0))
    await holdUp(page, 'the end')
    await answered(page, 'unknown')
    await page.getByText('All uploaded').waitFor()
    const results = (await loggedOf(deviceId)).map(({ result }) => result)
    assert.deepEqual(results, ['admitted', 'admitted', 'unknown'])
    await context.close()
  },
)

test(
  'after a picture of a ticket its live code is answered, before the camera and by a reader',
  browserTest,
  async () => {
    const { deviceId, page, context } = await phoneAtGate('North 5', { eventTitle: MATCH })
    const pictureOf = (index: number) => tickets[index]?.barcode ?? ''
    await holdUp(page, pictureOf(3))
    await answered(page, 'stale_code')
    await holdUp(page, await codeOf(3))
    await answered(page, 'admitted')
    await holdUp(page)
    await typeCodes(page, [pictureOf(4)])
    await answered(page, 'stale_code')
    await typeCodes(page, [await codeOf(4)])
    await answered(page, 'admitted')
    // A code of minutes ago, and the one of now.
    await typeCodes(page, [await codeOf(5, -20)])
    await answered(page, 'stale_code')
    await typeCodes(page, [await codeOf(5)])
    await answered(page, 'admitted')
    await page.getByText('All uploaded').waitFor()
    const results = (await loggedOf(deviceId)).map(({ result }) => result)
    assert.deepEqual(results, Array.from({ length: 3 }, () => ['stale_code', 'admitted']).flat())
    await context.close()
  },
)

test(
  'a phone whose clock is wrong reads codes that change also after it was started anew without a network',
  browserTest,
  async () => {
    const { page, context } = await phoneAtGate('North 3', { eventTitle: MATCH, aheadMs: 600_000 })
    await keptForOffline(page)
    await context.setOffline(true)
    await page.reload()
    await page.getByText('Offline', { exact: true }).waitFor()
    await typeCodes(page, [await codeOf(2)])
    await answered(page, 'admitted')
    await context.close()
  },
)

test('on a slow network a phone answers within a second, then at once, tells the service afterwards, and asks it again when it is quick', {
  ...browserTest,
  timeout: 90_000,
}, async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => ground.ticket(1)))
  const [first, ...others] = people.map(({ barcode }) => barcode)
  const { deviceId, page, context } = await phoneAtGate('North 4')
  const network = await context.newCDPSession(page)
  const setLatency = (latency: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
  await page.getByText('All uploaded').waitFor()
  await setLatency(2_000)
  for (const barcode of [first ?? '', ...others.slice(0, 2)]) {
    await typeCodes(page, [barcode])
    await page.getByText('Decided by this phone').waitFor()
    await page.locator('[data-result]').waitFor({ state: 'hidden' })
  }
  await page.getByText('Slow network').waitFor()
  await typeCodes(page, others.slice(2, 3))
  await answered(page, 'admitted')
  await setLatency(0)
  await page.getByText('Online', { exact: true }).waitFor()
  await page.getByText('All uploaded').waitFor()
  await typeCodes(page, others.slice(3))
  await answered(page, 'admitted')
  await page.getByText('All uploaded').waitFor()
  // What stood there may still be of the scan before.
  while ((await loggedOf(deviceId)).length < people.length);
  const logged = await loggedOf(deviceId)
  assert.deepEqual(logged.map(({ barcode }) => barcode).toSorted(), people.map(({ barcode }) => barcode).toSorted())
  const conflicts = await server.call('GET', `/v1/manage/scan_conflicts?event_id=${ground.eventId}`, { key: club.key })
  assert.deepEqual(conflicts.body.data, [])
  await context.close()
})
