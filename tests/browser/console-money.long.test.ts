import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { createPayments } from '../../server/payments/payments/providers.ts'
import { createStripeProvider } from '../../server/payments/payments/stripe-provider.ts'
import { addOffer, addSeatedOffer } from '../builders/prices.ts'
import { addSeatMap } from '../builders/seat-maps.ts'
import { addStaff } from '../builders/staff.ts'
import { STRIPE_KEY } from '../outside/stripe/headers.ts'
import { startStripeServer } from '../outside/stripe/server.ts'
import { axe, browserTest, desktop, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'

/** Several pages, each looked at by axe twice, on a machine that does other things too. */
const story = { ...browserTest, timeout: 180_000 }
const ACCOUNT = 'acct_club'
const stripe = await startStripeServer()
const provider = createStripeProvider({
  secretKey: STRIPE_KEY,
  webhookSecret: undefined,
  apiUrl: stripe.url,
  clock: () => new Date(),
})
const server = await openShopServer({ payments: createPayments({ stripe: provider }) })
const { origin, club } = server
const offer = await addOffer(server, club, { capacity: 500 })

async function staffVisit(role: Parameters<typeof addStaff>[2] = {}, tenant = club) {
  const staff = await addStaff(server, tenant, role)
  const visited = await visit(origin, desktop)
  await visited.context.addCookies([{ name: 'gs', value: staff.token, url: origin }])
  const findings: string[] = []
  const look = async () => findings.push(...(await axe(visited.page)))
  const heading = (name: string | RegExp) => visited.page.getByRole('heading', { level: 1, name }).waitFor()
  return { ...visited, findings, look, heading }
}

async function sell(payment_method: string, quantity = 1) {
  const body = { items: [{ price_id: offer.priceId, quantity }], payment_method }
  const sale = await server.call('POST', '/v1/manage/orders', { key: club.key, body })
  assert.equal(sale.status, 201, sale.text)
  return sale.body
}

test('finance adds the takings up by method, keeps the file of them, and takes the books along', story, async () => {
  const { order_id } = await sell('cash', 2)
  await sell('invoice')
  await server.call('POST', `/v1/manage/orders/${order_id}/refunds`, { key: club.key, body: { amount: 10 } })
  // Neither is money that moved until staff say so.
  const { body: owed } = await server.call('GET', '/v1/manage/debts', { key: club.key })
  for (const { debt_id, owed_by } of owed.data) {
    const body = { payment_method: owed_by === 'club' ? 'cash' : 'transfer' }
    const paid = await server.call('POST', `/v1/manage/debts/${debt_id}/record_payment`, { key: club.key, body })
    assert.equal(paid.status, 200, paid.text)
  }
  const { page, context, complaints, findings, look, heading } = await staffVisit({ role: 'finance' })
  await page.goto(`${origin}/console/money`)
  await heading('Money')
  await page.getByRole('img', { name: 'Payments by day' }).waitFor()
  await look()
  await page.getByLabel('Total by').selectOption('method')
  await page.waitForURL(/by=method/)
  await page.getByRole('row', { name: /^cash 1 \$54\.40 \$10\.00 \$44\.40/ }).waitFor()
  await page.getByRole('row', { name: /^bank transfer 1 \$27\.20/ }).waitFor()
  const saved = async (name: string) => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
  }
  assert.match((await saved('Export 2 as CSV')).text, /cash,1,54\.4,10,44\.4,4,0\.4,1,AUD/)
  const books = await saved('Books as CSV')
  assert.match(books.name, /^ledger-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/)
  assert.match(books.text, /refunds,10,,AUD/)
  await page.getByRole('button', { name: 'For the accountant' }).click()
  const zip = await saved('Books and all documents')
  assert.match(zip.name, /^books-.*\.zip$/)
  assert.ok(zip.text.startsWith('PK'))
  await page.getByRole('button', { name: 'For DATEV' }).click()
  await page.getByText(/the consultant number, client number/).waitFor()
  await page.getByRole('link', { name: 'Account numbers' }).click()
  await heading('Accounting')
  await page.getByLabel('Consultant number').fill('29098')
  for (const field of await page.locator('input[name^="code "]').all()) await field.fill('1000')
  await page.getByLabel('Client number').fill('55003')
  await page.getByLabel('Digits of an account').fill('4')
  await look()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'For the accountant' }).click()
  assert.match((await saved('For DATEV')).text, /^"EXTF";700;21;/)
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByLabel('Total by').selectOption('method')
  await page.getByLabel('Method').selectOption('cash')
  await page.getByRole('row', { name: /^bank transfer/ }).waitFor({ state: 'detached' })
  await page.getByLabel('From').fill('2020-01-01')
  await page.getByText('Ask for 92 days at most.').waitFor()
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})

