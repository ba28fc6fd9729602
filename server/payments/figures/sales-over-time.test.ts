import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addOrder, type Purchase } from '../../../tests/builders/orders.ts'
import { addOffer, addPrice, addPriceCategory, type Offer } from '../../../tests/builders/prices.ts'
import { NOTHING } from '../../../tests/builders/rows.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { after } from '../../platform/postgres/sql.ts'

const house = await openHouse()
const { sql } = house
house.clock.set(new Date('2027-03-20T00:00:00Z'))
const club = await house.organisation({ timezone: 'Australia/Sydney' })

const get = (path: string, key = club.key) => house.call('GET', `/v1/manage/${path}`, { key })
/** An event in Sydney on the 13th of March 2027, 19:30 there. */
const sydney = (starts = '2027-03-13T08:30:00Z', event = {}) =>
  addOffer(house, club, { event: { starts_at: new Date(starts), ...event } })
const sell = (offer: Offer, at: string, purchase: Purchase = {}) =>
  addOrder(house, club, offer, { ...purchase, order: { created_at: new Date(at), ...purchase.order } })
type Bucket = { date: string; hour: number | null; group: string | null; orders: number | null; tickets: number }
const shown = (data: Bucket[]) => data.map(({ date, hour, orders, tickets }) => [date, hour, orders, tickets])

test('sales by day and by hour are on the clock of the event', async () => {
  const offer = await sydney()
  await sell(offer, '2027-02-01T12:59:59Z', { tickets: 2 })
  await sell(offer, '2027-02-01T13:00:00Z')
  await sell(offer, '2027-02-01T13:20:00Z', { tickets: 3, fee: 300 })
  const { body: days } = await get(`events/${offer.eventId}/sales`)
  assert.equal(days.timezone, 'Australia/Sydney')
  assert.deepEqual(shown(days.data), [
    ['2027-02-01', null, 1, 2],
    ['2027-02-02', null, 2, 4],
  ])
  const [, second] = days.data
  assert.deepEqual(
    [second.start, second.days_before, second.gross_sales, second.net_sales, second.currency],
    [Date.UTC(2027, 1, 1, 13) / 1000, 39, 109, 100, 'AUD'],
  )
  const window = `unix_start=${Date.UTC(2027, 1, 1) / 1000}&unix_end=${Date.UTC(2027, 1, 3) / 1000}`
  const { body: hours } = await get(`events/${offer.eventId}/sales?interval=hour&${window}`)
  assert.deepEqual(shown(hours.data), [
    ['2027-02-01', 23, 1, 2],
    ['2027-02-02', 0, 2, 4],
  ])
})

test('the hours of a zone that is half an hour off are its own', async () => {
  const offer = await sydney(undefined, { timezone: 'Australia/Adelaide' })
  await sell(offer, '2027-03-01T10:20:00Z')
  await sell(offer, '2027-03-01T10:31:00Z')
  const { body } = await get(`events/${offer.eventId}/sales?interval=hour`)
  assert.deepEqual(shown(body.data), [
    ['2027-03-01', 20, 1, 1],
    ['2027-03-01', 21, 1, 1],
  ])
})

test('sales are grouped by channel, category and price, and an order of two prices is one order', async () => {
  const offer = await sydney()
  const child = { ...offer, priceId: await addPrice(house, club, offer, { title: 'Child' }) }
  const terrace = {
    ...offer,
    priceCategoryId: await addPriceCategory(house, club, offer.eventId, { title: 'Terrace' }),
  }
  const standing = { ...terrace, priceId: await addPrice(house, club, terrace) }
  const { orderId } = await sell(offer, '2027-02-01T01:00:00Z')
  const second = await sell(child, '2027-02-01T01:00:00Z', { tickets: 2 })
  await sql`
    insert into order_lines (
      org_id, order_id, order_line_id, event_id, price_category_id, price_id, quantity, places, price_minor
    )
    select org_id, ${orderId}, order_line_id, event_id, price_category_id, price_id, quantity, places, price_minor
    from order_lines
    where org_id = ${club.orgId}
      and order_line_id = ${second.orderLineId}`
  await sql`
    update tickets
    set order_id = ${orderId}
    where org_id = ${club.orgId}
      and order_id = ${second.orderId}`
  await sell(standing, '2027-02-01T01:00:00Z', { order: { sales_channel: 'boxoffice' } })
  const by = async (group: string) =>
    (await get(`events/${offer.eventId}/sales?group_by=${group}`)).body.data.map(
      ({ group: name, orders, tickets }: Bucket) => [name, orders, tickets],
    )
  assert.deepEqual(await by('channel'), [
    ['boxoffice', 1, 1],
    ['online', 1, 3],
  ])
  assert.deepEqual(await by('price_category'), [
    [String(offer.priceCategoryId), null, 3],
    [String(terrace.priceCategoryId), null, 1],
  ])
  assert.deepEqual(await by('price'), [
    [String(offer.priceId), null, 1],
    [String(child.priceId), null, 2],
    [String(standing.priceId), null, 1],
  ])
})

