import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addEvent } from '../../../tests/builders/events.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { type History, type TicketPlan, writeHistory } from '../../../tests/figures/history-fixture.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const other = await house.organisation({ name: 'Other Club' })

const get = (eventId: number, path: string) => house.call('GET', `/v1/events/${eventId}/${path}`, { key: club.key })
const minor = { price: 5000, discount: 500, rebate: 100, fee: 300, tax: 30 }
const ticket = (status: TicketPlan['status'], price = 0): TicketPlan => ({ status, price, minor })
const adult = { category: 0, title: 'Adult' }
const history = (tickets: TicketPlan[], scans: History['scans'] = []): History => ({
  prices: [adult, { category: 1, title: 'Child' }],
  orders: [{ status: 'confirmed', placedAt: 0, tickets }],
  scans,
})
const write = (given: History) => writeHistory(house.sql, club.orgId, given)
type Row = { sold: number; attended: number }

/** [sold, attended] over all prices. */
async function figures(eventId: number, query = ''): Promise<number[]> {
  const { body } = await get(eventId, `stats/prices${query}`)
  const sum = (name: keyof Row) => body.data.reduce((total: number, row: Row) => total + row[name], 0)
  return [sum('sold'), sum('attended')]
}

test('sold counts active tickets, and neither reserved, cancelled, refunded nor replaced ones', async () => {
  const { eventId } = await write(history([0, 1, 1, 2, 3, 4].map((status) => ticket(status as TicketPlan['status']))))
  assert.deepEqual(await figures(eventId), [2, 0])
})

test('include_cancelled adds cancelled and refunded tickets to sold, and still no reserved or replaced one', async () => {
  const { eventId } = await write(history([0, 1, 1, 2, 3, 4].map((status) => ticket(status as TicketPlan['status']))))
  assert.deepEqual(await figures(eventId, '?include_cancelled=true'), [4, 0])
  assert.deepEqual(await figures(eventId, '?include_cancelled=false'), [2, 0])
})

test('a transfer sells nothing', async () => {
  const { eventId } = await write(history([ticket(4), { ...ticket(1), replaces: 0 }]))
  assert.deepEqual(await figures(eventId), [1, 0])
  assert.deepEqual(await figures(eventId, '?include_cancelled=1'), [1, 0])
})

test('attended counts a ticket once, however often it came in', async () => {
  const scan = (result: 'admitted' | 'exit', scannedAt: number) => ({ ticket: 0, result, scannedAt })
  const { eventId } = await write(
    history([ticket(1), ticket(1)], [scan('admitted', 0), scan('exit', 1), scan('admitted', 2)]),
  )
  assert.deepEqual(await figures(eventId), [2, 1])
})

test('an entry that was refused or annulled is no attendance; another entry of the same ticket is', async () => {
  const scans: History['scans'] = [
    { ticket: 0, result: 'already_used', scannedAt: 0 },
    { ticket: 1, result: 'admitted', scannedAt: 1 },
    { ticket: 1, result: 'annulled', scannedAt: 2, annuls: 1 },
    { ticket: 2, result: 'admitted', scannedAt: 3 },
    { ticket: 2, result: 'annulled', scannedAt: 4, annuls: 3 },
    { ticket: 2, result: 'admitted', scannedAt: 5 },
  ]
  const { eventId } = await write(history([ticket(1), ticket(1), ticket(1)], scans))
  assert.deepEqual(await figures(eventId), [3, 1])
})

test('who came and was refunded afterwards has attended', async () => {
  const { eventId } = await write(history([ticket(3)], [{ ticket: 0, result: 'admitted', scannedAt: 0 }]))
  assert.deepEqual(await figures(eventId), [0, 1])
})

