import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserTest } from './browser.ts'
import { openShopServer } from './shop-server.ts'
import { openDesk } from './staff-desk.ts'

const server = await openShopServer()
const { staffAt, manage } = openDesk(server)

test('a tax rate is made, and a change by law is written down before it comes', browserTest, async () => {
  const manager = await staffAt('settings/tax', 'Tax')
  const { page, look } = manager
  await page.getByRole('button', { name: 'New tax rate' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('VAT')
  await dialog.getByLabel('Kind').selectOption('Reduced')
  await dialog.getByLabel('Per cent').fill('7')
  await dialog.getByLabel('Service and transaction fees').check()
  await look()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('cell', { name: '7 %' }).waitFor()
  await page.getByRole('button', { name: 'Change VAT' }).click()
  await dialog.getByLabel('Per cent').nth(1).fill('9')
  await dialog.getByLabel('From').nth(1).fill('2031-01-01')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('cell', { name: '9 % from' }).waitFor()
  await look()
  const { body } = await manage('GET', 'tax_rates')
  assert.deepEqual(body.data[0].percentages, [
    { valid_from: '2000-01-01', percentage: 7 },
    { valid_from: '2031-01-01', percentage: 9 },
  ])
  assert.deepEqual([body.data[0].kind, body.data[0].on_fees], ['reduced', true])
  await manager.close()
})
