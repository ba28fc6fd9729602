import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addOffer } from '../builders/prices.ts'
import { axe, browserTest } from './browser.ts'
import { openCounter, openDrawer, total } from './counter.ts'
import { openShopServer } from './shop-server.ts'

const patient = { ...browserTest, timeout: 180_000 }
const server = await openShopServer()
const { club } = server
const { atCounter } = openCounter(server)

test(
  'a drawer that lacks cash is closed with a reason, and the close is found again by its number',
  patient,
  async () => {
    const offer = await addOffer(server, club, { capacity: 50 })
    const { page, context, complaints } = await atCounter(offer.eventId)
    const findings: string[] = []
    await openDrawer(page, 'Window 7', '100')
    await page.keyboard.press('1')
    await total(page, '$27.20')
    await page.keyboard.press('Enter')
    await page.getByLabel('Sold').waitFor()
    await page.getByRole('link', { name: 'Till: Window 7' }).click()
    await page.getByRole('button', { name: 'Count and close …' }).click()
    await page.getByLabel('$100.00').fill('1')
    await page.getByLabel('$20.00').fill('1')
    await page.getByLabel('$5.00').fill('1')
    await page.getByLabel('$2.00').fill('1')
    await page.getByRole('button', { name: 'Close till' }).click()
    await page.getByText('Less than expected. Count again, or enter the reason: -$0.20').waitFor()
    findings.push(...(await axe(page)))
    await page.getByLabel('Reason').fill('Twenty cents fell under the counter.')
    await page.getByRole('button', { name: 'Close till' }).click()
    await page.getByRole('link', { name: 'View the closing report' }).click()
    await page.getByRole('heading', { level: 1, name: 'Window 7: closing report 1' }).waitFor()
    await page.getByText('Twenty cents fell under the counter.').waitFor()
    await page.getByText('1 to 1').waitFor()
    findings.push(...(await axe(page)))
    await page.getByRole('link', { name: 'Closing reports', exact: true }).click()
    await page.getByRole('row', { name: /Window 7.*-\$0\.20/ }).waitFor()
    findings.push(...(await axe(page)))
    assert.deepEqual([findings, complaints], [[], []])
    await context.close()
  },
)

test(
  'where the least coin is five cents the slip says what is paid in cash, and the change is of that',
  patient,
  async () => {
    const whole = { service_fee_minor: 0, service_tax_minor: 0, rebate_minor: 0 }
    const offer = await addOffer(server, club, { capacity: 50, price: { ...whole, price_minor: 1018 } })
    await server.call('PATCH', '/v1/manage/organisation', { key: club.key, body: { cash_rounding: 0.05 } })
    const { page, context, complaints } = await atCounter(offer.eventId)
    await openDrawer(page, 'Window 8', '0')
    await page.keyboard.press('1')
    await total(page, '$10.18')
    await page.getByLabel('In cash').getByText('$10.20').waitFor()
    const findings = await axe(page)
    await page.keyboard.press('c')
    await page.keyboard.type('20')
    await page.getByText('Change $9.80').waitFor()
    await page.keyboard.press('Enter')
    await page.getByLabel('Sold').getByText('$10.20').waitFor()
    await page.getByLabel('Sold').getByText('$9.80').waitFor()
    findings.push(...(await axe(page)))
    await server.call('PATCH', '/v1/manage/organisation', { key: club.key, body: { cash_rounding: null } })
    assert.deepEqual([findings, complaints], [[], []])
    await context.close()
  },
)

test('a sale in cash shows its receipt with what the device has signed, or that it was out', patient, async () => {
  await server.sql`
    update organisations
    set mode = 'test'
    where org_id = ${club.orgId}`
  const sign = (simulated_outage: boolean) =>
    server.call('PUT', '/v1/manage/fiscal_settings', { key: club.key, body: { kind: 'tse', simulated_outage } })
  assert.equal((await sign(false)).status, 200)
  const offer = await addOffer(server, club, { capacity: 50 })
  const { page, context, complaints } = await atCounter(offer.eventId)
  await openDrawer(page, 'Window 9', '0')
  await page.keyboard.press('1')
  await total(page, '$27.20')
  await page.keyboard.press('Enter')
  const sold = page.getByLabel('Sold')
  await sold.getByText('Window 9, number 1').waitFor()
  await sold.getByText(/SIMULATED-TSE/).waitFor()
  await sold.getByRole('img', { name: 'Receipt code' }).waitFor()
  const findings = await axe(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Print receipt' }).click(),
  ])
  assert.equal(file.suggestedFilename(), 'receipt-1.pdf')
  await sign(true)
  await page.keyboard.press('n')
  await page.keyboard.press('1')
  await total(page, '$27.20')
  await page.keyboard.press('Enter')
  await sold.getByText('Sicherungseinrichtung ausgefallen').waitFor()
  findings.push(...(await axe(page)))
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})
