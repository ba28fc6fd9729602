import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '../../server/platform/values/durations.ts'
import { type PlantedLine, writeCamt, writeMt940, writeStatementCsv } from '../builders/bank-statements.ts'
import { addOffer } from '../builders/prices.ts'
import { addStaff } from '../builders/staff.ts'
import { offerTransfers, orderByTransfer } from '../builders/transfers.ts'
import { axe, browserTest, desktop, phone, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'

/** Several pages, each looked at by axe twice, on a machine that does other things too. */
const story = { ...browserTest, timeout: 180_000 }
const server = await openShopServer()
const { origin, club } = server
await offerTransfers(server, club)
const starts_at = new Date(server.clock().getTime() + 60 * DAY_MS)
const { priceId } = await addOffer(server, club, { capacity: 1000, event: { title: 'Derby', starts_at } })

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
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
  const open = async (path: string, title: string | RegExp) => {
    await page.goto(`${origin}/console/${path}`)
    await heading(title)
  }
  const choose = (name: string, content: string | Buffer) =>
    page
      .getByLabel(/^Choose a file/)
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) })
  const figure = (title: string) => page.locator('dl > div', { hasText: title }).locator('strong').innerText()
  return { ...visited, findings, look, heading, press, open, choose, figure }
}

async function awaited(lastName: string) {
  const { orderId, read } = await orderByTransfer(server, club, { priceId })
  const { how } = await read()
  await server.sql`
    update orders
    set last_name = ${lastName}
    where org_id = ${club.orgId}
      and order_id = ${orderId}`
  const dueMinor = Math.round(how.amount * 100)
  return { orderId, dueMinor, text: `Derby ${how.reference}` }
}
const aud = (line: PlantedLine): PlantedLine => ({ currency: 'AUD', ...line })
const orderStatus = async (orderId: number) =>
  (await server.call('GET', `/v1/manage/orders/${orderId}`, { key: club.key })).body.order_status

test('a statement is imported, and what it leaves is worked through by keyboard', story, async () => {
  const [whole, part, named, twice] = [
    await awaited('Abel'),
    await awaited('Brink'),
    await awaited('Castor'),
    await awaited('Dunn'),
  ]
  const { page, context, complaints, findings, look, heading, press, open, choose, figure } = await staffVisit({
    role: 'finance',
  })
  await open('open-items/bank', 'Bank')
  await page.getByText('No lines to assign').waitFor()
  await look()
  await page.getByRole('link', { name: 'Import statement' }).first().click()
  await heading('Import a bank statement')
  await look()
  const file = writeCamt([
    aud({ amountMinor: whole.dueMinor, text: whole.text, name: 'A. Abel', bankReference: 'W1' }),
    aud({ amountMinor: 1000, text: part.text, name: 'B. Brink', bankReference: 'W2' }),
    aud({ amountMinor: twice.dueMinor, text: twice.text, name: 'D. Dunn', bankReference: 'W3' }),
    aud({ amountMinor: twice.dueMinor, text: twice.text, name: 'D. Dunn', bankReference: 'W4' }),
    aud({ amountMinor: 90_000, text: 'Season 26/27', name: 'Bakery', bankReference: 'W5' }),
    aud({ amountMinor: named.dueMinor, text: 'for the derby', name: 'MR C. CASTOR', bankReference: 'W6' }),
    aud({ amountMinor: -500, kind: 'charge', text: 'Fee', bankReference: 'W7' }),
  ])
  await choose('march.xml', file)
  await press('Import')
  await page.getByText('All lines are new.').waitFor()
  assert.deepEqual([await figure('Booked'), await figure('To assign'), await figure('Set aside')], ['3', '3', '1'])
  await look()
  assert.equal(await orderStatus(whole.orderId), 'confirmed')
  await press('Import another file')
  await choose('again.xml', file)
  await press('Import')
  await page.getByText('This file was imported before. Nothing has changed.').waitFor()

  await page.getByRole('link', { name: 'Assign 3 lines' }).click()
  await heading('Bank')
  await page.getByRole('row', { name: /MR C\. CASTOR for the derby .* no reference .*to assign/ }).waitFor()
  await look()
  // The latest first; from there on nothing but keys.
  await page.getByRole('link', { name: /^MR C\. CASTOR/ }).focus()
  await page.keyboard.press('Enter')
  await heading(/^\$[\d.]+ from MR C\. CASTOR$/)
  await page.getByText('waits for this amount; the name matches').waitFor()
  await look()
  await page.getByRole('button', { name: `Book to order #${named.orderId}` }).focus()
  await page.keyboard.press('Enter')
  await page.locator('a:focus', { hasText: 'Next line' }).waitFor()
  assert.equal(await orderStatus(named.orderId), 'confirmed')
  await look()
  await page.keyboard.press('Enter')
  await heading('$900.00 from Bakery')
  await press('Set aside …')
  await page.getByLabel('Purpose').fill('our sponsor')
  await look()
  await page.keyboard.press('Enter')
  await page.getByText('our sponsor').waitFor()
  await page.locator('a:focus', { hasText: 'Next line' }).waitFor()
  await page.keyboard.press('Enter')
  await heading(/from D\. Dunn$/)
  await page.getByText('The order or open item is already paid.').waitFor()
  await press('Refund …')
  await look()
  await press('Refund')
  await page.getByText('All lines are assigned.').waitFor()
  const owed = await server.call('GET', `/v1/manage/debts?order_id=${twice.orderId}&owed_by=club`, { key: club.key })
  assert.deepEqual(
    owed.body.data.map(({ open: left }: { open: number }) => Math.round(left * 100)),
    [twice.dueMinor],
  )

  // What was set aside can be opened again, and is found.
  await open('open-items/bank?status=set_aside', 'Bank')
  await page.getByRole('link', { name: /^Bakery/ }).click()
  await heading('$900.00 from Bakery')
  await press('Reopen')
  await page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click()
  await page.getByLabel('Find an order or an open item').fill(String(part.orderId))
  await press('Search')
  await page.getByText(/waits for a transfer of \$[\d.]+; \$10\.00 received; found/).waitFor()
  await look()
  await page.getByLabel('Find an order or an open item').fill('Zzyzx')
  await press('Search')
  await page.getByText('No results.').waitFor()
  await open('open-items/bank/statements', 'Statements')
  await page.getByRole('row', { name: /march\.xml/ }).waitFor()
  await look()
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})

