import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { addOffer } from '../builders/prices.ts'
import { addStaff } from '../builders/staff.ts'
import { axe, browserTest, desktop, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'

/** Several pages, each looked at by axe twice, on a machine that does other things too. */
const story = { ...browserTest, timeout: 180_000 }
const server = await openShopServer()
const { origin, club } = server
const offer = await addOffer(server, club, { capacity: 500 })

async function staffVisit(role: Parameters<typeof addStaff>[2] = {}) {
  const staff = await addStaff(server, club, role)
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
  const { page, context, complaints, findings, look, heading } = await staffVisit({ role: 'finance' })
  await page.goto(`${origin}/console/money`)
  await heading('Money')
  await page.getByRole('img', { name: 'What was paid by day' }).waitFor()
  await look()
  await page.getByLabel('Added up by').selectOption('method')
  await page.waitForURL(/by=method/)
  await page.getByRole('row', { name: /^cash 1 \$54\.40 \$10\.00 \$44\.40/ }).waitFor()
  await page.getByRole('row', { name: /^invoice 1 \$27\.20/ }).waitFor()
  const saved = async (name: string) => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
  }
  assert.match((await saved('CSV of these 2')).text, /cash,1,54\.4,10,44\.4,4,0\.4,1,AUD/)
  const books = await saved('Books as CSV')
  assert.match(books.name, /^ledger-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/)
  assert.match(books.text, /refunds,10,,AUD/)
  await page.getByLabel('Method').selectOption('cash')
  await page.getByRole('row', { name: /^invoice/ }).waitFor({ state: 'detached' })
  await page.getByLabel('From').fill('2020-01-01')
  await page.getByText('Ask for 92 days at most.').waitFor()
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})
