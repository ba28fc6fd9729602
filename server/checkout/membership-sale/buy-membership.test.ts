import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buyer } from '../../../tests/builders/baskets.ts'
import { grace, membershipsOf } from '../../../tests/builders/membership-sale.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { messagesOf } from '../../../tests/builders/records.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { auditBooks } from '../../operator/audit/audit.ts'
import { addMonths } from '../../platform/values/calendar.ts'

const { house, club, shop } = await openSettlingHouse()
const { key } = club
const { addType, addOption } = membershipsOf(house, club)
const isClean = async () => assert.deepEqual(await auditBooks(club.orgId, house.sql), [])
const chargesOf = async (orderId: number) =>
  (
    await house.sql<{ amount_minor: number }[]>`
      select amount_minor
      from payments
      where org_id = ${club.orgId}
        and order_id = ${orderId}
        and payment_status = 'succeeded'`
  ).map(({ amount_minor }) => amount_minor)

/** The same in a message, in the list as a whole and by pages, and in one member: those are made in different ways. */
async function saysWhatIsOpen(memberId: number, open: number, due: number | null) {
  const messages = (await messagesOf(house, club)).filter(({ type }) => type === 'member.updated')
  const member = messages.at(-1)?.payload.data.member
  const { body: one } = await house.call('GET', `/v1/members/${memberId}`, { key })
  const pages = await Promise.all(
    ['', '&limit=1'].map((more) => house.call('GET', `/v1/members?member_number=${one.member_number}${more}`, { key })),
  )
  for (const said of [member, one, ...pages.map(({ body }) => body.data[0])])
    assert.deepEqual([said.membership_member_id, said.open_amount, said.next_due], [memberId, open, due])
}

test('a membership is bought in a basket, paid at once, and its member is there', async () => {
  const membership_type_id = await addType()
  const { body: basket } = await shop.open({ items: [{ membership_type_id, member: grace }] })
  assert.deepEqual([basket.total, basket.due_now, basket.event_id, basket.items], [100, 100, null, []])
  assert.deepEqual(basket.memberships[0].instalments, [])
  const { status, body, text } = await shop.checkOut(basket.id)
  assert.equal(status, 200, text)
  assert.deepEqual([body.status, body.total, body.owed_amount, body.event_id], ['confirmed', 100, 0, null])
  const [line] = body.memberships
  assert.deepEqual([line.first_name, line.price, line.membership_member_status_id], ['Grace', 100, 1])
  const { body: member } = await house.call('GET', `/v1/members/${line.membership_member_id}`, { key })
  assert.deepEqual(
    [member.last_name, member.email_address, member.instalments, member.membership_order_id],
    ['Okafor', buyer.email, false, String(body.order_id)],
  )
  assert.match(member.barcode, /./)
  const types = (await messagesOf(house, club)).map(({ type }) => type).slice(-3)
  assert.deepEqual(types, ['order.completed', 'member.created', 'member.updated'])
  await isClean()
})

test('a plan charges its first part with the checkout, and owes the rest on its days', async () => {
  const membership_type_id = await addType()
  const membership_payment_option_id = await addOption()
  const { body: opened } = await shop.open()
  const added = await shop.add(opened.id, { membership_type_id, membership_payment_option_id, member: grace })
  assert.equal(added.status, 201, added.text)
  const [{ instalments }] = added.body.memberships
  const [first] = instalments
  assert.deepEqual(instalments, [
    { number: 1, due_on: first.due_on, amount: 33.34 },
    { number: 2, due_on: addMonths(first.due_on, 1), amount: 33.33 },
    { number: 3, due_on: addMonths(first.due_on, 2), amount: 33.33 },
  ])
  assert.deepEqual([added.body.total, added.body.due_now], [100, 33.34])
  const { body } = await shop.checkOut(opened.id)
  assert.deepEqual(
    [body.status, body.owed_amount, body.memberships[0].membership_member_status_id],
    ['confirmed', 66.66, 2],
  )
  assert.deepEqual(await chargesOf(body.order_id), [3334])
  const query = `membership_order_id=${body.order_id}`
  const { body: list } = await house.call('GET', `/v1/manage/instalments?${query}`, { key })
  assert.deepEqual(
    list.data.map(({ amount, status }: { amount: number; status: string }) => [amount, status]),
    [
      [33.34, 'paid'],
      [33.33, 'due'],
      [33.33, 'due'],
    ],
  )
  await isClean()
  const memberId = Number(body.memberships[0].membership_member_id)
  await saysWhatIsOpen(memberId, 66.66, list.data[1].due_at)
  for (const { instalment_id } of list.data.slice(1)) {
    const path = `/v1/manage/instalments/${instalment_id}/record_payment`
    assert.equal((await house.call('POST', path, { key })).status, 200)
  }
  const [line] = body.memberships
  const { body: member } = await house.call('GET', `/v1/members/${line.membership_member_id}`, { key })
  assert.equal(member.membership_member_status_id, 1)
  await saysWhatIsOpen(memberId, 0, null)
  await isClean()
})