test('both stats carry their titles, with a row for what has not sold, in the order of the price list', async () => {
  const { eventId, priceIds, categoryIds } = await write(history([ticket(1)]))
  const prices = await get(eventId, 'stats/prices')
  assert.equal(prices.body.event_id, String(eventId))
  const row = (price: number, category: number, title: string, sold: number) => ({
    price_id: priceIds[price],
    price_title: title,
    price_category_id: categoryIds[category],
    category_title: `Stand ${category % 2}`,
    sold,
    attended: 0,
  })
  assert.deepEqual(prices.body.data, [row(1, 1, 'Child', 0), row(0, 0, 'Adult', 1)])
  const categories = await get(eventId, 'stats/price_categories')
  const shown = categories.body.data.map((each: { price_category_id: number } & Row) => [
    each.price_category_id,
    each.sold,
  ])
  assert.deepEqual(shown, [
    [categoryIds[2], 0],
    [categoryIds[1], 0],
    [categoryIds[0], 1],
  ])
})

test('an archived price or category is shown while it has tickets', async () => {
  const { eventId } = await write(history([ticket(1)]))
  await house.sql`update prices set price_status = 'archived' where org_id = ${club.orgId} and event_id = ${eventId}`
  await house.sql`
    update price_categories
    set price_category_status = 'archived'
    where org_id = ${club.orgId}
      and event_id = ${eventId}`
  assert.equal((await get(eventId, 'stats/prices')).body.data.length, 1)
  assert.equal((await get(eventId, 'stats/price_categories')).body.data.length, 1)
})

test('the summary has gross and net by the formulas, one row for each category and price title', async () => {
  const given = history([ticket(1), ticket(1), ticket(1, 2), ticket(1, 1), ticket(2), ticket(3), ticket(0), ticket(4)])
  given.prices.push(adult)
  given.orders.push({ status: 'confirmed', placedAt: 1, tickets: [ticket(1)] })
  const { eventId } = await write(given)
  const { body } = await get(eventId, 'sales_summary')
  const row = (category: string, title: string, tickets: number, orders: number) => ({
    ticket_price_category: category,
    ticket_price: title,
    tickets,
    orders,
    // 50 − 5 + 1 of rebate, and 50 − 5 + 3 + 0.30.
    net_sales: tickets * 46,
    gross_sales: Number((tickets * 48.3).toFixed(2)),
  })
  assert.deepEqual(body, { data: [row('Stand 1', 'Child', 1, 1), row('Stand 0', 'Adult', 4, 2)], has_more: false })
})

test('the summary’s window looks at the order’s date, strictly and with its microseconds', async () => {
  const placedAt = [0, 1, 999_999, 1_000_000]
  const orders = placedAt.map((at) => ({ status: 'confirmed' as const, placedAt: at, tickets: [ticket(1)] }))
  const { eventId } = await write({ prices: [adult], orders, scans: [] })
  const began = Date.UTC(2027, 0, 1) / 1000
  const tickets = async (query: string) => (await get(eventId, `sales_summary?${query}`)).body.data[0]?.tickets ?? 0
  assert.equal(await tickets(`unix_start=${began}`), 3)
  assert.equal(await tickets(`unix_end=${began + 1}`), 3)
  assert.equal(await tickets(`unix_start=${began}&unix_end=${began + 1}`), 2)
  assert.equal(await tickets(`unix_start=${began + 1}`), 0)
})

test('amounts are in the currency of the event', async () => {
  const { eventId } = await write(history([ticket(1)]))
  await house.sql`update events set currency = 'JPY' where org_id = ${club.orgId} and event_id = ${eventId}`
  const { body } = await get(eventId, 'sales_summary')
  assert.deepEqual([body.data[0].net_sales, body.data[0].gross_sales], [4600, 4830])
})

const lists = ['stats/prices', 'stats/price_categories', 'sales_summary']

test('an event without prices has empty figures; one that does not exist, or another organisation’s, is 404', async () => {
  const bare = await addEvent(house, club)
  const { eventId: theirs } = await addOffer(house, other)
  for (const path of lists) {
    const { status, body } = await get(bare, path)
    assert.deepEqual([status, body.data], [200, []], path)
    for (const event of [999_999_999, theirs]) assert.equal((await get(event, path)).status, 404, path)
  }
})
