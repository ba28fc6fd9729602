import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addOffer } from '../../../tests/builders/prices.ts'
import { addRow } from '../../../tests/builders/rows.ts'
import { type Answer, openHouse, type Tenant } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const other = await house.organisation({ name: 'Other Club' })
const { eventId: event_id } = await addOffer(house, club)
const NOON = '2027-01-01T12:00:00'

type Given = Record<string, string | number | boolean | null>

/** Times go as text: a Date knows no microseconds. */
async function add(placed: string, given: Given = {}, tenant: Tenant = club, event = event_id): Promise<number> {
  const orderId = await addRow(house, tenant, 'orders', 'order_id', {
    event_id: event,
    order_status: 'confirmed',
    currency: 'AUD',
    price_minor: 5000,
    total_minor: 5000,
    confirmed_at: new Date('2027-01-01T00:00:00Z'),
    ...given,
  })
  await house.sql`
    update orders
    set created_at = ${placed}::text::timestamptz
    where org_id = ${tenant.orgId}
      and order_id = ${orderId}`
  return orderId
}

// Two at one instant, and two that only their microseconds tell apart.
const late = await add(`${NOON}.000002Z`, {
  first_name: 'Sigríður',
  last_name: 'Ólafsdóttir',
  email_address: 'Sigga@Example.IS',
})
const early = await add(`${NOON}.000001Z`, { first_name: 'Per%cent', last_name: 'Under_score' })
const tied = await add(`${NOON}.000001Z`, { first_name: 'Percent', last_name: 'Underscore', order_status: 'refunded' })
const before = await add('2027-01-01T11:59:59.999999Z', { order_status: 'pending', confirmed_at: null })
const sharp = await add(`${NOON}Z`, { order_status: 'cancelled' })
const all = [before, sharp, early, tied, late]
const foreign = await addOffer(house, other)
const theirs = await add(`${NOON}Z`, { first_name: 'Sigríður' }, other, foreign.eventId)
const elsewhere = await addOffer(house, club)
await add(`${NOON}Z`, { first_name: 'Sigríður' }, club, elsewhere.eventId)
const { eventId: empty } = await addOffer(house, club)

const list = (query: string, event = event_id) =>
  house.call('GET', `/v1/events/${event}/orders?${query}`, { key: club.key })
const ids = ({ status, text, body }: Answer): number[] => {
  assert.equal(status, 200, text)
  return body.data.map(({ order_id }: { order_id: number }) => order_id)
}
const search = async (text: string) => ids(await list(`search=${encodeURIComponent(text)}`))
const unix = Date.parse(`${NOON}Z`) / 1000

test('orders are listed oldest first to the microsecond, the id breaking ties, in the envelope of the contract', async () => {
  const answer = await list('')
  assert.deepEqual(ids(answer), all)
  const { data: _data, ...envelope } = answer.body
  const url = `/v1/events/${event_id}/orders`
  assert.deepEqual(envelope, { object: 'orders', url, has_more: false, event_id: String(event_id), next_cursor: null })
})

test('an order has the fields of the contract, amounts in the major unit', async () => {
  const asGiven = {
    first_name: 'Ada',
    last_name: 'Okafor',
    email_address: 'ada@example.com',
    postcode: '2000',
    country_id: 36,
    marketing_opt_in: true,
  }
  const orderId = await add('2027-02-01T00:00:00.750Z', {
    ...asGiven,
    transaction_fee_minor: 50,
    discount_minor: 1250,
    service_fee_minor: 300,
    service_tax_minor: 30,
    rebate_minor: 120,
    total_minor: 4130,
    refunded_minor: 100,
    payment_method: 'card',
    order_uuid: '0d9f2c6e-63a5-4a5e-9a57-6e1a0a6c8a11',
  })
  const { body } = await list(`search=${orderId}`)
  assert.deepEqual(body.data, [
    {
      order_id: orderId,
      order_uuid: '0d9f2c6e-63a5-4a5e-9a57-6e1a0a6c8a11',
      order_status: 'confirmed',
      order_date: Date.UTC(2027, 1, 1) / 1000,
      user_id: null,
      ...asGiven,
      transaction_fee: 0.5,
      discount_amount: 12.5,
      payment_method: 'card',
      event_id: String(event_id),
      mobile_number: null,
      sales_channel: 'online',
      currency: 'AUD',
      subtotal: 50,
      service_fee: 3,
      service_tax: 0.3,
      tax: 0,
      total: 41.3,
      taxes: [],
      rebate: 1.2,
      refunded_amount: 1,
      credit: 0,
      owed_amount: 0,
      answers: [],
      updated_at: body.data[0].updated_at,
    },
  ])
  await house.sql`delete from orders where org_id = ${club.orgId} and order_id = ${orderId}`
})