test('a CSV is read as its columns are said to be, and the next one by itself', story, async () => {
  const { orderId, dueMinor, text } = await awaited('Elm')
  const { page, context, complaints, findings, look, press, open, choose, figure } = await staffVisit({
    role: 'manager',
  })
  const csv = (lines: PlantedLine[]) =>
    writeStatementCsv(lines.map(aud)).replace('"Umsatznummer"', '"Beleg"').replace('"Betrag"', '"Summe"')
  await open('open-items/bank/import', 'Import a bank statement')
  await choose('april.csv', csv([{ amountMinor: dueMinor, text, name: 'E. Elm', bankReference: 'C1' }]))
  await page.getByRole('button', { name: /^Import.*Choose the column for the amount/ }).waitFor()
  await page.getByLabel('Summe').selectOption('amount')
  await page.getByLabel('Beleg').selectOption('reference')
  await page.getByRole('row', { name: new RegExp(`E\\. Elm .*\\$${dueMinor / 100}`) }).waitFor()
  await look()
  await page.getByLabel('Number format').selectOption('.')
  await page.getByText('cannot be read', { exact: true }).waitFor()
  await page.getByLabel('Number format').selectOption(',')
  await press('Import')
  await page.getByText('All lines are new.').waitFor()
  assert.equal(await figure('Booked'), '1')
  assert.equal(await orderStatus(orderId), 'confirmed')
  await press('Import another file')
  const line = { amountMinor: 4200, text: 'x', name: 'F. Fir', bankReference: 'C2' }
  await page.waitForFunction(() => !document.body.innerText.includes('Result'))
  await choose('may.csv', csv([line]))
  await page.getByText('same as your last file of this kind').waitFor()
  assert.equal(await page.getByLabel('Beleg').inputValue(), 'reference')
  await press('Import')
  await page.getByText('All lines are new.').waitFor()
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})

