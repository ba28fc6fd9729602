import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addCustomer } from '../../../tests/builders/customers.ts'
import { addGateWithDevice } from '../../../tests/builders/gates.ts'
import { addMember } from '../../../tests/builders/members.ts'
import { addMembershipCategory, addMembershipType } from '../../../tests/builders/membership-catalogue.ts'
import { addOrder } from '../../../tests/builders/orders.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { addRow, unique } from '../../../tests/builders/rows.ts'
import { type Answer, openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const other = await house.organisation({ name: 'Other Club' })
const gate = await addGateWithDevice(house, club)
const offer = await addOffer(house, club)
const { eventId: event_id } = offer
const OPEN = '2027-03-13T08:00:00'
const unix = Date.parse(`${OPEN}Z`) / 1000

type Given = Record<string, string | number | boolean | null>

/** Times go as text: a Date knows no microseconds. */
async function scan(at: string, given: Given, event = event_id): Promise<number> {
  const scanned = { event_id: event, ...gate, nonce: unique('n'), direction: 'entry', barcode: 'X', ...given }
  const columns = { ...scanned, result: given.result ?? 'admitted', scanned_at: new Date(0) }
  const scanId = await addRow(house, club, 'scans', 'scan_id', columns)
  await house.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`
      update scans
      set scanned_at = ${at}::text::timestamptz
      where org_id = ${club.orgId}
        and scan_id = ${scanId}`
  })
  return scanId
}

const { orderId, ticketId, barcode } = await addOrder(house, club, offer)
const ofTicket = { ticket_id: ticketId, barcode }
const middle = await scan(`${OPEN}.000001Z`, ofTicket)
const newest = await scan(`${OPEN}.000002Z`, { ...ofTicket, direction: 'exit', result: 'exit' })
const tied = await scan(`${OPEN}.000001Z`, { result: 'unknown', barcode: 'NOBODY' })
const sharp = await scan(`${OPEN}Z`, { ...ofTicket, result: 'already_used' })
const all = [newest, tied, middle, sharp]

const list = (query: string, event = event_id) =>
  house.call('GET', `/v1/events/${event}/scans?${query}`, { key: club.key })
const ids = ({ status, text, body }: Answer): number[] => {
  assert.equal(status, 200, text)
  return body.data.map(({ scan_id }: { scan_id: number }) => scan_id)
}
const nextOf = ({ headers }: Answer) => /^<([^>]+)>; rel="next"$/.exec(headers.link ?? '')?.[1]

test('scans are listed newest first to the microsecond, the id breaking ties, in the shape of the contract', async () => {
  const answer = await list('')
  assert.deepEqual(ids(answer), all)
  const { data: _data, ...shape } = answer.body
  assert.deepEqual(shape, { event_id: String(event_id), total: 4, has_more: false })
  assert.equal(answer.headers.link, undefined)
})

test('a ticket’s scan says who, what and where, in the zone of the event', async () => {
  const { body } = await list('')
  assert.deepEqual(body.data.at(-1), {
    gate_id: gate.gate_id,
    scan_date: '2027-03-13',
    scan_time: '19:00:00',
    gate: body.data[0].gate,
    result: 'already_used',
    ticket_name: null,
    order_id: orderId,
    ticket_id: ticketId,
    barcode,
    price_category_id: offer.priceCategoryId,
    price_category_status: 'active',
    membership_category_id: null,
    category_title: 'Stand',
    price_title: 'Adult',
    email_address: 'ada@example.com',
    unix_local_timestamp: unix + 11 * 3600,
    scan_id: sharp,
    device_id: gate.device_id,
    direction: 'entry',
    membership_member_id: null,
    annuls_scan_id: null,
    offline: false,
    by_search: false,
    unix_timestamp: unix,
  })
})

test('an unknown barcode is listed as it was read', async () => {
  const { body } = await list('')
  const { barcode: read, ticket_id, order_id, price_category_id, category_title, email_address } = body.data[1]
  assert.equal(read, 'NOBODY')
  assert.deepEqual(
    [ticket_id, order_id, price_category_id, category_title, email_address],
    [null, null, null, null, null],
  )
})

test('a member’s scan has the member’s name, membership category and type, and the customer’s address', async () => {
  const at = await addOffer(house, club)
  const { userId } = await addCustomer(house, club, { email_address: 'kiri@example.com' })
  const category = await addMembershipCategory(house, club)
  const membership = { membership_category_id: category, title: 'Adult season' }
  const member = await addMember(house, club, {
    user_id: userId,
    membership_type_id: await addMembershipType(house, club, membership),
    first_name: 'Kiri',
    last_name: 'Moana',
  })
  await scan(`${OPEN}Z`, { membership_member_id: member }, at.eventId)
  const [row] = (await list('include_sales=true', at.eventId)).body.data
  assert.deepEqual(
    [row.ticket_name, row.membership_category_id, row.category_title, row.price_title, row.email_address],
    ['Kiri Moana', category, 'Season', 'Adult season', 'kiri@example.com'],
  )
  assert.deepEqual([row.membership_member_id, row.ticket_id, row.tickets_sold], [member, null, null])
})

