import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { unique } from '../../../tests/builders/rows.ts'
import { addStaff } from '../../../tests/builders/staff.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { auditBooks } from '../../operator/audit/audit.ts'
import { unixSeconds } from '../../platform/values/clock.ts'

const house = await openHouse()
const club = await house.organisation()
const rate = await house.call('POST', '/v1/manage/tax_rates', {
  key: club.key,
  body: {
    title: 'VAT',
    country: 'DE',
    kind: 'reduced',
    percentages: [{ percentage: 7, valid_from: '2026-01-01' }],
  },
})
assert.equal(rate.status, 201, rate.text)
const plain = await addOffer(house, club, { capacity: 300 })
const taxed = await addOffer(house, club, { capacity: 100, price: { tax_rate_id: rate.body.tax_rate_id } })

type Person = Awaited<ReturnType<typeof addStaff>>
const clerk = () => addStaff(house, club, { role: 'box_office' })
const post = ({ headers }: Person, path: string, body: object = {}) =>
  house.call('POST', `/v1/manage${path}`, { headers, body })
const read = async ({ headers }: Person, path: string) =>
  (await house.call('GET', `/v1/manage${path}`, { headers })).body
const open = async (person: Person, name: string, float = 100) =>
  (await post(person, '/tills', { name, float })).body.till_id as number
const sell = (person: Person, more: object) =>
  post(person, '/orders', { items: [{ price_id: plain.priceId }], payment_method: 'cash', ...more })
const close = (person: Person, tillId: number, counted: number, more: object = {}) =>
  post(person, `/tills/${tillId}/close`, { counted, ...more })
const closeOf = async (person: Person, tillId: number) => {
  const { till_close_id } = await read(person, `/tills/${tillId}`)
  return read(person, `/till_closes/${till_close_id}`)
}

test('a close has the sums by method and by rate, the cash that was moved, and what is missing', async () => {
  const ada = await clerk()
  const name = unique('Window')
  const till_id = await open(ada, name)
  const first = await sell(ada, { till_id, items: [{ price_id: taxed.priceId, quantity: 2 }] })
  assert.equal(first.status, 201, first.text)
  await sell(ada, { till_id })
  await sell(ada, { till_id, payment_method: 'invoice' })
  const [ticket] = first.body.tickets
  const back = await post(ada, `/orders/${first.body.order_id}/refunds`, { till_id, ticket_ids: [ticket.ticket_id] })
  assert.equal(back.status, 201, back.text)
  await post(ada, `/tills/${till_id}/movements`, { movement: 'drop', amount: 50 })
  const expected = 100 + 54.4 + 27.2 - back.body.amount - 50
  const closed = await close(ada, till_id, 77, { note: 'A coin fell.' })
  assert.equal(closed.status, 200, closed.text)
  const report = await closeOf(ada, till_id)
  assert.deepEqual(
    [report.name, report.number, report.first_receipt, report.last_receipt, report.receipts, report.note],
    [name, 1, 1, 4, 4, 'A coin fell.'],
  )
  assert.deepEqual([report.expected, report.expected], [closed.body.expected, Math.round(expected * 100) / 100])
  assert.deepEqual(report.methods, [
    { payment_method: 'cash', receipts: 3, received: 81.6, paid_back: back.body.amount },
    { payment_method: 'invoice', receipts: 1, received: 27.2, paid_back: 0 },
  ])
  const [vat, none] = report.taxes
  const of = first.body.taxes[0]
  assert.deepEqual([vat.percentage, vat.sold, vat.sold_tax], [7, of.gross, of.tax])
  assert.ok(vat.returned > 0 && vat.returned_tax > 0)
  assert.deepEqual(
    [none.tax_rate_id, Math.round((vat.sold + none.sold) * 100), Math.round((vat.returned + none.returned) * 100)],
    [null, 10_880, Math.round(back.body.amount * 100)],
  )
  assert.deepEqual([report.deposits, report.drops, report.payouts], [0, 50, 0])
})

test('what comes after belongs to the next close of the same counter, and its numbers go on', async () => {
  const ada = await clerk()
  const name = unique('Window')
  const first = await open(ada, name)
  await sell(ada, { till_id: first })
  const link = await post(ada, '/payment_links', { items: [{ price_id: plain.priceId }], till_id: first })
  assert.equal((await close(ada, first, 127.2)).status, 200)
  const paid = await shopOf(house, { key: await house.key(club.orgId, { kind: 'pk' }) }).checkOut(link.body.id)
  assert.equal(paid.status, 200, paid.text)
  const second = await open(ada, name.toUpperCase())
  await sell(ada, { till_id: second })
  await close(ada, second, 127.2)
  const [one, two] = [await closeOf(ada, first), await closeOf(ada, second)]
  assert.deepEqual([one.number, one.first_receipt, one.last_receipt, one.expected], [1, 1, 1, 127.2])
  assert.deepEqual([two.number, two.first_receipt, two.last_receipt, two.expected], [2, 2, 3, 127.2])
  assert.deepEqual(
    two.methods.map((sum: { payment_method: string; received: number }) => [sum.payment_method, sum.received]),
    [
      ['card', 27.2],
      ['cash', 27.2],
    ],
  )
  const list = await read(ada, `/till_closes?name=${encodeURIComponent(name.toLowerCase())}`)
  assert.deepEqual(
    list.data.map((each: { number: number }) => each.number),
    [2, 1],
  )
})

