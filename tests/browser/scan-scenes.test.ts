import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openGround } from '../builders/grounds.ts'
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

/** A phone at its gate, before whose camera a test holds codes. */
async function phoneAtGate(name: string) {
  const { deviceId, code } = await newDevice(server, club, name)
  const { page, context, complaints } = await visit(origin, phone)
  await context.addInitScript(handCamera)
  await setUp(page, origin, code, gate)
  return { deviceId, page, context, complaints }
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
  await page.getByText('Not one of our codes').waitFor()
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
  await page.getByText('1 not taken by the service').waitFor()
  const logged = await loggedOf(deviceId)
  assert.deepEqual(logged.map(({ result }) => result).toSorted(), ['admitted', 'unknown'])
  assert.equal(logged.find(({ result }) => result === 'unknown')?.barcode, 'x'.repeat(511))
  await page.getByRole('button', { name: 'Last ten' }).click()
  await page.getByRole('dialog').getByText('scans[0][barcode] must not be empty').waitFor()
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
