import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grace, membershipsOf } from '../../../tests/builders/membership-sale.ts'
import { addOffer, addSeatedOffer } from '../../../tests/builders/prices.ts'
import { messagesOf } from '../../../tests/builders/records.ts'
import { NOTHING, unique } from '../../../tests/builders/rows.ts'
import { seasonOfMap } from '../../../tests/builders/seasons.ts'
import { addSeatMap } from '../../../tests/builders/seat-maps.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { auditBooks } from '../../operator/audit/audit.ts'
import { DAY_MS } from '../../platform/values/durations.ts'

const { house, club, shop } = await openSettlingHouse()
const { key } = club
const publishable = await house.key(club.orgId, { kind: 'pk' })
const { addType, addOption } = membershipsOf(house, club)
const addTen = () => addOption({ title: 'Ten parts', number_of_instalments: 10 })
const isClean = async () => assert.deepEqual(await auditBooks(club.orgId, house.sql), [])
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  house.call('POST', `/v1/manage/${path}`, { key, body, headers })
const get = async (path: string) => (await house.call('GET', `/v1/manage/${path}`, { key })).body
const customer = { email: 'ada@example.org', first_name: 'Ada', last_name: 'Okafor' }
const sell = (items: object[], more: object = {}, headers?: Record<string, string>) =>
  post('orders', { items, payment_method: 'cash', customer, ...more }, headers)
const refused = ({ status, body }: Awaited<ReturnType<typeof sell>>) => [status, body.error?.code, body.error?.param]
const instalmentsOf = async (orderId: number): Promise<[number, string][]> =>
  (await get(`instalments?membership_order_id=${orderId}`)).data.map(
    ({ amount, status }: { amount: number; status: string }) => [amount, status],
  )

test('a family joins at the counter by a plan of ten, tickets beside it, and the drawer has what is due today', async () => {
  const { body: till } = await post('tills', { name: unique('Window'), float: 50 })
  const till_id = till.till_id
  const { priceId } = await addOffer(house, club)
  const membership_type_id = await addType()
  const membership_payment_option_id = await addTen()
  const plan = { membership_type_id, membership_payment_option_id }
  const items = [
    { ...plan, member: grace },
    { ...plan, member: { ...grace, first_name: 'Kofi' } },
    { membership_type_id, member: { ...grace, first_name: 'Abena' } },
    { price_id: priceId },
  ]
  const { body: preview } = await post('box_office/preview', { items })
  assert.deepEqual([preview.total, preview.due_now, preview.memberships[0].instalments.length], [327.2, 147.2, 10])
  const sold = await sell(items, { till_id })
  assert.equal(sold.status, 201, sold.text)
  const { body } = sold
  assert.deepEqual(
    [body.order_status, body.sales_channel, body.payment_method, body.total, body.owed_amount, body.tickets.length],
    ['confirmed', 'boxoffice', 'cash', 327.2, 180, 1],
  )
  const statuses = body.memberships.map((line: { membership_member_status_id: number }) => [
    line.membership_member_status_id,
  ])
  assert.deepEqual(statuses.flat(), [2, 2, 1])
  const parts = await instalmentsOf(body.order_id)
  assert.deepEqual([parts.length, parts.filter(([, status]) => status === 'paid').length], [20, 2])
  const report = await get(`tills/${till_id}`)
  assert.deepEqual(
    [report.cash, report.takings],
    [197.2, [{ payment_method: 'cash', orders: 1, amount: 147.2 }]],
    'what a plan leaves for later is not in the drawer',
  )
  const types = (await messagesOf(house, club)).map(({ type }) => type)
  assert.equal(types.filter((type) => type === 'member.created').length, 3)
  const { data: mails } = await get(`orders/${body.order_id}/mails`)
  assert.deepEqual(mails.map(({ kind }: { kind: string }) => kind).sort(), ['membership_confirmed', 'order_confirmed'])
  await isClean()
  const closed = await post(`tills/${till_id}/close`, { counted: 197.2 })
  assert.deepEqual([closed.body.expected, closed.body.difference], [197.2, 0])
})