test('what is no statement is refused with its reason, and none of it is taken', story, async () => {
  const { page, context, complaints, findings, look, press, open, choose } = await staffVisit(
    { role: 'manager' },
    phone,
  )
  await open('open-items/bank/import', 'Import a bank statement')
  const before = (await server.call('GET', '/v1/manage/bank_statements', { key: club.key })).body.data.length
  const refused: [name: string, content: string | Buffer, why: RegExp][] = [
    ['march.pdf', '%PDF-1.7', /^This is a PDF\./],
    ['march.xlsx', Buffer.from('PK\u0003\u0004zip'), /^This is a ZIP or an Excel file\./],
    ['march.bin', Buffer.from([1, 0, 2, 0, 3]), /^This is not a text file\./],
    ['empty.csv', '', /^This file is empty\./],
    ['years.csv', 'x'.repeat(6_000_001), /^This file has 7 MB/],
  ]
  for (const [name, content, why] of refused) {
    await choose(name, content)
    await page.getByText(why).waitFor()
  }
  await look()
  const broken = writeMt940([{ amountMinor: 1250, text: 'A' }]).replace('C12,50', 'C12,505')
  await choose('march.sta', broken)
  await press('Import')
  await page.getByText('Nothing was imported. In line 5:').waitFor()
  await look()
  // An answer that does not come is told, and the file is still there to be sent again.
  await choose('other.sta', writeMt940([aud({ amountMinor: 1250, text: 'A', bankReference: 'S1' })]))
  await context.setOffline(true)
  await press('Import')
  await page.getByText('No connection').waitFor()
  await context.setOffline(false)
  await press('Import')
  await page.getByText('All lines are new.').waitFor()
  await look()
  const after = (await server.call('GET', '/v1/manage/bank_statements', { key: club.key })).body.data.length
  assert.equal(after, before + 1)
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})

test(
  'transfers that are waited for are given longer, recorded and given up; Today and the order say how they stand',
  story,
  async () => {
    const { orderId, text } = await awaited('Gale')
    const { orderId: other } = await awaited('Hurst')
    await server.call('POST', '/v1/manage/bank_statements', {
      key: club.key,
      body: {
        file: writeCamt([
          aud({ amountMinor: 1000, text, name: 'G. Gale', bankReference: 'T1' }),
          aud({ amountMinor: 1111, text: 'what?', name: 'N. N.', bankReference: 'T2' }),
        ]),
      },
    })
    const soon = new Date(server.clock().getTime() + DAY_MS)
    await server.sql`
    update payments
    set expires_at = ${soon}
    where org_id = ${club.orgId}
      and order_id in (${orderId}, ${other})`
    const { page, context, complaints, findings, look, heading, press, open } = await staffVisit(
      { role: 'manager' },
      phone,
    )
    await open('', 'Today')
    await page.getByRole('link', { name: /^bank statement lines? to assign$/ }).waitFor()
    await page.getByRole('link', { name: /^bank transfers? that expires? within two days$/ }).click()
    await heading('Pending transfers')
    await page.getByRole('row', { name: /Gale Order/ }).waitFor()
    await look()
    await page.getByRole('link', { name: /Gale/ }).click()
    await heading(/Gale/)
    await page.getByRole('heading', { level: 2, name: 'Bank transfer' }).waitFor()
    await page.getByRole('row', { name: /booked, partial amount .*\$10\.00/ }).waitFor()
    await look()
    await open('open-items/transfers', 'Pending transfers')
    const tick = (name: RegExp) => page.getByRole('checkbox', { name }).check()
    await tick(/Gale/)
    await press('Seven more days …')
    await look()
    await press('Wait longer')
    await page.getByText('1 order waits longer').waitFor()
    await tick(/Gale/)
    await press('Mark as received …')
    await press('Mark as received')
    await page.getByText('1 transfer is recorded').waitFor()
    assert.equal(await orderStatus(orderId), 'confirmed')
    await tick(/Hurst/)
    await press('Stop waiting …')
    await press('Stop waiting')
    await page.getByText('1 order has expired').waitFor()
    assert.equal(await orderStatus(other), 'expired')
    assert.deepEqual([findings, complaints], [[], []])
    await context.close()
  },
)

test('who only reads has no button there, and who may not read has no page', story, async () => {
  const reader = await staffVisit({ role: 'reader' })
  await reader.open('open-items/bank?status=all', 'Bank')
  await reader.page.getByRole('link', { name: 'Import statement' }).waitFor({ state: 'hidden' })
  await reader.open('open-items/bank/import', 'Import a bank statement')
  await reader.context.close()
  const steward = await staffVisit({ role: 'gates' })
  await steward.open('open-items/bank', 'Open items')
  await steward.page.getByText(/An owner assigns roles/).waitFor()
  await steward.context.close()
})