test('tickets and the memberships of a family are one order and one charge', async () => {
  const { priceId } = await addOffer(house, club, { capacity: 10 })
  const membership_type_id = await addType()
  const membership_payment_option_id = await addOption()
  const items = [
    { price_id: priceId, quantity: 1 },
    { membership_type_id, membership_payment_option_id, member: grace },
    { membership_type_id, member: { ...grace, first_name: 'Kofi' } },
  ]
  const { body: basket, text } = await shop.open({ items })
  assert.deepEqual([basket.items?.length, basket.memberships?.length], [1, 2], text)
  const { body } = await shop.checkOut(basket.id)
  assert.deepEqual([body.status, body.tickets.length, body.memberships.length], ['confirmed', 1, 2])
  assert.deepEqual(await chargesOf(body.order_id), [Math.round(body.total * 100) - 6666])
  await isClean()
  const [ticket] = body.tickets
  const path = `/v1/manage/orders/${body.order_id}/refunds`
  const refund = await house.call('POST', path, { key, body: { ticket_ids: [ticket.ticket_id] } })
  assert.equal(refund.status, 201, refund.text)
  const { body: after } = await house.call('GET', `/v1/orders/${body.order_id}`, { key })
  assert.deepEqual([after.order_status, after.owed_amount], ['confirmed', 66.66], 'the plan is owed as before')
  await isClean()
})

test('a membership in the basket counts for member prices, for as long as it is there', async () => {
  const membership_type_id = await addType()
  const { priceId } = await addOffer(house, club, { capacity: 10, price: { membership_type_id } })
  const items = [
    { price_id: priceId, quantity: 1 },
    { membership_type_id, member: grace },
  ]
  const { body: basket } = await shop.open({ items })
  const [membership] = basket.memberships
  await shop.call('DELETE', `/v1/baskets/${basket.id}/items/${membership.id}`)
  const refused = await shop.checkOut(basket.id)
  assert.deepEqual([refused.status, refused.body.error.code], [403, 'member_proof_required'])
  await shop.add(basket.id, { membership_type_id, member: grace })
  const { body, text } = await shop.checkOut(basket.id)
  assert.deepEqual([body.status, body.tickets?.length], ['confirmed', 1], text)
  const { body: second } = await shop.open({
    items: [
      { ...items[0], quantity: 2 },
      { membership_type_id, member: grace },
    ],
  })
  const tooMany = await shop.checkOut(second.id)
  assert.equal(tooMany.body.error?.code, 'member_limit_reached', tooMany.text)
  await isClean()
})

test('a declined card leaves the membership in the basket; the next one pays for it', async () => {
  const membership_type_id = await addType({ max_members: 1 })
  const membership_payment_option_id = await addOption()
  const item = { membership_type_id, membership_payment_option_id, member: grace }
  const { body: basket } = await shop.open({ items: [item] })
  const declined = await shop.checkOut(basket.id, { payment_method: 'pm_test_declined' })
  assert.equal(declined.status, 402, declined.text)
  await isClean()
  const { body } = await shop.checkOut(basket.id)
  assert.deepEqual([body.status, body.owed_amount], ['confirmed', 66.66])
  await isClean()
})

test('in the books a sale is split into tickets and memberships, and what is owed stands in the receivables', async () => {
  const now = Math.floor(house.clock(club.orgId).getTime() / 1000)
  const { text } = await house.call(
    'GET',
    `/v1/manage/exports/ledger.csv?unix_start=${now - 86_400}&unix_end=${now + 86_400}`,
    { key },
  )
  const [header = '', ...rows] = text.trim().split(/\r?\n/)
  const column = (name: string) => header.split(',').indexOf(name)
  const sums = new Map<string, number>()
  for (const row of rows) {
    const cells = row.split(',')
    const account = cells[column('account')] ?? ''
    const minor = Math.round((Number(cells[column('debit')]) - Number(cells[column('credit')])) * 100)
    sums.set(account, (sums.get(account) ?? 0) + minor)
  }
  const [owed] = await house.sql<{ minor: number }[]>`
    select sum(owed_minor)::bigint as minor
    from orders
    where org_id = ${club.orgId}`
  const [sold] = await house.sql<{ minor: number }[]>`
    select sum(price_minor - discount_minor)::bigint as minor
    from order_lines
    where org_id = ${club.orgId}
      and kind = 'membership'
      and membership_member_id is not null`
  assert.equal(
    [...sums.values()].reduce((sum, minor) => sum + minor, 0),
    0,
  )
  assert.equal(sums.get('receivables'), owed?.minor)
  assert.equal(sums.get('membership_sales'), -(sold?.minor ?? 0))
})

test('a members’ file has what is open, and that it is overdue from its day on', async () => {
  const membership_type_id = await addType()
  const membership_payment_option_id = await addOption()
  const { body: basket } = await shop.open({
    items: [{ membership_type_id, membership_payment_option_id, member: grace }],
  })
  const { body } = await shop.checkOut(basket.id)
  const memberId = Number(body.memberships[0].membership_member_id)
  const { body: member } = await house.call('GET', `/v1/members/${memberId}`, { key })
  const inFile = async () => {
    const { text } = await house.call('GET', `/v1/manage/exports/members.csv?ids=${memberId}`, { key })
    const [head, line] = text.split(/\r?\n/).map((cells) => cells.split(','))
    return ['open_amount', 'overdue'].map((name) => line?.[head?.indexOf(name) ?? -1])
  }
  house.clock.advance(member.next_due * 1000 - house.clock().getTime() - 1000)
  assert.deepEqual(await inFile(), ['66.66', 'no'])
  house.clock.advance(2000)
  assert.deepEqual(await inFile(), ['66.66', 'yes'])
})
