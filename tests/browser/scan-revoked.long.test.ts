import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashPassword } from '../../server/people/staff/passwords.ts'
import { openGround } from '../builders/grounds.ts'
import { addStaff } from '../builders/staff.ts'
import { axe, browserTest, phone, visit } from './browser.ts'
import { answered, blockCamera, keptForOffline, keptOf, newDevice, setUp, typeCodes } from './scanner.ts'
import { openShopServer } from './shop-server.ts'

const server = await openShopServer()
const { origin, club, sql } = server
const ground = await openGround(server, club)
const gate = 'North gate'
await server.call('PATCH', `/v1/manage/gates/${ground.gates[0]}`, { key: club.key, body: { name: gate } })

const loggedOf = (deviceId: number) => sql<{ result: string; barcode: string }[]>`
  select result, barcode
  from scans
  where org_id = ${club.orgId}
    and device_id = ${deviceId}
  order by scan_id`

test('a revoked phone forgets all it knows, seals what it could not upload, and the service takes it', {
  ...browserTest,
  timeout: 90_000,
}, async () => {
  const tickets = [await ground.ticket(), await ground.ticket()]
  const { deviceId, code } = await newDevice(server, club, 'North 1')
  const { page, context, complaints } = await visit(origin, phone, /^(http:\/\/127\.0\.0\.1)/)
  await blockCamera(context)
  await setUp(page, origin, code, gate)
  await keptForOffline(page)
  await context.setOffline(true)
  await page.getByText('Offline', { exact: true }).waitFor()
  for (const { barcode } of tickets) {
    await typeCodes(page, [barcode])
    await answered(page, 'admitted')
    await page.getByRole('button', { name: 'Next' }).click()
  }
  await page.getByText('2 to upload').waitFor()
  const key = /"key":"(gs_gk_[^"]+)"/.exec(await keptOf(page))?.[1] ?? assert.fail('the phone has no key')
  await server.call('POST', `/v1/manage/devices/${deviceId}/revoke`, { key: club.key, body: {} })
  // For some seconds the service trusts what it has read of a key.
  while ((await server.call('GET', '/v1/gate/device', { key })).status === 200);
  const isSealing = (url: URL) => url.pathname === '/v1/gate/scans/sealed'
  await context.route(isSealing, (route) => route.abort())
  await context.setOffline(false)
  await page.getByText('This phone was taken off the gates').waitFor()
  await page.getByText('2 scans are not uploaded yet. They are encrypted on this phone').waitFor()
  const findings = await axe(page)
  const stored = await keptOf(page)
  for (const known of ['gs_gk_', 'Ada Okafor', ...tickets.map(({ barcode }) => barcode)])
    assert.equal(stored.includes(known), false, known)
  assert.equal((await loggedOf(deviceId)).length, 0)

  // Through a reload, and as soon as the service can be reached.
  await page.reload()
  await page.getByText('2 scans are not uploaded yet').waitFor()
  await context.unroute(isSealing)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.getByText('2 remaining scans were uploaded').waitFor()
  findings.push(...(await axe(page)))
  assert.deepEqual(
    [...(await loggedOf(deviceId))],
    tickets.map(({ barcode }) => ({ result: 'admitted', barcode })),
  )
  assert.equal((await keptOf(page)).includes('sealed'), false)
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})

test('a supervisor who signs in on a steward’s phone opens the scanner’s page, and the console asks who is there', {
  ...browserTest,
  timeout: 60_000,
}, async () => {
  const password = 'nine green elephants'
  const { email } = await addStaff(server, club, { role: 'owner', passwordHash: await hashPassword(password) })
  const { page, context } = await visit(origin, phone)
  await page.goto(`${origin}/scan/#supervisor`)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Event').waitFor()
  await page.getByRole('heading', { name: 'Conflicts to settle' }).waitFor()
  await page.goto(`${origin}/console/`)
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await page.goto(`${origin}/scan/#supervisor`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await context.close()
})
