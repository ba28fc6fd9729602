import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { addInstalments } from '../../../tests/builders/instalments.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { addStaff } from '../../../tests/builders/staff.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { readCsv } from '../../platform/values/csv.ts'
import { ledgerLines, type Movement } from './ledger-lines.ts'

const house = await openHouse()
// Past midnight in Sydney, and still the 14th in London.
house.clock.set(new Date('2027-03-14T14:30:00Z'))
const club = await house.organisation({ timezone: 'Australia/Sydney' })
const { priceId, eventId } = await addOffer(house, club, { capacity: 50 })
const other = await addOffer(house, club)
const shop = shopOf(house, club)

type Line = Record<string, string>

async function readLedger(query = '', key = club.key): Promise<Line[]> {
  const now = unixSeconds(house.clock())
  const path = `/v1/manage/exports/ledger.csv?unix_start=${now - 86_400}&unix_end=${now + 1}${query}`
  const { text } = await house.call('GET', path, { key })
  const records: string[][] = []
  for await (const { cells } of readCsv(Readable.from([Buffer.from(text)]))) records.push(cells)
  const [head = []] = records.splice(0, 1)
  return records.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ''])))
}

const brief = ({ date, account, debit, credit }: Line) => `${date} ${account} ${debit}|${credit}`
const sum = (lines: Line[], side: 'debit' | 'credit') =>
  lines.reduce((total, line) => total + Math.round(Number(line[side]) * 100), 0)

test('a sale, a cash sale and a refund are lines whose debits and credits are the same sum', async () => {
  const { body: sold } = await shop.checkOut(await shop.fill(priceId, 2))
  house.clock.advance(1000)
  const sale = { items: [{ price_id: other.priceId }], payment_method: 'cash' }
  await house.call('POST', '/v1/manage/orders', { key: club.key, body: sale })
  house.clock.advance(1000)
  await house.call('POST', `/v1/manage/orders/${sold.order_id}/refunds`, { key: club.key, body: {} })
  const lines = await readLedger()
  assert.deepEqual(lines.map(brief), [
    '2027-03-15 test_clearing 54.4|',
    '2027-03-15 ticket_sales |50',
    '2027-03-15 service_fees |4',
    '2027-03-15 service_tax |0.4',
    '2027-03-15 service_fees 1|',
    '2027-03-15 rebates |1',
    '2027-03-15 cash 27.2|',
    '2027-03-15 ticket_sales |25',
    '2027-03-15 service_fees |2',
    '2027-03-15 service_tax |0.2',
    '2027-03-15 service_fees 0.5|',
    '2027-03-15 rebates |0.5',
    '2027-03-15 refunds 54.4|',
    '2027-03-15 test_clearing |54.4',
  ])
  assert.equal(sum(lines, 'debit'), sum(lines, 'credit'))
  const [first] = lines
  assert.deepEqual([first?.order_id, first?.event_id, first?.currency], [String(sold.order_id), String(eventId), 'AUD'])
  assert.equal((await readLedger(`&event_id=${other.eventId}`)).length, 6)
})

test('what was paid twice is owed, a rebate is moved out of the fees, and every entry balances', () => {
  const payment: Movement = {
    kind: 'payment',
    provider: 'stripe',
    payment_method: 'card',
    currency: 'AUD',
    amount_minor: 2720,
    detail: null,
    surplus: false,
    whole: true,
    membership_minor: 0,
    event_id: 1,
    service_fee_minor: 200,
    service_tax_minor: 20,
    transaction_fee_minor: 50,
    rebate_minor: 80,
    credit_minor: 0,
    tax_parts: null,
    returned_taxes: null,
  }
  const accounts = (movement: Movement) =>
    ledgerLines(movement).map(({ account, debit, credit }) => `${account} ${debit ?? ''}|${credit ?? ''}`)
  assert.deepEqual(accounts({ ...payment, surplus: true }), ['stripe_clearing 27.2|', 'surplus_payable |27.2'])
  assert.deepEqual(accounts({ ...payment, surplus: true, kind: 'refund' }), [
    'surplus_payable 27.2|',
    'stripe_clearing |27.2',
  ])
  // Of a transfer that pays for nothing, which the club hands back itself.
  assert.deepEqual(accounts({ ...payment, surplus: true, kind: 'debt', detail: 'transfer_refund' }), [
    'surplus_payable 27.2|',
    'refunds_payable |27.2',
  ])
  const taxes = [{ tax_rate_id: 1, thousandths: 10_000, amount_minor: -1100, tax_minor: -100 }]
  assert.deepEqual(accounts({ ...payment, kind: 'release', detail: 'club', returned_taxes: taxes }), [
    'refunds_payable 27.2|',
    'refunds |10',
    'refunds |16.2',
    'tax_payable |1',
  ])
  assert.deepEqual(
    accounts({ ...payment, provider: 'manual', payment_method: 'transfer', whole: false, event_id: null }),
    ['bank 27.2|', 'receivables |27.2'],
  )
  assert.deepEqual(accounts(payment), [
    'stripe_clearing 27.2|',
    'ticket_sales |24.5',
    'service_fees |2',
    'service_tax |0.2',
    'transaction_fees |0.5',
    'service_fees 0.8|',
    'rebates |0.8',
  ])
})

