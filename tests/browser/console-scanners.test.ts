import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGround } from '../builders/grounds.ts'
import { addStaff } from '../builders/staff.ts'
import { axe, browserTest, thereAre, visit } from './browser.ts'
import { pictureScreen } from './scan-pictures.ts'
import { newDevice } from './scanner.ts'
import { openShopServer } from './shop-server.ts'

const server = await openShopServer()
const { origin, club, sql } = server
await openGround(server, club)

test('scanners in trouble come first, are searched, and many are set up from one sheet of codes', {
  ...browserTest,
  timeout: 60_000,
}, async () => {
  for (const name of ['Alpha 1', 'Zulu 1']) await newDevice(server, club, name)
  const { deviceId } = await newDevice(server, club, 'Zulu 2')
  await sql`
    update devices
    set reported_at = now(), battery_percent = 3
    where org_id = ${club.orgId}
      and device_id = ${deviceId}`
  const staff = await addStaff(server, club, { role: 'gates' })
  const { page, context, complaints } = await visit(origin, { viewport: { width: 820, height: 1180 } })
  await context.addCookies([{ name: 'gs', value: staff.token, url: origin }])
  await page.goto(`${origin}/console/gates?tab=devices`)
  const rows = page.getByRole('table', { name: 'Scanners' }).getByRole('row')
  await rows.nth(1).getByRole('strong').getByText('Zulu 2').waitFor()
  const findings = await axe(page)
  await pictureScreen(page, 'console-scanners')
  await page.getByLabel('Search scanners').fill('zulu')
  await thereAre(3, rows)

  await page.getByRole('button', { name: 'Add many' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Names begin with').fill('East')
  await dialog.getByLabel('How many scanners').fill('3')
  await dialog.getByRole('button', { name: 'Create codes' }).click()
  await page.getByRole('heading', { name: 'Sheet of codes' }).waitFor()
  await page.getByRole('img', { name: /^Code of East 3/ }).waitFor()
  findings.push(...(await axe(page)))
  await pictureScreen(page, 'console-codes')
  await page.getByRole('button', { name: 'Scanner set up' }).click()
  await page.getByLabel('Search scanners').fill('east')
  await thereAre(4, rows)
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})
