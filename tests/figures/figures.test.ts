import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../harness/chance.ts'
import { openHouse } from '../harness/house.ts'
import { anyHistory, anyWindow } from './arbitrary-history-fixture.ts'
import { CATEGORIES, GATES_OPENED, type History, SALE_BEGAN, type Written, writeHistory } from './history-fixture.ts'
import {
  slowOrders,
  slowScans,
  slowStatsByCategory,
  slowStatsByPrice,
  slowSummary,
  type Window,
} from './slow-figures-fixture.ts'

const house = await openHouse()
const club = await house.organisation()
const RUNS = 40

const get = async (path: string, query: Record<string, string | number | boolean> = {}) => {
  const sent = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
  const { status, text, body } = await house.call('GET', `${path}?${new URLSearchParams(sent)}`, { key: club.key })
  assert.equal(status, 200, text)
  return body
}

type Stats = { price_id: number; price_category_id: number; sold: number; attended: number }
type Summary = { ticket_price_category: string; ticket_price: string; tickets: number; orders: number }

const windowFrom = (begin: number, { start, end }: { start?: number; end?: number }): Window => ({
  ...(start === undefined ? {} : { unix_start: begin + start }),
  ...(end === undefined ? {} : { unix_end: begin + end }),
})

async function checkStats({ eventId, priceIds, categoryIds }: Written, history: History, includeCancelled: boolean) {
  const query = { include_cancelled: includeCancelled }
  const byPrice = await get(`/v1/events/${eventId}/stats/prices`, query)
  const byCategory = await get(`/v1/events/${eventId}/stats/price_categories`, query)
  const prices = new Map(byPrice.data.map(({ price_id, sold, attended }: Stats) => [price_id, [sold, attended]]))
  const categories = new Map(
    byCategory.data.map(({ price_category_id, sold, attended }: Stats) => [price_category_id, [sold, attended]]),
  )
  assert.deepEqual(
    priceIds.map((id) => prices.get(id)),
    slowStatsByPrice(history, includeCancelled),
  )
  assert.deepEqual(
    categoryIds.map((id) => categories.get(id)),
    slowStatsByCategory(history, includeCancelled),
  )
  assert.deepEqual([prices.size, categories.size], [priceIds.length, CATEGORIES])
  // Categories follow their order_by, which is the reverse of their ids here.
  assert.deepEqual(
    byCategory.data.map((row: Stats) => row.price_category_id),
    categoryIds.toReversed(),
  )
  for (const name of ['sold', 'attended'] as const) {
    const sum = (rows: Stats[]) => rows.reduce((total, row) => total + row[name], 0)
    assert.equal(sum(byPrice.data), sum(byCategory.data), `${name} by price adds up to ${name} by category`)
  }
  return byPrice.data as Stats[]
}

async function checkSummary({ eventId }: Written, history: History, window: Window): Promise<Summary[]> {
  const { data, has_more } = await get(`/v1/events/${eventId}/sales_summary`, { ...window })
  assert.equal(has_more, false)
  const expected = slowSummary(history, window).map(({ category, title, net, gross, tickets, orders }) => ({
    ticket_price_category: `Stand ${category % 2}`,
    ticket_price: title,
    tickets,
    orders,
    net_sales: net / 100,
    gross_sales: gross / 100,
  }))
  const sorted = (rows: object[]) => rows.map((row) => JSON.stringify(row)).toSorted()
  assert.deepEqual(sorted(data), sorted(expected))
  return data
}

async function checkScans(
  { eventId, scanIds, ticketIds, priceIds }: Written,
  history: History,
  window: Window,
  sold: Stats[],
) {
  const expected = slowScans(history, window).map((n) => scanIds[n])
  const { data, total, has_more } = await get(`/v1/events/${eventId}/scans`, { ...window, include_sales: true })
  assert.deepEqual(
    data.map(({ scan_id }: { scan_id: number }) => scan_id),
    expected,
  )
  assert.deepEqual([total, has_more], [expected.length, false])
  const priceOf = new Map(
    history.orders.flatMap(({ tickets }) => tickets).map(({ price }, number) => [ticketIds[number], priceIds[price]]),
  )
  for (const { ticket_id, price_category_id, tickets_sold } of data) {
    const category = sold.find(({ price_id }) => price_id === priceOf.get(ticket_id))?.price_category_id ?? null
    assert.equal(price_category_id, category)
    const same = sold.filter((row) => row.price_category_id === category)
    assert.equal(tickets_sold, category === null ? null : same.reduce((sum, row) => sum + row.sold, 0))
  }
}

async function checkOrders({ eventId, orderIds }: Written, history: History, window: Window) {
  for (const status of [undefined, 'confirmed', 'refunded'] as const) {
    const expected = slowOrders(history, window, status).map((n) => orderIds[n])
    const filter = status === undefined ? {} : { order_status: status }
    const { data } = await get(`/v1/events/${eventId}/orders`, { ...window, ...filter, limit: 100 })
    assert.deepEqual(
      data.map(({ order_id }: { order_id: number }) => order_id),
      expected,
    )
  }
}

test('every figure of any history is what a slow count finds, and the figures agree with each other', async () => {
  await fc.assert(
    fc.asyncProperty(anyHistory, anyWindow, async (history, drawn) => {
      const written = await writeHistory(house.sql, club.orgId, history)
      const sold = await checkStats(written, history, false)
      await checkStats(written, history, true)
      const whole = await checkSummary(written, history, {})
      const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
      assert.equal(sum(whole.map(({ tickets }) => tickets)), sum(sold.map((row) => row.sold)), 'summary and sold')
      await checkSummary(written, history, windowFrom(SALE_BEGAN, drawn))
      await checkOrders(written, history, {})
      await checkOrders(written, history, windowFrom(SALE_BEGAN, drawn))
      await checkScans(written, history, {}, sold)
      await checkScans(written, history, windowFrom(GATES_OPENED, drawn), sold)
    }),
    { numRuns: RUNS },
  )
})
