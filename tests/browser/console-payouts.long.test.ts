import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueOperatorInvoices } from '../../server/papers/operator-invoices/issue-operator-invoices.ts'
import { writeCamt } from '../builders/bank-statements.ts'
import { addPaidFee, operator } from '../builders/operator-invoices.ts'
import { addPayout } from '../builders/payouts.ts'
import { addStaff } from '../builders/staff.ts'
import { axe, browserTest, desktop, phone, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'

const story = { ...browserTest, timeout: 180_000 }
const server = await openShopServer()
const { origin, club } = server

test('finance opens a payout, sees what it is made of, and what was not paid out', story, async () => {
  await addPayout(server, club)
  const line = { amountMinor: 2657, currency: 'AUD', bookedOn: '2027-03-17', text: 'GRANDSTAND TEST', name: 'A bank' }
  const file = writeCamt([line, { ...line, amountMinor: 2658, bankReference: 'OTHER' }])
  await server.call('POST', '/v1/manage/bank_statements', { key: club.key, body: { file } })
  const staff = await addStaff(server, club, { role: 'finance' })
  const { page, context, complaints } = await visit(origin, desktop)
  await context.addCookies([{ name: 'gs', value: staff.token, url: origin }])
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
  await page.goto(`${origin}/console/money`)
  await page.getByRole('link', { name: 'Payouts' }).click()
  await heading('Payouts')
  await page.getByRole('row', { name: /matches .*\$26\.57/ }).waitFor()
  const findings = await axe(page)
  await page.getByRole('link', { name: /2027/ }).click()
  await heading(/^Payout of /)
  await page.getByRole('row', { name: /^Payments 1 \$27\.20 \$0\.63 \$26\.57/ }).waitFor()
  await page.getByRole('link', { name: /^Order #/ }).waitFor()
  findings.push(...(await axe(page)))
  await page.getByRole('link', { name: 'statement line' }).click()
  await heading('$26.57 from A bank')
  await page.getByText('The books already contain its payments.').waitFor()
  findings.push(...(await axe(page)))
  await page.getByRole('link', { name: 'Payout of the payment provider' }).click()
  await heading(/^Payout of /)
  await page.getByLabel('Show').selectOption('open')
  await page.getByText('All entries of this payout match the books.').waitFor()
  await page.getByRole('link', { name: 'Payouts' }).first().click()
  await heading('Payouts')
  await page.getByRole('link', { name: 'Payments not paid out' }).click()
  await heading('Payments not paid out')
  await page.getByRole('row', { name: /Order #\d+ .*\$50\.00/ }).waitFor()
  findings.push(...(await axe(page)))
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})

test('finance finds what the service has billed, and keeps it', story, async () => {
  const month = '2026-02'
  await addPaidFee(server, club, { at: `${month}-15T00:00:00Z`, feeMinor: 345 })
  await server.sql.begin((tx) => issueOperatorInvoices(club.orgId, tx, new Date(), operator, month))
  const staff = await addStaff(server, club, { role: 'finance' })
  const { page, context, complaints } = await visit(origin, phone)
  await context.addCookies([{ name: 'gs', value: staff.token, url: origin }])
  await page.goto(`${origin}/console/money/payouts`)
  await page.getByRole('link', { name: 'Invoices for fees' }).click()
  await page.getByRole('heading', { level: 1, name: 'Invoices for fees' }).waitFor()
  await page.getByRole('row', { name: /2026-02 .*\$3\.45/ }).waitFor()
  const findings = await axe(page)
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: /^PDF/ }).click()])
  assert.equal(file.suggestedFilename(), `TS-${club.orgId}-0001.pdf`)
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})