test(
  'a charge that only the provider has is shown as missing, and a sandbox has nothing to compare with',
  story,
  async () => {
    const sandbox = await staffVisit({ role: 'finance' })
    await sandbox.page.goto(`${origin}/console/money?tab=reconciliation`)
    await sandbox.page.getByText('Nothing to compare with').nth(1).waitFor()
    await sandbox.look()
    await sandbox.context.close()
    const live = await server.organisation({ name: 'Live Club', mode: 'live' })
    const intent = stripe.intents.create(ACCOUNT, {
      amount: 2720,
      currency: 'aud',
      payment_method: 'pm_card_visa',
      confirm: true,
      metadata: { grandstand_org_id: String(live.orgId) },
    })
    await server.sql`
      update organisations
      set payment_account_id = ${ACCOUNT}
      where org_id = ${live.orgId}`
    const { page, context, complaints, findings, look } = await staffVisit({ role: 'finance' }, live)
    await page.goto(`${origin}/console/money?tab=reconciliation`)
    await page.getByRole('row', { name: new RegExp(`^${intent.id} Missing in our books .* – \\$27\\.20`) }).waitFor()
    await page.getByText('no differences', { exact: true }).waitFor()
    await look()
    stripe.trouble('error_500', 'error_500')
    await page.getByLabel('From').fill(new Date(Date.now() - 86_400_000).toISOString().slice(0, 10))
    await page.getByText('The provider did not answer').nth(1).waitFor()
    await look()
    assert.deepEqual([sandbox.findings, findings, complaints], [[], [], []])
    await context.close()
  },
)

test('an event is moved, and gets a category with a price that is sold for a while', story, async () => {
  const { page, context, complaints, findings, look, heading } = await staffVisit({ role: 'manager' })
  await sell('cash', 3)
  await page.goto(`${origin}/console/events/${offer.eventId}`)
  await heading('Derby')
  await page.getByRole('cell', { name: 'box office' }).waitFor()
  await page.getByRole('button', { name: 'Change …' }).click()
  await page.getByLabel('Title', { exact: true }).fill('Derby, moved')
  await page.getByLabel('Starts').fill('2031-03-14T19:30')
  await look()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await heading('Derby, moved')
  await page.getByText(/14 March 2031 at 7:30\spm/).waitFor()
  await page.getByRole('button', { name: 'New category' }).click()
  await page.getByLabel('Title', { exact: true }).fill('Family stand')
  await page.getByLabel('Places').fill('40')
  await look()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('/ 40', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'New price' }).click()
  await page.getByLabel('Title', { exact: true }).fill('Early bird')
  await page.getByLabel('Category').selectOption('Family stand')
  await page.getByLabel(/^Price in/).fill('18.5')
  await page.getByLabel('Until').fill('2031-03-01T12:00')
  await page.getByLabel('Places at this price').fill('10')
  await look()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const row = page.getByRole('row', { name: /^Early bird Family stand/ })
  await row.getByText(/1\sMar(ch)?\s2031, 12:00\spm/).waitFor()
  await row.getByText('10 places').waitFor()
  await page.getByLabel('By day or hour').selectOption('hour')
  await page.getByRole('heading', { name: 'Sales by hour' }).waitFor()
  await look()
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})

test('a sold seat is exchanged for another on the map, and the event counts its seats', story, async () => {
  const map = await addSeatMap(server, club, { rows: 2, seats: 6 })
  const seated = await addSeatedOffer(server, club, map, { title: 'Cup final' })
  const items = [{ price_id: seated.priceId, seat_ids: [map.seatIds[0]] }]
  const sale = await server.call('POST', '/v1/manage/orders', {
    key: club.key,
    body: { items, payment_method: 'cash' },
  })
  assert.equal(sale.status, 201, sale.text)
  const { page, context, complaints, findings, look, heading } = await staffVisit({ role: 'box_office' })
  await page.goto(`${origin}/console/orders/${sale.body.order_id}`)
  await heading(new RegExp(`#${sale.body.order_id}`))
  await page.getByRole('button', { name: /^Change ticket/ }).click()
  await page.getByRole('button', { name: 'Another seat …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Another seat' })
  await dialog.getByRole('button', { name: 'List' }).click()
  await dialog
    .getByRole('checkbox', { name: /seat 4|^4/i })
    .first()
    .check()
  await look()
  await dialog.getByRole('button', { name: 'Exchange' }).click()
  await page.getByRole('cell', { name: /Seat 4$/ }).waitFor()
  await page.getByRole('cell', { name: 'replaced', exact: true }).waitFor()
  await page.getByText('Seat exchanged', { exact: true }).waitFor()
  await page.goto(`${origin}/console/events/${seated.eventId}`)
  await heading('Cup final')
  await page.getByRole('heading', { name: 'Seats', exact: true }).waitFor()
  await look()
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})
