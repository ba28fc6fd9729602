import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openGround } from '../builders/grounds.ts'
import { axe, browserTest, visit } from './browser.ts'
import { answered, newDevice, setUp, typeCodes } from './scanner.ts'
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

/** The answer to somebody who was let in goes by itself. */
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
  const online = await loggedOf(deviceId)
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

  await context.setOffline(true)
  await page.getByText('Offline', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Search' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Name, order/).fill('zoe')
  await dialog.getByText('Name hidden').waitFor()
  assert.equal(await dialog.getByRole('button', { name: /^Let in/ }).count(), 0)
  await dialog.getByRole('button', { name: 'Show names' }).click()
  await dialog.getByText('Zoë Ng', { exact: true }).waitFor()
  findings.push(...(await axe(page)))
  await dialog.getByRole('button', { name: /^Let in Zoë Ng/ }).click()
  await page.getByText('1 of 3').waitFor()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Search' }).click()
  await dialog.getByLabel(/^Name, order/).fill(String(friends.orderId))
  // A ticket of somebody else may have the number of the order, and is not let in with it.
  await dialog.getByText(`Order ${friends.orderId} · Inside`).waitFor()
  await dialog.getByRole('button', { name: 'Let in all 2' }).click()
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
