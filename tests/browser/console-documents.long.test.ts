import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueDocuments } from '../../server/papers/documents/issue-documents.ts'
import { organisationClock } from '../../server/platform/values/clock.ts'
import { checkVatIds } from '../../server/tickets/vat-checks/check-vat-ids.ts'
import { anna, issueDocumentsOf, werft } from '../builders/documents.ts'
import { addMember } from '../builders/members.ts'
import { addOffer } from '../builders/prices.ts'
import { offerTransfers } from '../builders/transfers.ts'
import { axe, browserTest } from './browser.ts'
import { openCounter, openDrawer } from './counter.ts'
import { openShopServer } from './shop-server.ts'
import { openDesk } from './staff-desk.ts'

const server = await openShopServer()
const { club, sql } = server
/** The server of the pages has no other. */
const systemClock = () => new Date()
const { staffAt, manage, sell: sellTo } = openDesk(server)
const offer = await addOffer(server, club)

const sell = async (): Promise<number> => {
  const sale = { items: [{ price_id: offer.priceId, quantity: 1 }], payment_method: 'cash' }
  return (await manage('POST', 'orders', sale)).body.order_id
}

test('a club says who it is, and a sale becomes an invoice that staff hand out', browserTest, async () => {
  const staff = await staffAt('settings/documents', 'Invoices')
  const { page, look } = staff
  await page.getByLabel('Street and number').fill('Stadionweg 1')
  await page.getByLabel('City').fill('Bremen')
  await page.getByLabel('Country').selectOption('Germany')
  await page.getByLabel('VAT number').fill('12345')
  await page.getByLabel('Time to enter invoice details').fill('0')
  await page.getByLabel('Issue documents').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('VAT number with the letters').waitFor()
  await look()
  await page.getByLabel('VAT number').fill('DE 123 456 789')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Documents are issued for sales since').waitFor()
  assert.equal((await manage('GET', 'document_settings')).body.vat_id, 'DE123456789')
  const orderId = await sell()
  await page.goto(`${new URL(page.url()).origin}/console/orders/${orderId}`)
  await page.getByText('Not issued yet').waitFor()
  await page.getByRole('button', { name: 'Recipient' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Anna Schmidt')
  await dialog.getByLabel('Company').fill('Werft GmbH')
  await dialog.getByLabel('Street and number').fill('Am Kai 5')
  await dialog.getByLabel('City').fill('Hamburg')
  await look()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await issueDocuments({ sql, clock: organisationClock(systemClock), systemClock })
  await page.reload()
  await page.getByRole('cell', { name: 'INV-00001', exact: true }).waitFor()
  await look()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'E-invoice INV-00001' }).click(),
  ])
  assert.equal(file.suggestedFilename(), 'INV-00001.xml')
  await page.goto(`${new URL(page.url()).origin}/console/open-items/documents`)
  await page.getByRole('cell', { name: 'Werft GmbH' }).waitFor()
  await look()
  await staff.close()
})

test('a clerk has an invoice made of what was just sold at the counter', browserTest, async () => {
  await issueDocumentsOf(server, club, { recipient_hours: 24 })
  const { page, context, complaints } = await openCounter(server).atCounter(offer.eventId)
  const findings: string[] = []
  await page.getByRole('button', { name: /Choose tickets first/ }).waitFor()
  await openDrawer(page, 'Window 1', '100')
  for (const key of ['1', 'c']) await page.keyboard.press(key)
  await page.keyboard.type('50')
  await page.keyboard.press('Enter')
  const sold = page.getByLabel('Sold')
  await sold.getByRole('button', { name: 'Invoice with an address' }).waitFor()
  findings.push(...(await axe(page)))
  await page.keyboard.press('i')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Anna Schmidt')
  await dialog.getByLabel('Company').fill('Werft GmbH')
  await dialog.getByLabel('Street and number').fill('Am Kai 5')
  await dialog.getByLabel('City').fill('Hamburg')
  findings.push(...(await axe(page)))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await sold.getByText('Invoice for Werft GmbH').waitFor()
  findings.push(...(await axe(page)))
  await page.keyboard.press('i')
  await dialog.getByLabel('Company').fill('Werft & Co. KG')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await sold.getByText('Invoice for Werft & Co. KG').waitFor()
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})

test('new numbers are begun, and letters that were used are refused where they stand', browserTest, async () => {
  const staff = await staffAt('settings/documents', 'Invoices')
  const { page } = staff
  const dialog = page.getByRole('dialog')
  const begin = async (letters: string) => {
    await page.getByRole('button', { name: 'Begin new number range' }).click()
    await dialog.getByLabel('Prefix').fill(letters)
    await dialog.getByRole('button', { name: 'Begin' }).click()
  }
  await begin('2027-')
  await page.getByRole('cell', { name: '2027-' }).waitFor()
  await begin('2027-')
  await dialog.getByText('A series has these letters already').waitFor()
  await staff.close()
})