test('on a card reader and by a link it is the first part that is asked for', async () => {
  await house.call('PATCH', '/v1/manage/organisation', { key, body: { card_readers: true } })
  const membership_type_id = await addType()
  const item = { membership_type_id, membership_payment_option_id: await addTen(), member: grace }
  const reader = { payment_method: 'card_reader', reader_id: 'tmr_test_no_card' }
  const { body: waiting } = await sell([item], reader)
  const { body: onReader } = await house.call('GET', `/v1/manage/orders/${waiting.order_id}/reader_payment`, { key })
  assert.deepEqual([onReader.status, onReader.amount], ['waiting', 10])
  const cancelled = await post(`orders/${waiting.order_id}/reader_payment/cancel`, {})
  assert.equal(cancelled.status, 200, cancelled.text)
  await isClean()
  const link = await post('payment_links', { items: [item] })
  assert.deepEqual([link.status, link.body.amount], [201, 10], link.text)
  const { body: basket } = await shop.call('GET', `/v1/baskets/${link.body.id}`)
  assert.deepEqual([basket.due_now, basket.memberships[0].instalments.length], [10, 10])
  const { body: paid } = await shop.checkOut(link.body.id, { customer })
  assert.deepEqual([paid.status, paid.owed_amount], ['confirmed', 90])
  assert.equal((await get(`payment_links/${link.body.id}`)).status, 'paid')
  const taken = await post('payment_links', { items: [{ membership_type_id, member: grace }] })
  assert.equal((await post(`payment_links/${taken.body.id}/cancel`, {})).body.status, 'cancelled')
  await isClean()
})

test('the same request with one key is one sale, and makes one member', async () => {
  const membership_type_id = await addType({ max_members: 5 })
  const headers = { 'idempotency-key': unique('sale') }
  const answers = await Promise.all([1, 2].map(() => sell([{ membership_type_id, member: grace }], {}, headers)))
  const again = await sell([{ membership_type_id, member: grace }], {}, headers)
  const orders = [...answers, again].filter(({ status }) => status === 201).map(({ body }) => body.order_id)
  assert.deepEqual([new Set(orders).size, again.status], [1, 201])
  const { body } = await house.call('GET', `/v1/members?membership_type_id=${membership_type_id}`, { key })
  assert.equal(body.data.length, 1)
  await isClean()
})

test('of ten counters and ten fans who want the last one at once, one gets it', async () => {
  const membership_type_id = await addType({ max_members: 1 })
  const item = { membership_type_id, member: grace }
  const atShop = async () => {
    const { body } = await shop.open({ items: [item] })
    return body.error ? body.error.code : (await shop.checkOut(body.id, { customer })).body.status
  }
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      if (index % 2 === 0) return atShop()
      const { body } = await sell([item], { customer: { ...customer, email: `fan${index}@example.org` } })
      return body.error ? body.error.code : 'confirmed'
    }),
  )
  const counts = Map.groupBy(outcomes, (outcome) => outcome)
  assert.deepEqual([counts.get('confirmed')?.length, counts.get('sold_out')?.length], [1, 19])
  await isClean()
})

test('season seats are sold side by side or by name, and one that is taken is refused by its item', async () => {
  const map = await addSeatMap(house, club, { rows: 1, seats: 4 })
  const match = await addSeatedOffer(house, club, map)
  const { typeId: membership_type_id } = await seasonOfMap(house, club, map.seatMapId)
  const best = { membership_type_id, member: grace, best_available: true }
  const { body } = await sell([best, best])
  const seats = await Promise.all(
    body.memberships.map(async ({ membership_member_id }: { membership_member_id: number }) =>
      map.seatIds.indexOf((await get(`members/${membership_member_id}`)).membership_seat_id),
    ),
  )
  seats.sort()
  assert.equal(Number(seats[1]) - Number(seats[0]), 1)
  const takenId = map.seatIds[Number(seats[0])] ?? 0
  const free = map.seatIds.find((_, index) => !seats.includes(index)) ?? 0
  const items = [
    { membership_type_id, member: grace, seat_id: free },
    { membership_type_id, member: grace, seat_id: takenId },
  ]
  for (const answer of [await sell(items), await post('box_office/preview', { items })]) {
    assert.deepEqual(refused(answer), [409, 'seat_taken', 'items[1][seat_id]'])
  }
  assert.equal((await sell(items.slice(0, 1))).status, 201, 'what was refused, or only asked for, holds nothing')
  const ticket = await sell([{ price_id: match.priceId, seat_ids: [free] }])
  assert.equal(ticket.body.error?.code, 'seat_taken')
  await isClean()
})