test('what is sold or taken back after a look is in the next one, and agrees with the sales summary', async () => {
  const offer = await sydney()
  const first = await sell(offer, '2027-02-01T01:00:00Z', { tickets: 2 })
  const look = async () => shown((await get(`events/${offer.eventId}/sales`)).body.data)
  assert.deepEqual(await look(), [['2027-02-01', null, 1, 2]])
  await sell(offer, '2027-02-01T01:05:00Z')
  assert.deepEqual(await look(), [['2027-02-01', null, 2, 3]])
  await sql`
    update tickets
    set ticket_status_id = 3, changed_at = now()
    where org_id = ${club.orgId}
      and order_id = ${first.orderId}`
  assert.deepEqual(await look(), [['2027-02-01', null, 1, 1]])
  const { body } = await house.call('GET', `/v1/events/${offer.eventId}/sales_summary`, { key: club.key })
  assert.deepEqual([body.data[0].orders, body.data[0].tickets], [1, 1])
})

test('a change that commits late, with an earlier time than the last one counted, is counted too', async () => {
  const offer = await sydney()
  await sell(offer, '2027-02-01T01:00:00Z')
  await get(`events/${offer.eventId}/sales`)
  const late = await sell(offer, '2027-02-02T01:00:00Z')
  await sql`
    update tickets
    set changed_at = ${after(sql, 'changed_at', -30_000)}
    where org_id = ${club.orgId}
      and order_id = ${late.orderId}`
  const { body } = await get(`events/${offer.eventId}/sales`)
  assert.equal(body.data.length, 2)
})

test('an event is compared with an earlier one over the same days before it', async () => {
  const [now, before] = [await sydney(), await sydney('2026-10-10T08:30:00Z')]
  await sell(now, '2027-03-10T01:00:00Z')
  await sell(before, '2026-10-07T01:00:00Z', { tickets: 4 })
  await sell(before, '2026-09-01T01:00:00Z', { tickets: 9 })
  const start = Date.UTC(2027, 2, 1) / 1000
  const { body } = await get(`events/${now.eventId}/sales?unix_start=${start}&compare_with=${before.eventId}`)
  const days = (data: (Bucket & { days_before: number })[]) => data.map((row) => [row.days_before, row.tickets])
  assert.deepEqual(days(body.data), [[3, 1]])
  assert.deepEqual([body.compared.event_id, days(body.compared.data)], [String(before.eventId), [[3, 4]]])
})

test('the organisation’s sales are those of all its events, by event on request, and by currency', async () => {
  const own = await house.organisation({ name: 'Season Club', timezone: 'Europe/Berlin' })
  const [one, two] = [
    await addOffer(house, own),
    await addOffer(house, own, { event: { currency: 'NZD', title: 'Away' } }),
  ]
  const placed = { order: { created_at: new Date('2027-03-01T23:30:00Z') } }
  await addOrder(house, own, one, { tickets: 2, ...placed })
  await addOrder(house, own, two, placed)
  const { body } = await get('sales', own.key)
  assert.equal(body.timezone, 'Europe/Berlin')
  assert.deepEqual(
    body.data.map(({ date, currency, tickets, days_before }: Record<string, unknown>) => [
      date,
      currency,
      tickets,
      days_before,
    ]),
    [
      ['2027-03-02', 'AUD', 2, null],
      ['2027-03-02', 'NZD', 1, null],
    ],
  )
  const { body: events } = await get('sales?group_by=event', own.key)
  assert.deepEqual(
    events.data.map(({ group, group_title }: Record<string, unknown>) => [group, group_title]),
    [
      [String(one.eventId), 'Derby'],
      [String(two.eventId), 'Away'],
    ],
  )
})

test('a time that is too long for one answer is refused; an event that is not there is not found', async () => {
  const { eventId } = await sydney()
  const { status, body } = await get(`events/${eventId}/sales?interval=hour&unix_start=0`)
  assert.deepEqual([status, body.error.param], [400, 'unix_start'])
  assert.equal((await get(`events/${NOTHING}/sales`)).status, 404)
  assert.equal((await get(`events/${eventId}/sales?compare_with=${NOTHING}`)).status, 404)
  const other = await house.organisation({ name: 'Other Club' })
  assert.equal((await get(`events/${eventId}/sales`, other.key)).status, 404)
  assert.deepEqual((await get('sales', other.key)).body.data, [])
})