test('what is owed has its pro-forma invoice and its reminders as files', browserTest, async () => {
  await issueDocumentsOf(server, club, { recipient_hours: 24 })
  await offerTransfers(server, club)
  const { order_id: orderId } = await sellTo(offer.priceId, 'invoice', 'Uma', { document_recipient: anna })
  const staff = await staffAt(`orders/${orderId}`, /Uma Okafor/)
  const { page, look, go } = staff
  const saved = async (button: string) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button, exact: true }).click(),
    ])
    return file.suggestedFilename()
  }
  assert.equal(await saved('Pro-forma invoice'), `Pro-forma invoice ${orderId}.pdf`)
  await look()
  const debtId: number = (await manage('GET', `debts?order_id=${orderId}`)).body.data[0].debt_id
  await go(`open-items/${debtId}`, /Uma Okafor/)
  await page.getByRole('heading', { name: 'Reminders' }).waitFor({ state: 'hidden' })
  const remind = async () => assert.equal((await manage('POST', `debts/${debtId}/remind`, {})).status, 200)
  await remind()
  await remind()
  await page.reload()
  await page.getByRole('heading', { name: 'Reminders' }).waitFor()
  await look()
  assert.equal(await saved('Letter 2'), `Reminder 2 ${debtId}.pdf`)
  await staff.close()
})

test(
  'staff read what the EU’s service says of a VAT number, ask again, and are told on Today',
  browserTest,
  async () => {
    await issueDocumentsOf(server, club, { recipient_hours: 24 })
    const check = () => checkVatIds({ sql, askService: undefined, clock: organisationClock(systemClock), systemClock })
    const { order_id: orderId } = await sellTo(offer.priceId, 'cash', 'Vera', {
      document_recipient: { ...werft, vat_id: 'DE111111111' },
    })
    const staff = await staffAt(`orders/${orderId}`, /Vera/)
    const { page, look } = staff
    await page.getByText('VAT number not checked yet').waitFor()
    await look()
    await check()
    await page.reload()
    await page.getByText('does not know this VAT number').waitFor()
    await look()
    await page.goto(`${new URL(page.url()).origin}/console`)
    await page.getByText('invoice with an invalid VAT number').waitFor()
    await page.goto(`${new URL(page.url()).origin}/console/orders/${orderId}`)
    await page.getByRole('button', { name: 'Recipient' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('does not know this VAT number').waitFor()
    await look()
    await dialog.getByLabel('VAT number').fill('DE 222 222 222')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('VAT number not checked yet').waitFor()
    await check()
    await page.reload()
    await page.getByText('The register of that country does not answer').waitFor()
    await look()
    await manage('PUT', `orders/${orderId}/document_recipient`, { ...werft, vat_id: 'DE333333333' })
    await check()
    await page.reload()
    await page.getByText('Sandbox DE333333333, Sandbox 1, DE').waitFor()
    await look()
    await page.getByRole('button', { name: 'Check again' }).click()
    await page.getByText('Checked within a minute').waitFor()
    await staff.close()
  },
)

test('an address that was noted of a customer is where an invoice’s form begins', browserTest, async () => {
  await issueDocumentsOf(server, club, { recipient_hours: 24 })
  const { order_id: orderId, user_id: userId } = await sellTo(offer.priceId, 'cash', 'Henriette')
  const staff = await staffAt(`customers/${userId}`, /Henriette/)
  const { page, look, go } = staff
  await page.getByRole('button', { name: 'Change address' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Address', { exact: true }).fill('Am Kai 7')
  await form.getByLabel('Town or suburb').fill('Hamburg')
  await form.getByLabel('Country').selectOption('Denmark')
  await look()
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Am Kai 7, Hamburg').waitFor()
  await look()
  const { body } = await server.call('GET', `/v1/customers?user_id=${userId}`, { key: club.key })
  assert.deepEqual([body.data[0].address, body.data[0].country_id], ['Am Kai 7', 208])
  await go(`orders/${orderId}`, /Henriette/)
  await page.getByRole('button', { name: 'Recipient' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').waitFor()
  assert.equal(await dialog.getByLabel('Street and number').inputValue(), 'Am Kai 7')
  assert.equal(await dialog.getByLabel('City').inputValue(), 'Hamburg')
  assert.equal(await dialog.getByLabel('Country').inputValue(), 'DK')
  await staff.close()
})

test(
  'a member’s card goes to the address that was filled in, with its country where that is abroad',
  browserTest,
  async () => {
    const memberId = await addMember(server, club, { first_name: 'Uma', last_name: 'Post', suburb: 'Kiel' })
    const staff = await staffAt(`members/${memberId}`, /Uma Post/)
    const { page, look } = staff
    await page.getByText('No address').waitFor()
    await page.getByRole('button', { name: /^Change …/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Address', { exact: true }).fill('Förde 3')
    await dialog.getByLabel('Country').selectOption('Japan')
    await look()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Sent to Förde 3, Kiel, Japan').waitFor()
    await look()
    await staff.close()
  },
)
