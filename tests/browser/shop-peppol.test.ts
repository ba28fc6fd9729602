import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueDocumentsOf } from '../builders/documents.ts'
import { handToPeppol, VERFT } from '../builders/peppol.ts'
import { addOffer } from '../builders/prices.ts'
import { axe, browserTest } from './browser.ts'
import { openShopServer } from './shop-server.ts'
import { checkoutOf } from './shop-story.ts'

const server = await openShopServer()
const { club } = server
const { priceId } = await addOffer(server, club, { capacity: 100 })
const atCheckout = checkoutOf(server, priceId)
await issueDocumentsOf(server, club, { recipient_hours: 1 })

test('a company says where it takes invoices in Peppol, and a fan is not asked', browserTest, async () => {
  await handToPeppol(server, club)
  const { page, story, context, complaints } = await atCheckout()
  await page.setViewportSize({ width: 320, height: 640 })
  await story.fillIn()
  await page.getByLabel('I need an invoice for a company').check()
  await page.getByLabel('Street and number').fill('Havnegata 5')
  const peppolId = page.getByLabel('Peppol ID')
  await peppolId.waitFor({ state: 'detached' })
  await page.getByRole('textbox', { name: /^Company/ }).fill('Verft AS')
  await page.getByRole('textbox', { name: 'City' }).fill('Bergen')
  await peppolId.fill('0192:974760674')
  await story.pay()
  await page.locator('[aria-invalid="true"]').first().waitFor()
  assert.equal(await page.locator('[aria-invalid="true"]').first().getAttribute('name'), 'to_peppol_id')
  assert.deepEqual([await axe(page), complaints], [[], []])
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
  await peppolId.fill('0192: 974 760 673')
  // What was typed outlives a reload.
  await page.reload()
  await page.getByLabel('Test card').selectOption('pm_test_ok')
  await story.pay()
  await page.waitForURL(/\/orders\/\d+/)
  const orderId = /orders\/(\d+)/.exec(page.url())?.[1]
  const { body } = await server.call('GET', `/v1/manage/orders/${orderId}/document_recipient`, { key: club.key })
  assert.deepEqual([body.company, body.peppol_id], ['Verft AS', VERFT])
  await context.close()
})
