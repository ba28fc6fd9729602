import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { grace, membershipsOf } from '../../../tests/builders/membership-sale.ts'
import { addOffer, addPrice } from '../../../tests/builders/prices.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { addTaxRate } from '../../../tests/builders/tax-rates.ts'
import { auditBooks } from '../../operator/audit/audit.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { readCsv } from '../../platform/values/csv.ts'
import { continueRefundRuns } from './continue-refund-runs.ts'

const { house, payments } = await openSettlingHouse()
const { sql } = house

/** Tickets for 25 at 7 %, with a fee of 2 and one of 1 for the order at 19 %. */
async function soldOrder(quantity: number) {
  const club = await house.organisation()
  const percentages = [{ valid_from: '2007-01-01', percentage: 7 }]
  const reduced = await addTaxRate(house, club, { kind: 'reduced', percentages })
  const standard = await addTaxRate(house, club, { on_fees: true })
  const body = { transaction_fee_fixed: 1 }
  await house.call('PATCH', '/v1/manage/organisation', { key: club.key, body })
  const fees = { service_fee_minor: 200, service_tax_minor: 0, rebate_minor: 0 }
  const offer = await addOffer(house, club, { price: { ...fees, tax_rate_id: reduced } })
  const { priceId } = offer
  const shop = shopOf(house, club)
  const { body: order } = await shop.checkOut(await shop.fill(priceId, quantity))
  const refund = (fields: object) =>
    house.call('POST', `/v1/manage/orders/${order.order_id}/refunds`, { key: club.key, body: fields })
  return { club, offer, order, refund, reduced, standard }
}

const returnedOf = async (orgId: number) =>
  (await sql`select taxes from refunds where org_id = ${orgId} order by refund_id`).map(({ taxes }) =>
    taxes.map((share: { thousandths: number; amount_minor: number; tax_minor: number }) => [
      share.thousandths,
      share.amount_minor,
      share.tax_minor,
    ]),
  )

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

async function taxReport(key: string): Promise<Record<string, number>[]> {
  const now = unixSeconds(house.clock())
  const path = `/v1/manage/tax_report?unix_start=${now - 86_400}&unix_end=${now + 1}`
  return (await house.call('GET', path, { key })).body.data
}

const balance = (lines: Line[], account?: string) =>
  lines
    .filter((line) => account === undefined || line.account === account)
    .reduce((sum, line) => sum + Math.round((Number(line.debit) - Number(line.credit)) * 100), 0)

test('a ticket goes back with the tax of its own rates, and the rest with the rest', async () => {
  const { club, order, refund } = await soldOrder(3)
  assert.deepEqual(
    order.taxes.map((tax: { gross: number; tax: number }) => [tax.gross, tax.tax]),
    [
      [75, 4.91],
      [7, 1.12],
    ],
  )
  assert.equal((await refund({ ticket_ids: [order.tickets[0].ticket_id] })).status, 201)
  assert.equal((await refund({ amount: 10 })).status, 201)
  assert.equal((await refund({})).status, 201)
  const returned = await returnedOf(club.orgId)
  assert.deepEqual(returned[0], [
    [7000, 2500, 164],
    [19_000, 200, 32],
  ])
  const all = returned.flat() as [number, number, number][]
  const sumOf = (rate: number, at: 1 | 2) =>
    all.filter((share) => share[0] === rate).reduce((sum, share) => sum + share[at], 0)
  assert.deepEqual([sumOf(7000, 1), sumOf(7000, 2), sumOf(19_000, 1), sumOf(19_000, 2)], [7500, 491, 700, 112])
  assert.deepEqual(await auditBooks(club.orgId, sql), [])
})

test('a ticket that is owed, or that credit has paid, goes back with the tax of its own rates too', async () => {
  const { club, offer, standard } = await soldOrder(1)
  const dinner = {
    price_minor: 5000,
    service_fee_minor: 0,
    service_tax_minor: 0,
    rebate_minor: 0,
    tax_rate_id: standard,
  }
  const dinnerId = await addPrice(house, club, offer, dinner)
  const call = (path: string, body: object) => house.call('POST', `/v1/manage/${path}`, { key: club.key, body })
  const items = [
    { price_id: offer.priceId, quantity: 2 },
    { price_id: dinnerId, quantity: 1 },
  ]
  const customer = { email: 'ada@example.org', first_name: 'Ada', last_name: 'Okafor' }
  const invoice = (await call('orders', { items, customer, payment_method: 'invoice' })).body
  const tickets = invoice.tickets.map(({ ticket_id }: { ticket_id: number }) => ticket_id)
  assert.equal((await call(`orders/${invoice.order_id}/refunds`, { ticket_ids: [tickets[0]] })).status, 202)
  const credit = { user_id: invoice.user_id, amount: 77, currency: 'AUD', reason: 'Rain' }
  await call('credits', credit)
  const [debt] = (await house.call('GET', `/v1/manage/debts?order_id=${invoice.order_id}`, { key: club.key })).body.data
  assert.equal((await call(`debts/${debt.debt_id}/pay_by_credit`, {})).status, 200)
  assert.equal((await call(`orders/${invoice.order_id}/refunds`, { ticket_ids: [tickets[1]] })).status, 202)
  const rows = await sql<{ taxes: { thousandths: number; amount_minor: number; tax_minor: number }[] }[]>`
    select taxes from debt_releases where org_id = ${club.orgId}
    union all
    select taxes from credit_entries where org_id = ${club.orgId} and kind = 'returned'`
  assert.deepEqual(
    rows.map(({ taxes }) => taxes.map(({ thousandths, amount_minor }) => [thousandths, amount_minor])),
    [
      [
        [7000, 2500],
        [19_000, 200],
      ],
      [
        [7000, 2500],
        [19_000, 200],
      ],
    ],
  )
})

