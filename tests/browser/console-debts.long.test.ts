import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { addTransferOwed, debtSecret } from '../builders/debts.ts'
import { addOffer } from '../builders/prices.ts'
import { addStaff } from '../builders/staff.ts'
import { axe, browserTest, desktop, phone, thereAre, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'

/** Several pages, each looked at by axe twice, on a machine that does other things too. */
const story = { ...browserTest, timeout: 180_000 }
const server = await openShopServer()
const { origin, club } = server
const offer = await addOffer(server, club, { capacity: 500 })

async function staffVisit(role: Parameters<typeof addStaff>[2], options: Parameters<typeof visit>[1] = desktop) {
  const staff = await addStaff(server, club, role)
  const visited = await visit(origin, options)
  await visited.context.addCookies([{ name: 'gs', value: staff.token, url: origin }])
  const { page } = visited
  const findings: string[] = []
  const look = async () => {
    findings.push(...(await axe(page)))
    const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    if (isTooWide) findings.push(`${page.url()} is too wide`)
  }
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  return { ...visited, ...staff, findings, look, heading, press }
}

/** Two tickets of $54.40 together. */
async function sell(payment_method: string, first_name: string, priceId = offer.priceId) {
  const customer = { email: `${first_name}@example.org`.toLowerCase(), first_name, last_name: 'Okafor' }
  const body = { items: [{ price_id: priceId, quantity: 2 }], payment_method, customer }
  const sale = await server.call('POST', '/v1/manage/orders', { key: club.key, body })
  assert.equal(sale.status, 201, sale.text)
  return sale.body as { order_id: number; user_id: number }
}

test(
  'an invoice is paid in part, taken back, reminded of, paid from credit, and the rest is written off',
  story,
  async () => {
    const { user_id: userId } = await sell('invoice', 'Ada')
    const { page, context, complaints, findings, look, heading, press, headers } = await staffVisit({ role: 'manager' })
    const opened = await server.call('POST', '/v1/manage/tills', { headers, body: { name: 'Window 1', float: 0 } })
    assert.equal(opened.status, 201, opened.text)
    await page.goto(`${origin}/console/open-items`)
    await heading('Open items')
    await page.getByRole('row', { name: /^Ada Okafor owes the club: Invoice .* open \$54\.40 \$54\.40$/ }).waitFor()
    await look()
    await page.getByLabel('Owed by').selectOption('club')
    await page.getByText('No matches').waitFor()
    await page.getByLabel('Owed by').selectOption('')
    await page.getByRole('link', { name: /^Ada Okafor/ }).press('Enter')
    await heading('Invoice, Ada Okafor')
    await look()

    await press('Record a payment …')
    await page.getByLabel('Method').selectOption('cash')
    await page.getByLabel('Into till Window 1').waitFor()
    await page.getByLabel('Amount in AUD').fill('60')
    await press('Record')
    await page.getByText(/^Only 54\.4 AUD/).waitFor()
    await look()
    await page.getByLabel('Amount in AUD').fill('10')
    await press('Record')
    await page.getByRole('cell', { name: 'Paid in cash' }).waitFor()
    await page.getByText('partly paid').waitFor()
    const till = await server.call('GET', `/v1/manage/tills/${opened.body.till_id}`, { headers })
    assert.equal(till.body.cash, 10)

    await press('Reverse …')
    await page.getByLabel('Reason').fill('Typed for somebody else')
    await look()
    await press('Reverse')
    await page
      .getByRole('row', { name: /^Recorded by mistake Typed for somebody else .* Sam Staff \$10\.00/ })
      .waitFor()
    await press('Send reminder')
    await page.getByText(/^Reminder sent /).waitFor()

    await page.getByRole('link', { name: 'Customer', exact: true }).click()
    await heading('Ada Okafor')
    await page.getByRole('table', { name: 'Open items' }).getByRole('link', { name: 'Invoice' }).waitFor()
    await press('Grant credit …')
    await page.getByLabel('Amount in AUD').fill('20')
    await page.getByLabel('Reason').fill('Rain')
    await look()
    await press('Grant')
    await page.getByRole('row', { name: /^Granted Rain .* \$20\.00$/ }).waitFor()
    await press('Withdraw …')
    await page.getByLabel('Amount in AUD').fill('5')
    await page.getByLabel('Reason').fill('It was a shower')
    await press('Withdraw')
    await page.getByRole('row', { name: /^Withdrawn .* -\$5\.00$/ }).waitFor()
    await look()

    await page.getByRole('table', { name: 'Open items' }).getByRole('link', { name: 'Invoice' }).click()
    await press('Use credit …')
    await page.getByText(/^Credit available: \$15\.00/).waitFor()
    await press('Pay from credit')
    await page.getByRole('cell', { name: 'Paid from credit' }).waitFor()
    await press('Write off …')
    await page.getByLabel('Reason').fill('Moved away')
    await look()
    await press('Write off')
    await page.getByRole('row', { name: /^Written off Moved away .* \$39\.40$/ }).waitFor()
    await page.getByRole('button', { name: /^Record a payment ….*Nothing left to pay/ }).waitFor()
    await look()
    await page.goto(`${origin}/console/open-items?user_id=${userId}&status=paid`)
    await page.getByRole('row', { name: /^Ada Okafor .* paid \$54\.40 \$0\.00$/ }).waitFor()
    await page.getByText(`Only customer ${userId}`).waitFor()
    await look()
    assert.deepEqual([findings, complaints], [[], []])
    await context.close()
  },
)

test('cash of a refund stands on Today, on the order and in the list until it is handed back', story, async () => {
  const { order_id: orderId } = await sell('cash', 'Zoe')
  const { page, context, complaints, findings, look, heading, press } = await staffVisit({ role: 'box_office' }, phone)
  await page.goto(`${origin}/console/orders/${orderId}`)
  await heading(/Zoe Okafor/)
  await press('Refund …')
  for (const index of [0, 1])
    await page
      .getByLabel(/, Adult: /)
      .nth(index)
      .check()
  await press('Refund $54.40')
  await page.getByText('to pay out: see the open items of this order').waitFor()
  await look()
  await page.goto(`${origin}/console/`)
  await page.getByText('refund to pay out').click()
  await heading('Open items')
  await page.getByRole('row', { name: /^Zoe Okafor due a refund: Cash refund .*to pay out/ }).waitFor()
  await look()
  await page.getByRole('link', { name: /^Zoe Okafor/ }).click()
  await heading('Cash refund, Zoe Okafor')
  await look()
  await press('Record refund …')
  await page.getByLabel('Method').selectOption('transfer')
  await page.getByLabel('Reference').fill('SEPA 1')
  await look()
  await press('Record')
  await page.getByText('Transferred', { exact: true }).waitFor()
  await page.getByText('refunded', { exact: true }).waitFor()
  await page.goto(`${origin}/console/`)
  await heading('Today')
  await page.getByText('nothing', { exact: true }).waitFor()
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})

test('the list is narrowed by event, age and words, and saved as it is narrowed', story, async () => {
  const other = await addOffer(server, club, { capacity: 50, event: { title: 'Cup final' } })
  await addOffer(server, club, { event: { title: 'A long name of an event, as sponsors want them to be called' } })
  await sell('invoice', 'Wanda')
  const { order_id: orderId } = await sell('invoice', 'Xenia', other.priceId)
  const { page, context, complaints, findings, look, heading, press } = await staffVisit({ role: 'finance' })
  await page.goto(`${origin}/console/open-items`)
  await heading('Open items')
  const [wanda, xenia] = ['Wanda', 'Xenia'].map((name) => page.getByRole('link', { name: new RegExp(`^${name}`) }))
  await wanda?.waitFor()
  await page.getByLabel('Event').selectOption({ label: await labelOf(page, 'Cup final') })
  await wanda?.waitFor({ state: 'detached' })
  await xenia?.waitFor()
  await look()
  const saving = page.waitForEvent('download')
  await press('Export these as CSV')
  const file = await saving
  const text = await readFile(await file.path(), 'utf8')
  assert.equal(file.suggestedFilename(), 'open-items.csv')
  assert.deepEqual([text.includes('Xenia Okafor'), text.includes('Wanda')], [true, false])
  await page.getByLabel('Event').selectOption('')
  await wanda?.waitFor()
  await page.getByLabel('Search open items').fill(String(orderId))
  await wanda?.waitFor({ state: 'detached' })
  await xenia?.waitFor()
  await page.getByLabel('Search open items').fill('')
  await wanda?.waitFor()
  await page.getByLabel('Age', { exact: true }).selectOption('30')
  await page.getByText('No matches').waitFor()
  await look()
  // On a phone every filter is within its sheet, however long its choices are.
  await page.setViewportSize(phone.viewport)
  const edges = await page
    .locator('section select')
    .evaluateAll((all) =>
      all.map(
        (one) => (one.closest('section')?.getBoundingClientRect().right ?? 0) - one.getBoundingClientRect().right,
      ),
    )
  assert.ok(edges.length > 3 && edges.every((room) => room > 0), edges.join())
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})

/** The choice of an event says when it is, too. */
const labelOf = async (page: Page, title: string): Promise<string> =>
  (await page.getByLabel('Event').getByRole('option', { name: title }).textContent()) ?? ''

for (const [device, options] of Object.entries({ phone, desktop }))
  test(`a link to pay is passed on or mailed, on a ${device}`, story, async () => {
    const { user_id: userId } = await sell('invoice', `Yuri${device}`)
    const { page, context, complaints, findings, look, heading, press } = await staffVisit({ role: 'manager' }, options)
    await page.goto(`${origin}/console/open-items?user_id=${userId}`)
    await page.getByRole('link', { name: /^Yuri/ }).click()
    await heading(/^Invoice, Yuri/)
    await look()
    await press('Payment link …')
    const dialog = page.getByRole('dialog', { name: 'Payment link' })
    const link = (await dialog.getByText('/orders/owed#dbs_').textContent()) ?? ''
    await look()
    await dialog.getByRole('button', { name: 'Send by mail' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(/^Reminder sent /).waitFor()
    const fan = await visit(origin, options)
    await fan.page.goto(link)
    await fan.page.getByRole('heading', { level: 1, name: '$54.40 to pay' }).waitFor()
    await fan.context.close()
    assert.deepEqual([findings, complaints], [[], []])
    await context.close()
  })

test('the account for a refund is asked for, given, and shown to whoever may make the transfer', story, async () => {
  const { debtId } = await addTransferOwed(server, club, { priceId: offer.priceId })
  const { page, context, findings, look, press, headers } = await staffVisit({ role: 'manager' }, phone)
  await page.goto(`${origin}/console/open-items/${debtId}`)
  await page.getByText('The fan has not entered an account yet').waitFor()
  await look()
  await press('Ask for the account …')
  await look()
  await press('Send mail')
  await page.getByText('Mail sent').waitFor()
  const given = await server.call('PUT', '/v1/storefront/debt/account', {
    key: server.shopKey,
    headers: debtSecret(server, club, debtId, { version: 1 }),
    body: { account_holder: 'Ada Okafor', account: 'DE89 3704 0044 0532 0130 00' },
  })
  assert.equal(given.status, 200, given.text)
  await page.reload()
  await page.getByText('The fan has entered an account').waitFor()
  await press('Show account …')
  await page.getByRole('dialog', { name: 'Account for the transfer' }).getByText('DE89370400440532013000').waitFor()
  await look()
  const log = await server.call('GET', '/v1/manage/audit_log?object_type=debt&limit=5', { headers })
  assert.equal(log.body.data[0].action, 'debt.account_read')
  await context.close()
  assert.deepEqual(findings, [])
})

test('whoever only reads sees what is owed, and no button that would change it', story, async () => {
  await sell('invoice', 'Ivo')
  const { page, context, complaints, findings, look, heading } = await staffVisit({ role: 'reader' })
  await page.goto(`${origin}/console/open-items`)
  await heading('Open items')
  await page.getByRole('link', { name: /^Ivo Okafor/ }).click()
  await heading('Invoice, Ivo Okafor')
  await page.getByRole('link', { name: 'Customer', exact: true }).waitFor()
  await thereAre(0, page.getByRole('button', { name: /^(Record a payment|Write off|Remind|Payment link)/ }))
  await look()
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})