test('a membership is renewed and upgraded at the counter without an address; the difference is paid today or with the parts', async () => {
  const from = await addType({ price: 100 })
  const to = await addType({ price: 160 })
  const { body: joined } = await sell([
    { membership_type_id: from, membership_payment_option_id: await addOption(), member: grace },
  ])
  const [{ membership_member_id }] = joined.memberships
  const upgrade = { membership_type_id: to, membership_member_id, upgrade: true, over_open_instalments: true }
  const { body: preview } = await post('box_office/preview', { items: [upgrade] })
  assert.deepEqual([preview.total, preview.due_now, preview.memberships[0].instalments.length], [60, 0, 2])
  const spread = await sell([upgrade], { payment_method: 'free', customer: {} })
  assert.deepEqual([spread.status, spread.body.owed_amount], [201, 60], spread.text)
  assert.deepEqual([spread.body.email_address, spread.body.user_id], ['ada@example.org', joined.user_id])
  const renewal = await sell([{ membership_type_id: to, membership_member_id }], { customer: {} })
  assert.deepEqual([renewal.status, renewal.body.total, renewal.body.owed_amount], [201, 160, 0], renewal.text)
  assert.equal((await get(`members/${membership_member_id}/terms`)).data.length, 2)
  const unknown = { membership_type_id: to, membership_member_id: NOTHING }
  assert.deepEqual(refused(await sell([unknown], { customer: {} })), [
    404,
    'resource_missing',
    'items[0][membership_member_id]',
  ])
  await isClean()
})

test('on an invoice a membership is a plan of one part: the member is let in until it is due', async () => {
  const { priceId } = await addOffer(house, club)
  const membership_type_id = await addType()
  const items = [{ membership_type_id, member: grace }, { price_id: priceId }]
  const { body, status, text } = await sell(items, { payment_method: 'invoice' })
  assert.deepEqual([status, body.payment_method, body.total, body.owed_amount], [201, 'invoice', 127.2, 127.2], text)
  const [{ membership_member_id, membership_member_status_id }] = body.memberships
  assert.equal(membership_member_status_id, 2)
  const { data } = await get(`instalments?membership_order_id=${body.order_id}`)
  const dueIn = (data[0].due_at * 1000 - house.clock().getTime()) / DAY_MS
  assert.deepEqual([data.length, data[0].amount, Math.floor(dueIn)], [1, 100, 14])
  await isClean()
  const { data: debts } = await get(`debts?order_id=${body.order_id}`)
  const byAmount = debts.map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount]).sort()
  assert.deepEqual(byAmount, [
    ['instalment', 100],
    ['invoice', 27.2],
  ])
  for (const { debt_id } of debts) {
    assert.equal((await post(`debts/${debt_id}/record_payment`, { payment_method: 'transfer' })).status, 200)
  }
  assert.equal((await get(`members/${membership_member_id}`)).membership_member_status_id, 1)
  await isClean()
})

test('what makes no sense is refused before anything is held', async () => {
  const membership_type_id = await addType({ max_members: 1 })
  const membership_payment_option_id = await addTen()
  const item = { membership_type_id, member: grace }
  const planned = { ...item, membership_payment_option_id }
  const ofPlan = 'items[0][membership_payment_option_id]'
  const nobody = { customer: { first_name: 'Ada' } }
  assert.deepEqual(refused(await sell([item], nobody)), [400, 'parameter_missing', 'customer[email]'])
  const invoice = { payment_method: 'invoice' }
  assert.deepEqual(refused(await sell([planned], invoice)), [400, 'parameter_invalid', ofPlan])
  const gift = { payment_method: 'free', reason: 'For fifty years' }
  assert.deepEqual(refused(await sell([planned], gift)), [400, 'parameter_invalid', ofPlan])
  assert.deepEqual(refused(await sell([item], { payment_method: 'free' })), [409, 'state_conflict', 'payment_method'])
  assert.deepEqual(refused(await sell([{ membership_type_id }])), [400, 'parameter_missing', 'items[0][member]'])
  const old = await addType({ available_until_unix: Math.floor(house.clock().getTime() / 1000) - 60 })
  const over = await sell([{ membership_type_id: old, member: grace }])
  assert.deepEqual(refused(over), [409, 'price_unavailable', 'items[0][membership_type_id]'])
  const { body, status } = await sell([item], gift)
  const [line] = body.memberships ?? []
  assert.deepEqual([status, body.total, line?.membership_member_status_id], [201, 0, 1])
  await isClean()
})

test('what the shop does not show is sold at the counter', async () => {
  const membership_type_id = await addType({ show_online: 0 })
  const item = { membership_type_id, member: grace }
  assert.equal((await shop.open({ items: [item] })).body.error?.code, 'price_unavailable')
  assert.equal((await sell([item])).status, 201)
  const isListed = async (query: string, reader: string) => {
    const { body } = await house.call('GET', `/v1/storefront/memberships${query}`, { key: reader })
    return body.data.some((type: { membership_type_id: number }) => type.membership_type_id === membership_type_id)
  }
  const atCounter = '?channel=boxoffice'
  assert.deepEqual(
    [await isListed('', key), await isListed(atCounter, key), await isListed(atCounter, publishable)],
    [false, true, false],
  )
})
