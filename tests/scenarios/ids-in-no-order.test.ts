import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../builders/baskets.ts'
import { addCustomer } from '../builders/customers.ts'
import { openGround } from '../builders/grounds.ts'
import { addMember } from '../builders/members.ts'
import { addOffer } from '../builders/prices.ts'
import { addStaff } from '../builders/staff.ts'
import { openHouse } from '../harness/house.ts'

/*
 * An organisation that has been in another cell has ids that are greater than those of now, and on a cluster so has what a node
 * gave: what is newest is told by its time.
 */
const house = await openHouse()
const { sql, clock } = house
const club = await house.organisation()
const { eventId, keys } = await openGround(house, club)
const { priceId } = await addOffer(house, club, { eventId, capacity: 100 })
const shop = shopOf(house, club)

/** Some time later every table gives ids from here on, and none of them twice. */
let moves = 0
async function giveIdsFrom(first: number): Promise<void> {
  clock.advance(60_000)
  moves += 1
  await sql`
    select setval(s.seqrelid::regclass, ${first + 1_000 * moves}::bigint)
    from pg_sequence s
    join pg_class c on c.oid = s.seqrelid
    where c.relnamespace = 'public'::regnamespace`
}
const elsewhere = () => giveIdsFrom(1_000_000)
const back = () => giveIdsFrom(0)

const manage = (method: string, path: string, body?: object) =>
  house.call(method, `/v1/manage${path}`, { key: club.key, ...(body ? { body } : {}) })
const buy = async () => (await shop.checkOut(await shop.fill(priceId, 2))).body

/** A whole list, one item a page. */
async function walk(path: string, field: string): Promise<unknown[]> {
  const found: unknown[] = []
  for (let cursor = ''; ; ) {
    const { status, text, body } = await manage('GET', `${path}${path.includes('?') ? '&' : '?'}limit=1${cursor}`)
    assert.equal(status, 200, text)
    found.push(...body.data.map((item: Record<string, unknown>) => item[field]))
    if (!body.has_more) return found
    cursor = `&cursor=${body.next_cursor}`
  }
}

test('orders, tills and what buyers ask for come by their time, page by page', async () => {
  await manage('PATCH', '/organisation', { refund_request_hours: 0 })
  const clerks = [
    await addStaff(house, club, { role: 'box_office' }),
    await addStaff(house, club, { role: 'box_office' }),
  ]
  const rows: { order: number; till: number; request: number }[] = []
  for (const [at, move] of [elsewhere, back].entries()) {
    await move()
    const { order_id, order_secret } = await buy()
    const headers = clerks[at]?.headers ?? {}
    const till = await house.call('POST', '/v1/manage/tills', { headers, body: { name: `Window ${at}`, float: 0 } })
    const asked = await house.call('POST', '/v1/ticket_page/refund_requests', {
      headers: { 'x-order-secret': order_secret },
      body: {},
    })
    rows.push({ order: order_id, till: till.body.till_id, request: asked.body.refund.request.refund_request_id })
  }
  const [older, newer] = rows
  assert.ok(older && newer)
  const newestFirst = (field: 'order' | 'till' | 'request') => [newer[field], older[field]]
  assert.deepEqual(await walk('/orders', 'order_id'), newestFirst('order'))
  assert.deepEqual(await walk('/tills', 'till_id'), newestFirst('till'))
  assert.deepEqual(await walk('/refund_requests', 'refund_request_id'), newestFirst('request').reverse())
  const { body } = await manage('GET', `/search?q=${encodeURIComponent('ada@example.org')}`)
  const found = body.orders.data.map(({ order_id }: { order_id: number }) => order_id)
  assert.deepEqual(found, newestFirst('order'))
})

test('what happened to one order comes by its time', async () => {
  await elsewhere()
  const basket = await shop.fill(priceId, 2)
  assert.equal((await shop.checkOut(basket, { payment_method: 'pm_test_declined' })).status, 402)
  await back()
  const { order_id, tickets } = (await shop.checkOut(basket)).body
  const [first, second] = tickets.map(({ ticket_id }: { ticket_id: number }) => ticket_id)
  const path = `/orders/${order_id}`
  await elsewhere()
  await manage('POST', `${path}/resend`)
  const older = (await manage('POST', `${path}/refunds`, { ticket_ids: [first] })).body.refund_id
  await back()
  await manage('POST', `${path}/resend`, { email_address: 'grace@example.org' })
  const newer = (await manage('POST', `${path}/refunds`, { ticket_ids: [second] })).body.refund_id
  const { payments } = (await manage('GET', path)).body
  const statuses = payments.map(({ payment_status }: { payment_status: string }) => payment_status)
  assert.deepEqual(statuses, ['failed', 'succeeded'])
  const refunds = (await manage('GET', `${path}/refunds`)).body.data
  assert.deepEqual(
    refunds.map(({ refund_id }: { refund_id: number }) => refund_id),
    [older, newer],
  )
  const sentTo = await walk(`${path}/mails`, 'created')
  assert.deepEqual(sentTo, [...sentTo].sort().reverse())
  assert.ok(sentTo.length >= 4)
})

test('keys, people whom a search finds, and the tickets of one of them come by their time', async () => {
  const rows: { key: number; user: number; member: number; ticket: number }[] = []
  for (const move of [elsewhere, back]) {
    await move()
    const named = { last_name: 'Lovelace', created_at: clock() }
    const { body: key } = await manage('POST', '/api_keys', { type: 'sk', name: 'Till', scopes: ['events:read'] })
    const { userId } = await addCustomer(house, club, named)
    const member = await addMember(house, club, named)
    const customer = { email: 'grace@example.org', first_name: 'Grace', last_name: 'Hopper' }
    const { body: order } = await shop.checkOut(await shop.fill(priceId, 1), { customer })
    rows.push({ key: key.key_id, user: userId, member, ticket: order.tickets[0].ticket_id })
  }
  const [older, newer] = rows
  assert.ok(older && newer)
  const newestFirst = (field: 'key' | 'user' | 'member' | 'ticket') => [newer[field], older[field]]
  const { data: keysShown } = (await manage('GET', '/api_keys')).body
  assert.deepEqual(
    keysShown.slice(0, 2).map(({ key_id }: { key_id: number }) => key_id),
    newestFirst('key'),
  )
  const found = (await manage('GET', '/search?q=lovelace')).body
  assert.deepEqual(
    found.customers.data.map(({ user_id }: { user_id: number }) => user_id),
    newestFirst('user'),
  )
  assert.deepEqual(
    found.members.data.map((item: { membership_member_id: number }) => item.membership_member_id),
    newestFirst('member'),
  )
  const [grace] = (await manage('GET', '/search?q=grace@example.org')).body.customers.data
  const ofGrace = `/tickets?user_id=${grace.user_id}`
  assert.deepEqual(await walk(`${ofGrace}&sort_direction=desc`, 'ticket_id'), newestFirst('ticket'))
  assert.deepEqual(await walk(ofGrace, 'ticket_id'), newestFirst('ticket').reverse())
})

test('a scanner shows the newest of what stewards were told', async () => {
  const tell = (text: string) => manage('POST', `/events/${eventId}/steward_messages`, { text })
  await elsewhere()
  assert.equal((await tell('It rains: let them in early.')).status, 201)
  await back()
  assert.equal((await tell('South is full: send them north.')).status, 201)
  const body = { device_time: clock().getTime() / 1000, event_id: eventId }
  const device = await house.call('POST', '/v1/gate/device/clock', { key: keys[0], body })
  assert.equal(device.body.message, 'South is full: send them north.')
})
