import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addCustomer } from '../../../tests/builders/customers.ts'
import { addOrder } from '../../../tests/builders/orders.ts'
import { addOffer, addSeatedOffer } from '../../../tests/builders/prices.ts'
import { addSeatMap } from '../../../tests/builders/seat-maps.ts'
import { type Answer, openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const { sql } = house
const club = await house.organisation()
const list = (query: string, key = club.key) => house.call('GET', `/v1/manage/tickets?${query}`, { key })
const ids = async (search: string, more = '') =>
  (await list(`search=${encodeURIComponent(search)}${more}`)).body.data.map(
    ({ ticket_id }: { ticket_id: number }) => ticket_id,
  )

const offer = await addOffer(house, club)
const { userId } = await addCustomer(house, club, {
  org_customer_id: 'C1',
  first_name: 'Zenobia',
  last_name: 'Wu',
  email_address: 'zenobia@example.com',
})
const bought = await addOrder(house, club, offer, { tickets: 2, order: { user_id: userId } })
const [kept = 0, given = 0] = bought.ticketIds

test('tickets are found by their buyer, words in any order and short names too', async () => {
  for (const search of ['zenobia', 'wu zenobia', 'Wu', 'zenobia@example.com']) {
    assert.deepEqual(await ids(search), [kept, given], search)
  }
  assert.deepEqual(await ids('zenobia nobody'), [])
})

test('a ticket that was passed on is found by its new holder', async () => {
  const { body: passedOn } = await house.call('POST', `/v1/manage/tickets/${given}/transfer`, {
    key: club.key,
    body: { ticket_name: 'Grace Ito', email_address: 'grace@example.com' },
  })
  assert.deepEqual(await ids('ito grace'), [passedOn.ticket_id])
  assert.deepEqual(await ids('grace@example.com'), [passedOn.ticket_id])
})

test('a ticket that was given another name is found by it', async () => {
  await house.call('PATCH', `/v1/manage/tickets/${kept}`, { key: club.key, body: { ticket_name: 'Mei Lin' } })
  assert.deepEqual(await ids('Mei Lin'), [kept])
})

test('a ticket is found by its number and by its whole barcode', async () => {
  const { ticketId, barcode } = await addOrder(house, club, offer)
  assert.deepEqual(await ids(String(ticketId)), [ticketId])
  assert.deepEqual(await ids(barcode), [ticketId])
  assert.deepEqual(await ids(barcode.toLowerCase()), [ticketId], 'typed in small letters')
})

test('a ticket is found by its seat, however the place is said, and within one event', async () => {
  const map = await addSeatMap(house, club, { rows: 2, seats: 12 })
  const seatOf = async (event: Awaited<ReturnType<typeof addSeatedOffer>>, seatId: number) => {
    const { ticketId } = await addOrder(house, club, event)
    await sql`
      update tickets
      set seat_id = ${seatId}
      where org_id = ${club.orgId}
        and ticket_id = ${ticketId}`
    return ticketId
  }
  const [first, second] = [await addSeatedOffer(house, club, map), await addSeatedOffer(house, club, map)]
  const [, , , , , , , , , , , a12 = 0, b1 = 0, b2 = 0] = map.seatIds
  const [twelve, other] = [await seatOf(first, a12), await seatOf(second, a12)]
  const one = await seatOf(first, b1)
  const two = await seatOf(first, b2)
  for (const search of ['A12', 'a 12', 'Row A, seat 12', 'north a-12']) {
    assert.deepEqual(await ids(search), [twelve, other], search)
  }
  assert.deepEqual(await ids('B 2'), [two])
  assert.deepEqual(await ids('seat 1 row b'), [one])
  assert.deepEqual(await ids('A12', `&event_id=${second.eventId}`), [other])
  assert.deepEqual(await ids('south a 12'), [])
})

test('a search that a thousand customers match is asked to say more', async () => {
  await sql`
    insert into customers (org_id, org_customer_id, first_name)
    select ${club.orgId}, 'crowd-' || n, 'Everybody'
    from generate_series(1, 1001) n`
  const { status, body } = await list('search=everybody')
  assert.deepEqual([status, body.error.param], [400, 'search'])
})

test('another organisation finds none of them', async () => {
  const other = await house.organisation({ name: 'Other Club' })
  for (const search of ['zenobia', bought.barcode, 'A12', 'grace']) {
    assert.deepEqual((await list(`search=${search}`, other.key)).body.data, [], search)
  }
})

test('the tickets that one customer bought, the newest first if so wished, page by page', async () => {
  const { userId: buyerId } = await addCustomer(house, club)
  const order = { user_id: buyerId }
  const [older, newer] = [await addOrder(house, club, offer, { order }), await addOrder(house, club, offer, { order })]
  const theirs = `user_id=${buyerId}&sort_direction=desc`
  const page = (query: string) => list(query).then(({ body }) => body)
  const idsOf = ({ data }: Answer['body']) => data.map(({ ticket_id }: { ticket_id: number }) => ticket_id)
  assert.deepEqual(idsOf(await page(theirs)), [newer.ticketId, older.ticketId])
  assert.deepEqual(idsOf(await page(`user_id=${buyerId}`)), [older.ticketId, newer.ticketId])
  const first = await page(`${theirs}&limit=1`)
  assert.deepEqual(idsOf(first), [newer.ticketId])
  assert.deepEqual(idsOf(await page(`${theirs}&limit=1&cursor=${first.next_cursor}`)), [older.ticketId])
  const other = await house.organisation({ name: 'Third Club' })
  assert.deepEqual(idsOf((await list(`user_id=${buyerId}`, other.key)).body), [])
})
