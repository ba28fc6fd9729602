import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addCustomer } from '../../../tests/builders/customers.ts'
import { addOrder } from '../../../tests/builders/orders.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const { sql } = house
const club = await house.organisation({ name: 'Harbour & Sons' })
const offer = await addOffer(house, club)

const send = (method: string, path: string, body?: object) =>
  house.call(method, `/v1/manage/orders${path}`, { key: club.key, ...(body ? { body } : {}) })
const ids = async (query: string) =>
  (await send('GET', `?${query}`)).body.data.map((order: { order_id: number }) => order.order_id)

/** An order of a customer with this name. */
async function orderOf(name: string, eventOffer = offer) {
  const newOrder = await addOrder(house, club, eventOffer)
  const reached = { email_address: `${name}@example.com`, mobile_number: '+61412345678' }
  const { userId } = await addCustomer(house, club, { org_customer_id: name, first_name: name, ...reached })
  await sql`
    update orders
    set user_id = ${userId}
    where org_id = ${club.orgId}
      and order_id = ${newOrder.orderId}`
  return { ...newOrder, userId }
}

test('orders of all events are listed newest first, page by page', async () => {
  const other = await addOffer(house, club)
  const creations = [
    (await addOrder(house, club, offer)).orderId,
    (await addOrder(house, club, other)).orderId,
    (await addOrder(house, club, offer)).orderId,
  ].reverse()
  const seen: number[] = []
  for (let cursor = ''; seen.length < 3; ) {
    const { body } = await send('GET', `?limit=1${cursor}`)
    seen.push(...body.data.map((order: { order_id: number }) => order.order_id))
    cursor = `&cursor=${body.next_cursor}`
  }
  assert.deepEqual(seen, creations)
  assert.deepEqual(await ids(`event_id=${other.eventId}`), [creations[1]])
})

test('orders of an event go on by cursor where the page before ended, whatever their dates', async () => {
  const own = await addOffer(house, club)
  const rows: number[] = []
  for (let n = 0; n < 4; n += 1) rows.push((await addOrder(house, club, own)).orderId)
  await sql`
    update orders
    set created_at = '2027-01-01T00:00:00.000123Z'
    where org_id = ${club.orgId}
      and event_id = ${own.eventId}`
  const seen: number[] = []
  for (let cursor = ''; ; ) {
    const { body } = await send('GET', `?event_id=${own.eventId}&order_status=confirmed&limit=1${cursor}`)
    seen.push(...body.data.map((order: { order_id: number }) => order.order_id))
    if (!body.has_more) break
    cursor = `&cursor=${body.next_cursor}`
  }
  assert.deepEqual(seen, rows.reverse())
})

test('search finds orders by their customer, by number and by UUID', async () => {
  const { orderId, userId } = await orderOf('Zenobia')
  const { body } = await send('GET', `/${orderId}`)
  for (const query of ['zeno', 'ZENOBIA%20OKAFOR', 'zenobia@example', body.order_uuid, String(orderId)]) {
    assert.deepEqual(await ids(`search=${query}`), [orderId], query)
  }
  assert.deepEqual(await ids('search=412345678'), [orderId], 'a telephone number')
  assert.deepEqual(await ids(`user_id=${userId}`), [orderId])
  assert.deepEqual(await ids('search=nobody'), [])
  const near = await orderOf('Xzenobia')
  assert.deepEqual(await ids('search=zenobia@EXAMPLE.com'), [orderId], 'a whole address')
  assert.deepEqual(await ids('search=zenobia@example.co'), [near.orderId, orderId], 'less than one')
})

test('an order shows its tickets and every attempt to pay', async () => {
  const { orderId, ticketId } = await addOrder(house, club, offer)
  await sql`
    insert into payments (
      org_id, order_id, provider, idempotency_key, payment_status, amount_minor, currency, failure_code, decline_code,
      succeeded_at
    ) values
      (${club.orgId}, ${orderId}, 'test', 'a', 'failed', 2500, 'AUD', 'card_declined', 'insufficient_funds', null),
      (${club.orgId}, ${orderId}, 'test', 'b', 'succeeded', 2500, 'AUD', null, null, now())`
  const { status, body } = await send('GET', `/${orderId}`)
  assert.equal(status, 200)
  assert.deepEqual(
    body.tickets.map((ticket: { ticket_id: number }) => ticket.ticket_id),
    [ticketId],
  )
  assert.deepEqual(
    body.payments.map((payment: Record<string, unknown>) => [
      payment.payment_status,
      payment.amount,
      payment.decline_code,
    ]),
    [
      ['failed', 25, 'insufficient_funds'],
      ['succeeded', 25, null],
    ],
  )
})

/** What was noted to be sent again: its kind, the ticket that it is about, the address. */
async function resent(orderId: number) {
  const rows = await sql<{ kind: string; about_id: number | null; email_address: string | null }[]>`
    select kind, about_id, email_address
    from mails
    where org_id = ${club.orgId}
      and order_id = ${orderId}
      and kind = 'tickets_resent'
    order by created_at, mail_id`
  return rows.map(({ kind, about_id, email_address }) => [kind, about_id, email_address])
}

