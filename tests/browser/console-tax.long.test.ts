import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addOffer } from '../builders/prices.ts'
import { browserTest } from './browser.ts'
import { openShopServer } from './shop-server.ts'
import { openDesk } from './staff-desk.ts'

const server = await openShopServer()
const { club } = server
const { staffAt, manage } = openDesk(server)
const offer = await addOffer(server, club)
await manage('PATCH', `events/${offer.eventId}`, { title: 'Round 1' })

test('a tax rate is made, and a change by law is written down before it comes', browserTest, async () => {
  const manager = await staffAt('settings/tax', 'Tax')
  const { page, look } = manager
  await page.getByRole('button', { name: 'New tax rate' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('VAT')
  await dialog.getByLabel('Kind').selectOption('Reduced')
  await dialog.getByLabel('Percent').fill('7')
  await dialog.getByLabel('Service and transaction fees').check()
  await look()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('cell', { name: '7 %' }).waitFor()
  await page.getByRole('button', { name: 'Change VAT' }).click()
  await dialog.getByLabel('Percent').nth(1).fill('9')
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

test('a price is given a rate in its dialog', browserTest, async () => {
  const manager = await staffAt(`events/${offer.eventId}`, 'Round 1')
  const { page, look } = manager
  await page.getByRole('button', { name: /Change.*Adult/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Tax rate').selectOption({ index: 1 })
  await look()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').waitFor()
  const { body } = await manage('GET', `prices/${offer.priceId}`)
  assert.notEqual(body.tax_rate_id, null)
  await manager.close()
})

test('Money has a page of tax by rate', browserTest, async () => {
  const manager = await staffAt('money?tab=tax', 'Money')
  const { page, look } = manager
  await page.getByText('No taxed sales').waitFor()
  await look()
  await manager.close()
})
