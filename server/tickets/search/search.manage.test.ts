import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addCustomer } from '../../../tests/builders/customers.ts'
import { addMember } from '../../../tests/builders/members.ts'
import { addOrder, sellOrder } from '../../../tests/builders/orders.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { addSeatMap } from '../../../tests/builders/seat-maps.ts'
import { addStaff } from '../../../tests/builders/staff.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import type { StaffRole } from '../../access/roles.ts'

const house = await openHouse()
const { sql } = house
const club = await house.organisation()
const offer = await addOffer(house, club, { event: { title: 'Harbour v Rovers' } })
const { userId } = await addCustomer(house, club, {
  org_customer_id: 'C1',
  first_name: 'Zenobia',
  last_name: 'Okafor',
  email_address: 'zenobia@example.com',
  mobile_number: '+61412345678',
})
const bought = await addOrder(house, club, offer, { order: { user_id: userId } })
const map = await addSeatMap(house, club, { rows: 2, seats: 12 })
const child = await addMember(house, club, {
  user_id: userId,
  first_name: 'Ifeoma',
  last_name: 'Eze',
  member_number: 'M-4711',
  membership_seat_id: map.seatId,
})

const call = (q: string, more = '', key = club.key) =>
  house.call('GET', `/v1/manage/search?q=${encodeURIComponent(q)}${more}`, { key })
/** The ids of what was found, by its kind. */
async function found(q: string, key = club.key) {
  const { body } = await call(q, '', key)
  const ids = (kind: string, id: string) => body[kind].data.map((item: Record<string, unknown>) => Number(item[id]))
  return {
    customers: ids('customers', 'user_id'),
    members: ids('members', 'membership_member_id'),
    orders: ids('orders', 'order_id'),
    tickets: ids('tickets', 'ticket_id'),
    events: ids('events', 'event_id'),
  }
}
const nothing = { customers: [], members: [], orders: [], tickets: [], events: [] }
const hers = { customers: [userId], members: [child], orders: [bought.orderId], tickets: [bought.ticketId], events: [] }

test('a fan who bought at the counter without an address is found by the name that they gave', async () => {
  const body = {
    items: [{ price_id: offer.priceId }],
    payment_method: 'cash',
    customer: { first_name: 'Mary Ann', last_name: 'Tamihana' },
  }
  const { body: order } = await house.call('POST', '/v1/manage/orders', { key: club.key, body })
  const other = await house.organisation()
  for (const name of ['tamihana', 'Ann Tami', 'mary ann tamihana']) {
    assert.deepEqual((await found(name)).orders, [order.order_id], name)
    assert.deepEqual((await found(name, other.key)).orders, [], name)
    const listed = await house.call('GET', `/v1/manage/orders?search=${encodeURIComponent(name)}`, { key: club.key })
    assert.deepEqual(
      listed.body.data.map(({ order_id }: { order_id: number }) => order_id),
      [order.order_id],
      name,
    )
  }
})

test('a name, an address or a telephone number finds the person and all that is theirs', async () => {
  for (const q of ['zenobia', 'Okafor Zenobia', ' zenobia@example.com ', '412345678']) {
    assert.deepEqual(await found(q), hers, q)
  }
})

test('a role that may not see customers does not find them, and what it may see as before', async () => {
  const findAs = async (role: StaffRole) => {
    const { headers } = await addStaff(house, club, { role })
    const { body } = await house.call('GET', '/v1/manage/search?q=zenobia', { headers })
    return [body.customers.data.length, body.orders.data.length, body.tickets.data.length, body.members.data.length]
  }
  assert.deepEqual(await findAs('gates'), [0, 1, 1, 1])
  assert.deepEqual(await findAs('box_office'), [1, 1, 1, 1])
})