test('pages by number and by cursor are the whole list, each order once', async () => {
  for (const limit of [1, 2, 3, 4, 5, 100]) {
    const numbered: number[] = []
    const followed: number[] = []
    for (let page = 1, cursor = ''; ; page += 1) {
      const answer = await list(`limit=${limit}&page_number=${page}`)
      const next = await list(`limit=${limit}${cursor}`)
      numbered.push(...ids(answer))
      followed.push(...ids(next))
      assert.equal(answer.body.has_more, numbered.length < all.length)
      assert.equal(next.body.has_more, answer.body.has_more)
      cursor = `&cursor=${next.body.next_cursor}`
      if (!answer.body.has_more) break
    }
    assert.deepEqual([numbered, followed], [all, all])
  }
})

test('the default page has 20 orders, and limit goes up to 100', async () => {
  const { eventId: full } = await addOffer(house, club)
  for (let n = 0; n < 21; n += 1) await add(`${NOON}Z`, {}, club, full)
  const { body } = await list('', full)
  assert.deepEqual([body.data.length, body.has_more], [20, true])
  for (const limit of ['0', '101']) assert.equal((await list(`limit=${limit}`)).body.error.param, 'limit')
})

test('order_status finds orders with that status, and refuses a word that is none', async () => {
  assert.deepEqual(ids(await list('order_status=refunded')), [tied])
  assert.deepEqual(ids(await list('order_status=pending')), [before])
  assert.deepEqual(ids(await list('order_status=expired')), [])
  assert.equal((await list('order_status=paid')).body.error.param, 'order_status')
})

test('unix_start and unix_end are strict, and compare with the microseconds', async () => {
  assert.deepEqual(ids(await list(`unix_start=${unix}`)), [early, tied, late])
  assert.deepEqual(ids(await list(`unix_end=${unix}`)), [before])
  assert.deepEqual(ids(await list(`unix_start=${unix - 1}&unix_end=${unix + 1}`)), all)
  assert.deepEqual(ids(await list(`unix_start=${unix + 1}`)), [])
})

test('search finds part of a name or an e-mail address in any case, with % and _ as plain characters', async () => {
  for (const text of ['sigríður', 'ÓLAFS', 'Sigríður Ólafsdóttir', 'sigga@example.is', '@EXAMPLE']) {
    assert.deepEqual(await search(text), [late], text)
  }
  assert.deepEqual(await search('r%c'), [early])
  assert.deepEqual(await search('r_s'), [early])
  assert.deepEqual(await search('nobody'), [])
})

test('search finds the whole order id or UUID, and not a part of it', async () => {
  const [row] = await house.sql<{ order_uuid: string }[]>`
    select order_uuid
    from orders
    where org_id = ${club.orgId}
      and order_id = ${late}`
  const uuid = row?.order_uuid ?? ''
  assert.deepEqual(await search(String(late)), [late])
  assert.deepEqual(await search(uuid), [late])
  assert.deepEqual(await search(uuid.toUpperCase()), [late])
  assert.deepEqual(await search(uuid.slice(0, 13)), [])
  assert.deepEqual(await search(String(theirs)), [])
})

test('filters narrow together', async () => {
  assert.deepEqual(ids(await list(`order_status=refunded&search=percent&unix_start=${unix}`)), [tied])
  assert.deepEqual(ids(await list(`order_status=confirmed&search=percent&unix_end=${unix}`)), [])
})

test('an event without orders has an empty list; one that does not exist, or another organisation’s, is 404', async () => {
  const { status, body } = await list('', empty)
  assert.deepEqual([status, body.data, body.has_more], [200, [], false])
  assert.deepEqual(ids(await list('page_number=1000')), [])
  for (const event of [999_999_999, foreign.eventId]) {
    const missing = await list('', event)
    assert.deepEqual([missing.status, missing.body.error.code], [404, 'resource_missing'])
  }
})

test('an order that is placed while one pages by cursor comes at the end, and a cursor holds for its filters only', async () => {
  const first = await list('limit=3')
  const added = await add('2027-03-01T00:00:00Z')
  const rest = await list(`limit=3&cursor=${first.body.next_cursor}`)
  assert.deepEqual([...ids(first), ...ids(rest)], [...all, added])
  for (const query of ['order_status=confirmed', 'search=a', `unix_start=${unix}`]) {
    assert.equal((await list(`${query}&cursor=${first.body.next_cursor}`)).body.error.code, 'cursor_invalid')
  }
  assert.equal((await list(`cursor=${first.body.next_cursor}`, elsewhere.eventId)).body.error.code, 'cursor_invalid')
  assert.equal((await list(`page_number=2&cursor=${first.body.next_cursor}`)).body.error.param, 'page_number')
})
