import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openGround } from '../builders/grounds.ts'
import { addStaff } from '../builders/staff.ts'
import { axe, browserTest, phone, thereAre, visit } from './browser.ts'
import { pictureScreen } from './scan-pictures.ts'
import { answered, blockCamera, keptForOffline, newDevice, setUp, typeCodes } from './scanner.ts'
import { openShopServer } from './shop-server.ts'

const server = await openShopServer()
const { origin, club, sql } = server
const ground = await openGround(server, club)
const [gate, otherGate] = ['North gate', 'South gate']
for (const [index, name] of [gate, otherGate].entries())
  await server.call('PATCH', `/v1/manage/gates/${ground.gates[index]}`, { key: club.key, body: { name } })

/** A phone at its gate, whose clock and whose disk a test can change. */
async function phoneAtGate(name: string, at = gate) {
  const { deviceId, code } = await newDevice(server, club, name)
  const { page, context, complaints } = await visit(origin, phone)
  await blockCamera(context)
  await context.addInitScript(() => {
    const [now, put] = [Date.now, IDBObjectStore.prototype.put]
    const phoneState = { aheadMs: Number(sessionStorage.getItem('aheadMs') ?? 0), isFull: false, percent: 3 }
    Object.assign(globalThis, { phoneState })
    Date.now = () => now() + phoneState.aheadMs
    IDBObjectStore.prototype.put = function (...args) {
      if (phoneState.isFull) throw new DOMException('the disk is full', 'QuotaExceededError')
      return put.apply(this, args)
    }
    navigator.storage.estimate = async () => ({ usage: phoneState.percent, quota: 100 })
  })
  await setUp(page, origin, code, at)
  return { deviceId, page, context, complaints }
}

type PhoneState = { aheadMs: number; isFull: boolean; percent: number }
const setPhone = (page: Page, phoneState: Partial<PhoneState>) =>
  page.evaluate((next) => {
    Object.assign((globalThis as unknown as { phoneState: PhoneState }).phoneState, next)
    if (next.aheadMs !== undefined) sessionStorage.setItem('aheadMs', String(next.aheadMs))
  }, phoneState)

test('a full disk, a refusal and a list that cannot be read are as large as an answer, and say what to do', {
  ...browserTest,
  timeout: 90_000,
}, async () => {
  const { barcode } = await ground.ticket(1)
  const { page, context } = await phoneAtGate('North 1')
  await keptForOffline(page)
  await setPhone(page, { isFull: true })
  await typeCodes(page, [barcode])
  await page.getByRole('heading', { name: 'No answer This phone is full' }).waitFor()
  const findings = await axe(page)
  await pictureScreen(page, 'failed')
  await setPhone(page, { isFull: false })
  await page.getByRole('button', { name: 'Next' }).click()
  await typeCodes(page, [barcode])
  await answered(page, 'admitted')
  await page.locator('[data-result]').waitFor({ state: 'hidden' })

  await page.route('**/v1/gate/scans', (route) =>
    route.fulfill({ status: 404, json: { error: { code: 'resource_missing', message: 'gate_id names nothing.' } } }),
  )
  await typeCodes(page, ['somebody’s'])
  await page.getByRole('heading', { name: 'No answer The service refuses this phone' }).waitFor()
  await page.getByText('gate_id names nothing.').waitFor()
  await page.unroute('**/v1/gate/scans')
  await page.getByRole('button', { name: 'Next' }).click()

  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        indexedDB.open('scan').onsuccess = ({ target }) => {
          const shelf = (target as IDBOpenDBRequest).result.transaction('pieces', 'readwrite').objectStore('pieces')
          shelf.openCursor().onsuccess = (event) => {
            const cursor = (event.target as IDBRequest<IDBCursorWithValue | null>).result
            if (cursor) cursor.update('half of a list').onsuccess = () => resolve()
          }
        }
      }),
  )
  await context.setOffline(true)
  await page.reload()
  await page.getByText('Offline', { exact: true }).waitFor()
  await typeCodes(page, [barcode])
  await page.getByRole('heading', { name: 'No answer The list on this phone is broken' }).waitFor()
  await page.getByRole('button', { name: 'Next' }).click()
  await context.setOffline(false)
  await page.getByText(/as of/).waitFor()
  await typeCodes(page, [barcode])
  await answered(page, 'already_used')
  assert.deepEqual(findings, [])
  await context.close()
})

test('a phone whose queue stands still, whose list is old, whose disk is full or whose clock is off is loud, and an alarm on the board', {
  ...browserTest,
  timeout: 120_000,
}, async () => {
  const { barcode } = await ground.ticket(1)
  const stuck = await phoneAtGate('South 1', otherGate)
  const well = await phoneAtGate('North 2')
  await stuck.context.setOffline(true)
  await stuck.page.getByText('Offline', { exact: true }).waitFor()
  await typeCodes(stuck.page, [barcode])
  await answered(stuck.page, 'admitted')
  await stuck.page.locator('[data-result]').waitFor({ state: 'hidden' })
  // Six minutes later, by the phone's clock.
  await setPhone(stuck.page, { aheadMs: 360_000, percent: 95 })
  await stuck.page.getByText('Nothing uploaded for 6 min.').waitFor()
  await stuck.page.getByText(/^The list is of/).waitFor()
  await stuck.page.getByText('This phone is 95 % full').waitFor()
  const findings = await axe(stuck.page)
  await pictureScreen(stuck.page, 'loud')
  await thereAre(0, well.page.getByRole('alert'))
  await stuck.context.setOffline(false)
  await stuck.page.getByText('All uploaded').waitFor()
  await stuck.page.getByText('The clock is off by 360 s').waitFor()

  // One more of which nothing was heard since.
  const silent = await phoneAtGate('South 2', otherGate)
  await silent.context.close()
  await sql`
    update devices
    set reported_at = now() - interval '5 minutes'
    where org_id = ${club.orgId}
      and device_id = ${silent.deviceId}`
  const staff = await addStaff(server, club, { role: 'gates' })
  const { page: board, context: desk } = await visit(origin, { viewport: { width: 820, height: 1180 } })
  await desk.addCookies([{ name: 'gs', value: staff.token, url: origin }])
  await board.goto(`${origin}/scan/#supervisor`)
  const south = board.getByRole('region', { name: otherGate })
  await south.getByText('Wrong clock').waitFor()
  await board.getByRole('button', { name: /^Show (all|1)/ }).click()
  const scanners = board.getByRole('region', { name: /gate$/ }).getByRole('listitem')
  const lines = (await scanners.allInnerTexts()).map((text) => text.split('\n')[0])
  assert.deepEqual(lines.slice(0, 2), ['South 2', 'South 1'])
  assert.ok(lines.indexOf('North 2') >= 2)
  await south.getByText('No word from it').waitFor()
  await thereAre(0, board.getByText('North 2').locator('..').getByRole('strong'))
  findings.push(...(await axe(board)))
  await pictureScreen(board, 'supervisor')
  assert.deepEqual(findings, [])
  for (const each of [stuck.context, well.context, desk]) await each.close()
})
