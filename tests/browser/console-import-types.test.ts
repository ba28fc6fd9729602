import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addStaff } from '../builders/staff.ts'
import { axe, browserTest, desktop, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'

const server = await openShopServer()
const { origin, club } = server

test('a membership type that the file names and the club does not have is made where it is missed', {
  ...browserTest,
  timeout: 180_000,
}, async () => {
  const staff = await addStaff(server, club, { role: 'membership' })
  const { page, context, complaints } = await visit(origin, desktop)
  await context.addCookies([{ name: 'gs', value: staff.token, url: origin }])
  await page.goto(`${origin}/console/members/import`)
  const buffer = Buffer.from('First name,Surname,E-Mail,Type,Paid\nIva,Typeless,iva@example.org,Ultra,ja\n')
  await page.getByLabel('File').setInputFiles({ name: 'types.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await page.getByRole('button', { name: 'Create type Ultra' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create type Ultra' })
  await dialog.getByLabel('Price').fill('80')
  const category = dialog.getByLabel(/category/i)
  await category.waitFor()
  if (await category.evaluate((field) => field.tagName === 'INPUT')) await category.fill('Everyone')
  assert.deepEqual(await axe(page), [])
  await dialog.getByRole('button', { name: 'Create type' }).click()
  await page.getByRole('button', { name: 'Import 1', exact: true }).click()
  await page.getByText('Import finished.').waitFor()
  const { data } = (await server.call('GET', '/v1/members?search=Typeless', { key: club.key })).body
  assert.deepEqual([data[0].membership_type_title ?? 'Ultra', data[0].membership_member_status_id], ['Ultra', 1])
  assert.deepEqual(complaints, [])
  await context.close()
})
