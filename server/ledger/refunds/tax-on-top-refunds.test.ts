import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { anna, issueDocumentsOf } from '../../../tests/builders/documents.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { addTaxRate } from '../../../tests/builders/tax-rates.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { auditBooks } from '../../operator/audit/audit.ts'
import { issueDocuments } from '../../papers/documents/issue-documents.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { readCsv } from '../../platform/values/csv.ts'

const house = await openHouse()
const { sql, clock } = house

/** Tickets for 19.99 with a fee of 1.50, and a fee of 1 for the order: 13 % comes on top of all of them. */
async function soldOrder(quantity: number) {
  const club = await house.organisation()
  const percentages = [{ valid_from: '2010-07-01', percentage: 13 }]
  const hst = await addTaxRate(house, club, { title: 'HST', country: 'CA', percentages, on_fees: true })
  await house.call('PATCH', '/v1/manage/organisation', { key: club.key, body: { transaction_fee_fixed: 1 } })
  const price = { price_minor: 1999, service_fee_minor: 150, service_tax_minor: 0, rebate_minor: 0, tax_rate_id: hst }
  const { priceId } = await addOffer(house, club, { price })
  await issueDocumentsOf(house, club)
  const call = (method: string, path: string, body?: object) =>
    house.call(method, `/v1/manage/${path}`, { key: club.key, ...(body && { body }) })
  const shop = shopOf(house, club)
  const { body: order } = await shop.checkOut(await shop.fill(priceId, quantity))
  const refund = (fields: object) => call('POST', `orders/${order.order_id}/refunds`, fields)
  return { club, call, order, priceId, refund }
}

type Line = Record<string, string>

async function readLedger(key: string): Promise<Line[]> {
  const now = unixSeconds(house.clock())
  const path = `/v1/manage/exports/ledger.csv?unix_start=${now - 86_400}&unix_end=${now + 1}`
  const { text } = await house.call('GET', path, { key })
  const records: string[][] = []
  for await (const { cells } of readCsv(Readable.from([Buffer.from(text)]))) records.push(cells)
  const [head = []] = records.splice(0, 1)
  return records.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ''])))
}

const balance = (lines: Line[], account?: string) =>
  lines
    .filter((line) => account === undefined || line.account === account)
    .reduce((sum, line) => sum + Math.round((Number(line.debit) - Number(line.credit)) * 100), 0)

test('a ticket goes back with all that was paid for it, and in whichever parts, all of the tax with the whole', async () => {
  const { club, order, refund } = await soldOrder(3)
  // 59.97 and 7.80, 4.50 and three times 0.20, 1 and 0.13.
  assert.deepEqual([order.service_tax, order.tax, order.total], [0.6, 7.93, 74])
  const first = await refund({ ticket_ids: [order.tickets[0].ticket_id] })
  assert.deepEqual([first.status, first.body.amount], [201, 24.29], first.text)
  assert.equal((await refund({ amount: 9.99 })).status, 201)
  assert.equal((await refund({})).status, 201)
  const rows = await sql<{ amount_minor: number; taxes: { amount_minor: number; tax_minor: number }[] }[]>`
    select amount_minor, taxes
    from refunds
    where org_id = ${club.orgId}
    order by refund_id`
  assert.deepEqual(
    rows[0]?.taxes.map(({ amount_minor, tax_minor }) => [amount_minor, tax_minor]),
    [[2429, 280]],
  )
  const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)
  assert.equal(sum(rows.map(({ amount_minor }) => amount_minor)), 7400)
  assert.equal(sum(rows.flatMap(({ taxes }) => taxes.map(({ tax_minor }) => tax_minor))), 853)
  const lines = await readLedger(club.key)
  assert.deepEqual([balance(lines), balance(lines, 'tax_payable')], [0, 0])
  assert.deepEqual(await auditBooks(club.orgId, sql), [])
})

test('the books have prices and fees as they were asked for, and the tax on top by its rate, as the report has it', async () => {
  const { club, call } = await soldOrder(1)
  assert.deepEqual(
    (await readLedger(club.key)).map((line) => `${line.account} ${line.debit}|${line.credit} ${line.tax_percentage}`),
    [
      'test_clearing 25.42| ',
      'ticket_sales |19.99 13',
      'service_fees |1.5 13',
      'transaction_fees |1 13',
      'tax_payable |2.93 13',
    ],
  )
  const now = unixSeconds(house.clock())
  const { body } = await call('GET', `tax_report?unix_start=${now - 86_400}&unix_end=${now + 1}`)
  assert.deepEqual(
    body.data.map(({ sold, net, tax }: Record<string, number>) => [sold, net, tax]),
    [[25.42, 22.49, 2.93]],
  )
})

test('an invoice has its lines without tax as they were priced, and what is due with it; a refund has its credit note', async () => {
  const { call, order, refund } = await soldOrder(3)
  await call('PUT', `orders/${order.order_id}/document_recipient`, anna)
  await issueDocuments({ sql, clock, systemClock: clock })
  const documents = async () => (await call('GET', 'documents')).body.data
  const [invoice] = await documents()
  assert.deepEqual([invoice.kind, invoice.net, invoice.tax, invoice.total], ['invoice', 65.47, 8.53, 74])
  const { text } = await call('GET', `documents/${invoice.document_id}/document.xml?syntax=ubl`)
  for (const net of ['59.97', '4.50', '1.00']) assert.match(text, new RegExp(`LineExtensionAmount[^>]*>${net}<`))
  assert.match(text, /TaxExclusiveAmount[^>]*>65.47</)
  assert.match(text, /TaxInclusiveAmount[^>]*>74.00</)
  assert.equal((await refund({})).status, 201)
  await issueDocuments({ sql, clock, systemClock: clock })
  const [note] = await documents()
  assert.deepEqual([note.kind, note.net, note.tax, note.total], ['credit_note', 65.47, 8.53, 74])
})

test('what is owed on an invoice, and asked for by a link or at the counter, is owed with its tax', async () => {
  const { club, call, priceId } = await soldOrder(1)
  const items = [{ price_id: priceId, quantity: 2 }]
  const preview = await call('POST', 'box_office/preview', { items })
  assert.deepEqual([preview.body.tax, preview.body.total], [5.2, 48.58], preview.text)
  const sale = { items, payment_method: 'invoice', customer: { email: 'ada@example.org' } }
  const invoice = await call('POST', 'orders', sale)
  assert.deepEqual([invoice.body.total, invoice.body.owed_amount], [48.58, 48.58], invoice.text)
  const cash = await call('POST', 'orders', { items, payment_method: 'cash' })
  assert.deepEqual([cash.body.total, cash.body.tax], [48.58, 5.2])
  const cancelled = await call('POST', `orders/${invoice.body.order_id}/refunds`, {})
  assert.deepEqual([cancelled.status, cancelled.body.cancelled_amount], [202, 48.58])
  const lines = await readLedger(club.key)
  assert.equal(balance(lines), 0)
  assert.deepEqual(await auditBooks(club.orgId, sql), [])
})