test('the books have sales without tax and the tax by rate, and after a refund of all neither is left', async () => {
  const { club, refund } = await soldOrder(1)
  const sold = await readLedger(club.key)
  assert.deepEqual(
    sold.map((line) => `${line.account} ${line.debit}|${line.credit} ${line.tax_percentage}`),
    [
      'test_clearing 28| ',
      'ticket_sales |23.36 7',
      'service_fees |1.68 19',
      'transaction_fees |0.84 19',
      'tax_payable |0.48 19',
      'tax_payable |1.64 7',
    ],
  )
  assert.equal(balance(sold), 0)
  const rows = await taxReport(club.key)
  assert.deepEqual(
    rows.map(({ percentage, sold, sold_tax, net, tax }) => [percentage, sold, sold_tax, net, tax]),
    [
      [19, 3, 0.48, 2.52, 0.48],
      [7, 25, 1.64, 23.36, 1.64],
    ],
  )
  assert.equal((await refund({})).status, 201)
  const after = await taxReport(club.key)
  assert.deepEqual(
    after.map(({ returned, returned_tax, net, tax }) => [returned, returned_tax, net, tax]),
    [
      [3, 0.48, 0, 0],
      [25, 1.64, 0, 0],
    ],
  )
  const lines = await readLedger(club.key)
  assert.equal(balance(lines), 0)
  assert.equal(balance(lines, 'tax_payable'), 0)
  assert.equal(balance(lines, 'refunds'), 2588)
})

test('an order on an invoice that is cancelled returns its tax with what is not asked for any more', async () => {
  const { club, order } = await soldOrder(1)
  const items = [{ price_id: order.tickets[0].price_id, quantity: 2 }]
  const sale = { items, payment_method: 'invoice', customer: { email: 'ada@example.org' } }
  const invoice = await house.call('POST', '/v1/manage/orders', { key: club.key, body: sale })
  assert.equal(invoice.status, 201, invoice.text)
  const path = `/v1/manage/orders/${invoice.body.order_id}/refunds`
  const cancelled = await house.call('POST', path, { key: club.key, body: {} })
  assert.equal(cancelled.status, 202, cancelled.text)
  const [row] = await sql`
    select taxes, returned_taxes
    from orders
    where org_id = ${club.orgId}
      and order_id = ${invoice.body.order_id}`
  const taxOf = (shares: { tax_minor: number }[]) => shares.map(({ tax_minor }) => tax_minor)
  assert.deepEqual(taxOf(row?.returned_taxes.shares), taxOf(row?.taxes))
  assert.equal(balance(await readLedger(club.key)), 0)
  assert.deepEqual(await auditBooks(club.orgId, sql), [])
})

test('of an order that has a membership too, a cancelled event gives its tickets back with the tax of their own rates', async () => {
  const { club, offer, standard } = await soldOrder(1)
  const memberships = membershipsOf(house, club)
  const type = { membership_type_id: await memberships.addType({ tax_rate_id: standard }), member: grace }
  const call = (path: string, body: object) => house.call('POST', `/v1/manage/${path}`, { key: club.key, body })
  const items = [type, { price_id: offer.priceId, quantity: 1 }]
  const customer = { email: 'ada@example.org', first_name: 'Ada', last_name: 'Okafor' }
  const sold = await call('orders', { items, customer, payment_method: 'cash' })
  assert.equal(sold.status, 201, sold.text)
  const cancelled = await call(`events/${offer.eventId}/cancel`, { refund: 'all' })
  assert.equal(cancelled.status, 200, cancelled.text)
  await continueRefundRuns({ sql, clock: house.clock, systemClock: house.clock, payments })
  const returned = await returnedOf(club.orgId)
  assert.deepEqual(returned.at(-1), [
    [7000, 2500, 164],
    [19_000, 200, 32],
  ])
  assert.deepEqual(await auditBooks(club.orgId, sql), [])
})