test('a plan is booked whole against receivables, and an instalment that was recorded as paid clears them, once', async () => {
  const members = await house.organisation({ timezone: 'Australia/Sydney' })
  const { ids } = await addInstalments(house, members, 2)
  const recordFirst = () => house.call('POST', `/v1/manage/instalments/${ids[0]}/record_payment`, { key: members.key })
  assert.deepEqual([(await recordFirst()).status, (await recordFirst()).status], [200, 409])
  assert.deepEqual((await readLedger('', members.key)).map(brief), [
    '2027-03-15 instalments_received 10|',
    '2027-03-15 receivables |10',
    '2027-03-15 receivables 20|',
    '2027-03-15 membership_sales |20',
  ])
})

test('finance has the file, the box office has not, another organisation sees none of it, and 400 days are the most', async () => {
  const now = unixSeconds(house.clock())
  const path = `/v1/manage/exports/ledger.csv?unix_start=${now - 86_400}&unix_end=${now + 1}`
  const as = async (role: 'finance' | 'box_office') =>
    house.call('GET', path, { headers: (await addStaff(house, club, { role })).headers })
  assert.equal((await as('finance')).status, 200)
  assert.equal((await as('box_office')).status, 403)
  const stranger = await house.organisation({ name: 'Other Club' })
  assert.deepEqual(await readLedger('', stranger.key), [])
  const wide = `/v1/manage/exports/ledger.csv?unix_start=${now - 401 * 86_400}&unix_end=${now}`
  assert.equal((await house.call('GET', wide, { key: club.key })).body.error.param, 'unix_end')
})

test('every entry is in the file once, and no refund that failed, also where a page of rows ends among many of one instant', async () => {
  const busy = await house.organisation({ name: 'Busy Club' })
  const { eventId: id } = await addOffer(house, busy)
  const at = house.clock()
  await house.sql`
    insert into orders (org_id, order_id, event_id, order_status, payment_method, currency, price_minor, total_minor, refunded_minor, confirmed_at)
    select ${busy.orgId}, 900000 + n, ${id}, 'confirmed', 'card', 'AUD', 100, 100, 50, ${at}
    from generate_series(1, 2600) n`
  // 650 payments and as many refunds at each of four instants: the first page of 2,000 ends among refunds, the second among payments.
  await house.sql`
    insert into payments (
      org_id, payment_id, order_id, provider, idempotency_key, payment_status, amount_minor, currency, refunded_minor, succeeded_at
    )
    select ${busy.orgId}, order_id, order_id, 'test', 'busy-' || order_id, 'succeeded', 100, 'AUD', 50,
      ${at}::timestamptz - order_id % 4 * interval '1 microsecond'
    from orders
    where org_id = ${busy.orgId}`
  await house.sql`
    insert into refunds (org_id, refund_id, payment_id, idempotency_key, refund_status, amount_minor, changed_at)
    select ${busy.orgId}, payment_id, payment_id, 'busy-' || payment_id, 'succeeded', 50, succeeded_at
    from payments
    where org_id = ${busy.orgId}`
  await house.sql`
    insert into refunds (org_id, payment_id, idempotency_key, refund_status, amount_minor, changed_at)
    select ${busy.orgId}, payment_id, 'refused-' || payment_id, 'failed', 50, succeeded_at
    from payments
    where org_id = ${busy.orgId}
      and payment_id = 900001`
  // As a database that has been running for a while knows of them.
  await house.sql`analyze orders, payments, refunds`
  const lines = await readLedger('', busy.key)
  const entries = lines.map(({ entry, account }) => `${entry} ${account}`)
  assert.deepEqual([entries.length, new Set(entries).size], [2 * 2 * 2600, 2 * 2 * 2600])
  assert.deepEqual([sum(lines, 'debit'), sum(lines, 'credit')], [2600 * 150, 2600 * 150])
  const ofEvent = await readLedger(`&event_id=${id}`, busy.key)
  assert.equal(ofEvent.length, lines.length)
})