test('resending notes one mail of the order, to the buyer or to the address that staff choose', async () => {
  const { orderId } = await orderOf('Mira')
  const { status, body } = await send('POST', `/${orderId}/resend`)
  assert.equal(status, 200)
  assert.deepEqual(body, { order_id: orderId, tickets_sent: 1, mails: 1 })
  await send('POST', `/${orderId}/resend`, { email_address: 'grace@example.com' })
  assert.deepEqual(await resent(orderId), [
    ['tickets_resent', null, 'ada@example.com'],
    ['tickets_resent', null, 'grace@example.com'],
  ])
})

test('the address that tickets are resent to becomes that of the order where staff say so, for those who may read codes', async () => {
  const { orderId } = await orderOf('Nora')
  const addressOf = async () => (await send('GET', `/${orderId}`)).body.email_address
  const refused = await send('POST', `/${orderId}/resend`, { change_buyer: true })
  assert.deepEqual([refused.status, refused.body.error.param], [400, 'email_address'])
  await send('POST', `/${orderId}/resend`, { email_address: 'once@example.com' })
  assert.equal(await addressOf(), 'ada@example.com')
  const body = { email_address: 'new@example.com', change_buyer: true }
  const few = await house.key(club.orgId, { scopes: ['orders:manage'] })
  const path = `/v1/manage/orders/${orderId}/resend`
  assert.equal((await house.call('POST', path, { key: few, body })).body.error.code, 'scope_missing')
  assert.equal(await addressOf(), 'ada@example.com')
  assert.equal((await send('POST', `/${orderId}/resend`, body)).status, 200)
  assert.equal(await addressOf(), 'new@example.com')
})

test('after a transfer a ticket is resent to its holder only, and the rest of the order is not', async () => {
  const { orderId, ticketIds } = await addOrder(house, club, offer, { tickets: 2 })
  const holder = { ticket_name: '<b>Grace</b>', email_address: 'grace@example.com' }
  const transfer = `/v1/manage/tickets/${ticketIds[0]}/transfer`
  const { body: moved } = await house.call('POST', transfer, { key: club.key, body: holder })
  const { body } = await send('POST', `/${orderId}/resend`, { email_address: 'Grace@example.com' })
  assert.deepEqual([body.tickets_sent, body.mails], [1, 1])
  assert.equal((await send('POST', `/${orderId}/resend`)).body.tickets_sent, 1)
  assert.deepEqual(await resent(orderId), [
    ['tickets_resent', moved.ticket_id, null],
    ['tickets_resent', null, 'ada@example.com'],
  ])
})

test('what the organisation has switched off is refused, not dropped in silence', async () => {
  const { orderId } = await orderOf('Nina')
  const enable = (enabled: boolean) =>
    house.call('PATCH', '/v1/manage/mails/tickets_resent', { key: club.key, body: { enabled } })
  await enable(false)
  const { status, body } = await send('POST', `/${orderId}/resend`)
  await enable(true)
  assert.deepEqual([status, body.error?.code], [409, 'state_conflict'])
  assert.deepEqual(await resent(orderId), [])
})

test('an order without active tickets has nothing to send', async () => {
  const { orderId } = await addOrder(house, club, offer)
  await sql`
    update tickets
    set ticket_status_id = 2
    where org_id = ${club.orgId}
      and order_id = ${orderId}`
  const { status, body } = await send('POST', `/${orderId}/resend`)
  assert.deepEqual([status, body.error?.code], [409, 'state_conflict'])
  assert.deepEqual(await resent(orderId), [])
})

test('a name that thousands have finds their orders too, the newest first, walk-ups of that name among them', async () => {
  const busy = await house.organisation({ name: 'Busy Club' })
  const sold = await addOffer(house, busy)
  await sql`
    insert into customers (org_id, org_customer_id, first_name, last_name)
    select ${busy.orgId}, 'common-' || n, 'Elena', 'Common ' || n
    from generate_series(1, 5100) n`
  const [elena] = await sql<{ user_id: number }[]>`
    select user_id
    from customers
    where org_id = ${busy.orgId}
      and org_customer_id = 'common-4711'`
  const counter = { sales_channel: 'boxoffice', first_name: 'Elena', last_name: 'Paid', email_address: null }
  const rows: number[] = []
  const hers = { user_id: elena?.user_id ?? 0 }
  for (const order of [hers, { last_name: 'Other' }, counter, hers])
    rows.push((await addOrder(house, busy, sold, { order })).orderId)
  const seen: number[] = []
  for (let cursor = ''; ; ) {
    const path = `/v1/manage/orders?limit=2&search=elena${cursor}`
    const { body } = await house.call('GET', path, { key: busy.key })
    seen.push(...body.data.map(({ order_id }: { order_id: number }) => order_id))
    if (!body.has_more) break
    cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`
  }
  assert.deepEqual(seen, [rows[3], rows[2], rows[0]])
})