test('the address is the customer’s own, as it is now', async () => {
  const { userId } = await addCustomer(house, club, { email_address: 'new@example.com' })
  await house.sql`update orders set user_id = ${userId} where org_id = ${club.orgId} and order_id = ${orderId}`
  assert.equal((await list('')).body.data[0].email_address, 'new@example.com')
})

test('unix_start and unix_end are strict, compare with the microseconds, and total counts what they match', async () => {
  for (const [query, expected] of [
    [`unix_start=${unix}`, [newest, tied, middle]],
    [`unix_end=${unix}`, []],
    [`unix_start=${unix - 1}&unix_end=${unix + 1}`, all],
    [`unix_start=${unix + 1}`, []],
  ] as const) {
    const answer = await list(`${query}&limit=1`)
    assert.equal(answer.body.total, expected.length, query)
    assert.deepEqual(ids(await list(query)), expected, query)
  }
})

test('pages by number and by Link are the whole list, each scan once, and total is that of the list', async () => {
  for (const limit of [1, 2, 3, 4, 2500]) {
    const numbered: number[] = []
    const followed: number[] = []
    let next: string | undefined = `/v1/events/${event_id}/scans?limit=${limit}`
    for (let page = 1; next !== undefined; page += 1) {
      const answer = await list(`limit=${limit}&page_number=${page}`)
      const linked: Answer = await house.call('GET', next, { key: club.key })
      numbered.push(...ids(answer))
      followed.push(...ids(linked))
      assert.deepEqual([answer.body.total, linked.body.total], [4, 4])
      assert.equal(linked.body.has_more, answer.body.has_more)
      next = nextOf(linked)
      assert.equal(next !== undefined, linked.body.has_more)
    }
    assert.deepEqual([numbered, followed], [all, all])
  }
})

test('limit is 100 unless given, and 2500 at most', async () => {
  for (const limit of ['0', '2501']) assert.equal((await list(`limit=${limit}`)).body.error.param, 'limit')
})

test('a scan that comes in while one follows Link does not shift the pages, and a cursor holds for its filters', async () => {
  const at = await addOffer(house, club)
  const first = await scan(`${OPEN}Z`, { result: 'unknown' }, at.eventId)
  const second = await scan(`${OPEN}.5Z`, { result: 'unknown' }, at.eventId)
  const page = await list('limit=1&include_sales=1', at.eventId)
  assert.deepEqual(ids(page), [second])
  await scan(`${OPEN}.7Z`, { result: 'unknown' }, at.eventId)
  const linked = await house.call('GET', nextOf(page) ?? '', { key: club.key })
  assert.deepEqual(ids(linked), [first])
  assert.equal(linked.body.total, 2)
  assert.ok('tickets_sold' in linked.body.data[0])
  const cursor = new URL(nextOf(page) ?? '', 'http://here').searchParams.get('cursor')
  const [version, filters, position, scanId, total] = JSON.parse(Buffer.from(cursor ?? '', 'base64url').toString())
  for (const forged of [-5, '-5', `${total}A`.slice(1), Buffer.from('-5').toString('base64url'), '']) {
    const written = Buffer.from(JSON.stringify([version, filters, position, scanId, forged])).toString('base64url')
    assert.equal((await list(`limit=1&cursor=${written}`, at.eventId)).body.error?.code, 'cursor_invalid')
  }
  assert.equal((await list(`unix_start=1&cursor=${cursor}`, at.eventId)).body.error.code, 'cursor_invalid')
  assert.equal((await list(`cursor=${cursor}`)).body.error.code, 'cursor_invalid')
  assert.equal((await list(`page_number=2&cursor=${cursor}`, at.eventId)).body.error.param, 'page_number')
})

test('tickets_sold is there only when it is asked for', async () => {
  assert.ok((await list('')).body.data.every((row: object) => !('tickets_sold' in row)))
  const sold = (await list('include_sales=true')).body.data.map((row: { tickets_sold: number }) => row.tickets_sold)
  assert.deepEqual(sold, [1, null, 1, 1])
})

test('an event without scans has an empty list; one that does not exist, or another organisation’s, is 404', async () => {
  const { eventId: quiet } = await addOffer(house, club)
  assert.deepEqual((await list('', quiet)).body, { event_id: String(quiet), total: 0, has_more: false, data: [] })
  const { eventId: theirs } = await addOffer(house, other)
  for (const event of [999_999_999, theirs]) assert.equal((await list('', event)).status, 404)
})
