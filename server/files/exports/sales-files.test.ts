import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { openGround } from '../../../tests/builders/grounds.ts'
import { addOrder } from '../../../tests/builders/orders.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { NOTHING } from '../../../tests/builders/rows.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { type CsvRecord, readCsv } from '../../platform/values/csv.ts'

const house = await openHouse()
const { sql } = house
const club = await house.organisation()
const ground = await openGround(house, club)

const fetchFile = (kind: string, query = '', key = club.key) =>
  house.call('GET', `/v1/manage/exports/${kind}.csv${query}`, { key })

/** Every line of the file by the names of its columns. */
async function lines(kind: string, query = '', key = club.key): Promise<Record<string, string>[]> {
  const { text } = await fetchFile(kind, query, key)
  const records: CsvRecord[] = []
  for await (const record of readCsv(Readable.from([Buffer.from(text)]))) records.push(record)
  const [head] = records.splice(0, 1)
  return records.map(({ cells }) => Object.fromEntries((head?.cells ?? []).map((name, at) => [name, cells[at] ?? ''])))
}

test('orders are exported with their amounts, and with the time on the event’s clock', async () => {
  const offer = await addOffer(house, club)
  const { orderId } = await addOrder(house, club, offer, {
    tickets: 2,
    fee: 300,
    order: { created_at: new Date('2026-12-31T23:30:00Z'), sales_channel: 'boxoffice' },
  })
  const [line, ...rest] = await lines('orders', `?event_id=${offer.eventId}`)
  assert.equal(rest.length, 0)
  assert.deepEqual(
    [line?.order_id, line?.order_time, line?.order_date, line?.total, line?.sales_channel, line?.email_address],
    [String(orderId), '2027-01-01 10:30:00', '1798759800', '56', 'boxoffice', 'ada@example.com'],
  )
})

test('tickets are exported with holder, barcode and price', async () => {
  const offer = await addOffer(house, club)
  const { ticketIds, barcode } = await addOrder(house, club, offer, { tickets: 2 })
  const found = await lines('tickets', `?event_id=${offer.eventId}`)
  assert.deepEqual(
    found.map(({ ticket_id }) => Number(ticket_id)),
    ticketIds,
  )
  assert.deepEqual([found[0]?.barcode, found[0]?.price, found[0]?.price_title], [barcode, '25', 'Adult'])
})

test('scans are exported in the order of their time, on the event’s clock', async () => {
  const { barcode } = await ground.ticket()
  await ground.scan(barcode)
  await ground.scan(barcode, { gate: 1 })
  const found = await lines('scans', `?event_id=${ground.eventId}`)
  assert.deepEqual(
    found.map(({ result, event_id }) => [result, event_id]),
    ['admitted', 'already_used'].map((result) => [result, String(ground.eventId)]),
  )
  assert.match(found[0]?.scan_time ?? '', /^\d\d:\d\d:\d\d$/)
})

test('what a spreadsheet would run comes as text', async () => {
  const offer = await addOffer(house, club)
  await addOrder(house, club, offer, { order: { first_name: '=HYPERLINK("http://evil")' } })
  const { text } = await fetchFile('orders', `?event_id=${offer.eventId}`)
  assert.ok(text.includes(`"'=HYPERLINK(""http://evil"")"`), text)
})

for (const kind of ['orders', 'tickets']) {
  for (const query of ['', 'of one event']) {
    test(`${kind} of many pages ${query || 'of all events'} arrive whole, each once`, async () => {
      const large = await house.organisation({ name: 'Large Club' })
      const offer = await addOffer(house, large)
      const { orderId, orderLineId } = await addOrder(house, large, offer)
      // One instant for all, so that a page can end only by the id.
      await sql`
        insert into orders (org_id, event_id, order_status, currency, price_minor, total_minor, confirmed_at, created_at)
        select ${large.orgId}, ${offer.eventId}, 'confirmed', 'AUD', 0, 0, now(), timestamptz '2027-01-01'
        from generate_series(1, 4100)`
      await sql`
        insert into tickets (
          org_id, event_id, order_id, order_line_id, price_category_id, price_id, barcode, price_minor
        )
        select ${large.orgId}, ${offer.eventId}, ${orderId}, ${orderLineId}, ${offer.priceCategoryId}, ${offer.priceId},
          'B' || n, 0
        from generate_series(1, 4100) n`
      const id = kind === 'orders' ? 'order_id' : 'ticket_id'
      const found = await lines(kind, query && `?event_id=${offer.eventId}`, large.key)
      assert.equal(found.length, 4101)
      assert.equal(new Set(found.map((line) => line[id])).size, 4101)
    })
  }
}

test('an event that is not there is not found; another organisation’s file has nothing of ours', async () => {
  const other = await house.organisation({ name: 'Other Club' })
  for (const kind of ['orders', 'tickets', 'scans']) {
    assert.equal((await fetchFile(kind, `?event_id=${NOTHING}`)).status, 404, kind)
    assert.equal((await fetchFile(kind, `?event_id=${ground.eventId}`, other.key)).status, 404, kind)
    assert.deepEqual(await lines(kind, '', other.key), [], kind)
  }
})
