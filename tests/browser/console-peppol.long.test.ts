import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { issueDocuments } from '../../server/papers/documents/issue-documents.ts'
import { deliverDocuments } from '../../server/papers/peppol/deliver-documents.ts'
import { simulatedReceivers } from '../../server/papers/peppol/simulated-access-point.ts'
import { createOutbound } from '../../server/platform/outbound/outbound.ts'
import { organisationClock } from '../../server/platform/values/clock.ts'
import { anna, issueDocumentsOf } from '../builders/documents.ts'
import { norwegian, VERFT } from '../builders/peppol.ts'
import { addOffer } from '../builders/prices.ts'
import { testSeal } from '../harness/house.ts'
import { browserTest, phone } from './browser.ts'
import { openShopServer } from './shop-server.ts'
import { openDesk } from './staff-desk.ts'

const server = await openShopServer()
const { club, sql } = server
/** The server of the pages has no other. */
const systemClock = () => new Date()
const clocks = { clock: organisationClock(systemClock), systemClock }
const outbound = createOutbound()
after(() => outbound.close())
const { staffAt, manage, sell: sellTo } = openDesk(server)
const offer = await addOffer(server, club)

const issueAndDeliver = async () => {
  await issueDocuments({ sql, ...clocks })
  await deliverDocuments({ sql, seal: testSeal, outbound, ...clocks })
}

test(
  'a club turns Peppol on, an invoice is refused, and staff send it again to the right id',
  browserTest,
  async () => {
    await issueDocumentsOf(server, club, { ...norwegian, vat_id: null })
    const staff = await staffAt('settings/documents', 'Invoices')
    const { page, look, go } = staff
    await page.getByLabel('Peppol ID of the club').fill('0192:991825828')
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('Not a valid Peppol ID').waitFor()
    await look()
    await page.getByLabel('Peppol ID of the club').fill('0192:991 825 827')
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('button', { name: 'Test the connection' }).click()
    await page.getByText('Your provider answers and accepts the key.').waitFor()
    await look()
    const recipient = { ...anna, peppol_id: simulatedReceivers.isNotRegistered }
    const { order_id: orderId } = await sellTo(offer.priceId, 'cash', 'Uma', { document_recipient: recipient })
    await issueAndDeliver()
    await go('', 'Today')
    await page.getByText('undelivered e-invoice').waitFor()
    await page.getByText('buyer not registered with Peppol').waitFor()
    await look()
    await go('open-items/documents', 'Invoices and receipts')
    await page.getByRole('cell', { name: 'not delivered' }).waitFor()
    await look()
    await go(`orders/${orderId}`, /Uma Okafor/)
    await page.getByText('The buyer is not registered with Peppol').waitFor()
    await look()
    await page.getByRole('button', { name: /^Send again INV-/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Peppol ID of the buyer').fill(VERFT)
    await look()
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('queued', { exact: true }).waitFor()
    await issueAndDeliver()
    await page.reload()
    await page.getByText('sent', { exact: true }).waitFor()
    await page.getByRole('button', { name: /^Send again INV-/ }).waitFor({ state: 'detached' })
    const { body } = await manage('GET', `documents?order_id=${orderId}`)
    assert.equal(body.data[0].delivery.peppol_id, VERFT)
    const onPhone = await staffAt(`orders/${orderId}`, /Uma Okafor/, { role: 'finance' }, phone)
    await onPhone.page.getByText('sent', { exact: true }).waitFor()
    await onPhone.look()
    await onPhone.go('settings/documents', 'Invoices')
    await onPhone.page.getByLabel('Peppol access').selectOption('Through a provider')
    await onPhone.page.getByLabel('Key from your provider').waitFor()
    await onPhone.look()
    await onPhone.close()
    await go('settings/documents', 'Invoices')
    await page.getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('button', { name: 'Turn on' }).waitFor()
    await staff.close()
  },
)