test('closes at once give one each, and every receipt is in one of them', async () => {
  const people = await Promise.all([1, 2, 3, 4].map(clerk))
  const name = unique('Gate')
  for (let day = 1; day <= 2; day += 1) {
    const tills = await Promise.all(people.map((person, at) => open(person, `${name} ${at}`, 0)))
    await Promise.all(people.flatMap((person, at) => [1, 2].map(() => sell(person, { till_id: tills[at] }))))
    const answers = await Promise.all(
      people.flatMap((person, at) => [1, 2, 3].map(() => close(person, tills[at] ?? 0, 54.4))),
    )
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [...Array(4).fill(200), ...Array(8).fill(409)])
    for (const [at, person] of people.entries()) {
      const report = await closeOf(person, tills[at] ?? 0)
      assert.deepEqual([report.number, report.receipts, report.last_receipt, report.difference], [day, 2, day * 2, 0])
    }
  }
  assert.deepEqual(await auditBooks(club.orgId, house.sql), [])
})

test('a close that is lost on the way leaves nothing: neither a number nor a closed till', async () => {
  const ada = await clerk()
  const till_id = await open(ada, unique('Window'), 0)
  await sell(ada, { till_id })
  await house.sql.unsafe(`
    create function lose_close() returns trigger language plpgsql as $$ begin raise 'lost'; end $$;
    create trigger lose_close before update on tills for each row when (new.till_status = 'closed') execute function lose_close()`)
  try {
    assert.equal((await close(ada, till_id, 27.2)).status, 500)
  } finally {
    await house.sql.unsafe('drop trigger lose_close on tills; drop function lose_close()')
  }
  assert.deepEqual(await auditBooks(club.orgId, house.sql), [])
  assert.equal((await read(ada, `/tills/${till_id}`)).status, 'open')
  await close(ada, till_id, 27.2)
  const report = await closeOf(ada, till_id)
  assert.deepEqual([report.number, report.first_receipt, report.last_receipt], [1, 1, 1])
})

test('a receipt that a crash has kept back is in the next close, however long ago it was sold', async () => {
  const ada = await clerk()
  const till_id = await open(ada, unique('Window'), 0)
  await house.sql.unsafe(`
    create function lose_receipt() returns trigger language plpgsql as $$ begin raise 'lost'; end $$;
    create trigger lose_receipt before insert on till_receipts for each row execute function lose_receipt()`)
  try {
    assert.equal((await sell(ada, { till_id })).status, 500)
  } finally {
    await house.sql.unsafe('drop trigger lose_receipt on till_receipts; drop function lose_receipt()')
  }
  await house.sql`
    update till_orders
    set created_at = created_at - interval '30 days'
    where org_id = ${club.orgId}
      and till_id = ${till_id}`
  await sell(ada, { till_id })
  await close(ada, till_id, 54.4)
  const report = await closeOf(ada, till_id)
  assert.deepEqual([report.receipts, report.first_receipt, report.last_receipt, report.difference], [2, 1, 2, 0])
  assert.deepEqual(await auditBooks(club.orgId, house.sql), [])
})

test('a close is never changed, and audit sees sums that are not those of its receipts', async () => {
  const ada = await clerk()
  const till_id = await open(ada, unique('Window'), 0)
  await sell(ada, { till_id })
  await close(ada, till_id, 27.2)
  const { sql } = house
  await assert.rejects(
    sql`update till_closes set counted_minor = 0 where org_id = ${club.orgId}`,
    /append-only|never|refuse/i,
  )
  await assert.rejects(sql`delete from till_receipts where org_id = ${club.orgId}`, /append-only|never|refuse/i)
})

test('what is missing at a close is in the books', async () => {
  const ada = await clerk()
  const till_id = await open(ada, unique('Window'), 0)
  await sell(ada, { till_id })
  await close(ada, till_id, 25, { note: 'Too much change.' })
  const now = unixSeconds(house.clock())
  const query = `unix_start=${now - 3600}&unix_end=${now + 3600}`
  const { text } = await house.call('GET', `/v1/manage/exports/ledger.csv?${query}`, { key: club.key })
  const lines = text.split('\n').filter((line) => line.includes('cash_difference') && line.includes(',2.2,'))
  assert.deepEqual(
    lines.map((line) => [line.includes(',cash,'), line.includes(',cash_difference,2.2,')]),
    [
      [false, true],
      [true, false],
    ],
    text,
  )
})

test('a close of another organisation is not found', async () => {
  const ada = await clerk()
  const till_id = await open(ada, unique('Window'), 0)
  await close(ada, till_id, 0)
  const { till_close_id } = await closeOf(ada, till_id)
  const other = await house.organisation()
  const { status } = await house.call('GET', `/v1/manage/till_closes/${till_close_id}`, { key: other.key })
  assert.equal(status, 404)
})