test('search does not confirm an address or a number that a role may not read', async () => {
  const { headers } = await addStaff(house, club, { role: 'gates' })
  const get = async (path: string) => (await house.call('GET', `/v1/${path}`, { headers })).body
  for (const q of ['zenobia@example.com', 'example.com', '412345678', 'zenobia@', 'C1']) {
    const sought = encodeURIComponent(q)
    const body = await get(`manage/search?q=${sought}`)
    for (const kind of ['customers', 'members', 'orders', 'tickets'])
      assert.deepEqual(body[kind].data, [], `${kind} by ${q}`)
    for (const list of ['manage/orders', 'manage/tickets', 'members'])
      assert.deepEqual((await get(`${list}?search=${sought}&limit=5`)).data, [], `${list} by ${q}`)
  }
  assert.equal((await get('members?limit=5&email_address=zenobia@example.com')).error.code, 'scope_missing')
  for (const [list, name] of [
    ['manage/orders', 'zenobia'],
    ['manage/tickets', 'zenobia'],
    ['members', 'ifeoma'],
  ])
    assert.equal((await get(`${list}?search=${name}&limit=5`)).data.length, 1, list)
})

test('a member on another customer’s account is found by their own name and number', async () => {
  for (const q of ['Ifeoma', 'eze ifeoma', 'M-4711']) {
    assert.deepEqual(await found(q), { ...nothing, members: [child] }, q)
  }
})

test('an order is found by its number, its UUID and the payment’s reference', async () => {
  const sold = await sellOrder(house, club, { offer, tickets: 1, reference: 'pi_3Qx17' })
  const { body } = await house.call('GET', `/v1/manage/orders/${sold.orderId}`, { key: club.key })
  for (const q of [String(sold.orderId), body.order_uuid, 'pi_3Qx17']) {
    assert.deepEqual((await found(q)).orders, [sold.orderId], q)
  }
})

test('an order that is not paid yet, or never was, is found by the whole address of its buyer', async () => {
  const unpaid = { order_status: 'pending', confirmed_at: null, email_address: 'Waiting@example.com' }
  const pending = await addOrder(house, club, offer, { unissued: true, order: unpaid })
  const expired = await addOrder(house, club, offer, { unissued: true, order: { ...unpaid, order_status: 'expired' } })
  assert.deepEqual((await found('waiting@EXAMPLE.com')).orders, [expired.orderId, pending.orderId])
  assert.deepEqual((await found('waiting@example')).orders, [])
})

test('a whole address finds its customer, and members who have it on another customer’s account', async () => {
  const near = await addCustomer(house, club, { org_customer_id: 'C2', email_address: 'not-zenobia@example.com' })
  const friend = await addMember(house, club, { user_id: near.userId, email_address: 'Zenobia@example.com' })
  assert.deepEqual(await found('ZENOBIA@example.com'), { ...hers, members: [friend, child] })
  const part = await found('zenobia@example.co')
  assert.deepEqual(part.customers.toSorted(), [userId, near.userId].toSorted())
})

test('a seat finds its tickets and its season member', async () => {
  await sql`
    update tickets
    set seat_id = ${map.seatId}
    where org_id = ${club.orgId}
      and ticket_id = ${bought.ticketId}`
  assert.deepEqual(await found('Row A, seat 1, north'), { ...nothing, members: [child], tickets: [bought.ticketId] })
})

test('a barcode finds its ticket, a title its event', async () => {
  assert.deepEqual(await found(bought.barcode), { ...nothing, tickets: [bought.ticketId] })
  assert.deepEqual(await found('rovers harb'), { ...nothing, events: [offer.eventId] })
})

test('there are a few of each kind, and a word where there are more', async () => {
  for (let n = 0; n < 3; n += 1) await addCustomer(house, club, { org_customer_id: `quill-${n}`, first_name: 'Quill' })
  const { body } = await call('quill', '&limit=2')
  assert.deepEqual([body.customers.data.length, body.customers.has_more], [2, true])
  assert.equal((await call('quill')).body.customers.has_more, false)
})

test('one letter finds no people, and a percent sign is a character', async () => {
  assert.deepEqual((await found('z')).customers, [])
  assert.deepEqual((await found('%%')).customers, [])
})

test('another organisation finds nothing of it; a publishable key may not ask', async () => {
  const other = await house.organisation({ name: 'Other Club' })
  for (const q of ['zenobia', String(bought.orderId), bought.barcode, 'M-4711', 'A 1', 'rovers']) {
    assert.deepEqual(await found(q, other.key), nothing, q)
  }
  const pk = await house.key(club.orgId, { kind: 'pk' })
  assert.equal((await call('zenobia', '', pk)).status, 403)
})
