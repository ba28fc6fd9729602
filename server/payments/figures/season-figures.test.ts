import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addInstalments } from '../../../tests/builders/instalments.ts'
import { membershipsOf } from '../../../tests/builders/membership-sale.ts'
import { addOffer, addSeatedOffer } from '../../../tests/builders/prices.ts'
import { addSeason } from '../../../tests/builders/seasons.ts'
import { addSeatMap } from '../../../tests/builders/seat-maps.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { DAY_MS } from '../../platform/values/durations.ts'

const { house, club, shop } = await openSettlingHouse()
const { key } = club
const inDays = (days: number) => new Date(house.clock().getTime() + days * DAY_MS)
const dayIn = (days: number) => inDays(days).toISOString().slice(0, 10)
const cents = (major: number) => Math.round(major * 100)

const manage = async (method: string, path: string, body?: object) => {
  const answer = await house.call(method, `/v1/manage/${path}`, { key, ...(body ? { body } : {}) })
  assert.ok(answer.status < 300, `${path}: ${answer.text}`)
  return answer.body
}
const buy = async (items: object[]) => {
  const { body: basket, text } = await shop.open({ items })
  assert.equal(basket.status, 'open', text)
  const { body } = await shop.checkOut(basket.id)
  assert.equal(body.status, 'confirmed', JSON.stringify(body))
  return body
}

const NO_FEES = { service_fee_minor: 0, service_tax_minor: 0, rebate_minor: 0 }

async function openSeason() {
  const map = await addSeatMap(house, club, { rows: 1, seats: 8 })
  const days = { first_day: dayIn(-9), last_day: dayIn(200) }
  const seasonId = await addSeason(house, club, { seat_map_id: map.seatMapId, title: 'This', ...days })
  const match = await addSeatedOffer(house, club, map, { starts_at: inDays(90) })
  const { membership_category_id } = await manage('POST', 'membership_categories', { title: 'Seats' })
  const addType = async (title: string, price: number, more: object = {}): Promise<number> => {
    const type = { membership_category_id, season_id: seasonId, title, price, ...more }
    return (await manage('POST', 'membership_types', type)).membership_type_id
  }
  const adult = await addType('Adult', 400, { cancellation: 'full_until', cancellation_until: dayIn(9) })
  return { map, seasonId, match, adult, gold: await addType('Gold', 520) }
}

type Debt = { debt_id: number; open: number; overdue: boolean; order_id: string; amount: number }
const openDebts = async (): Promise<Debt[]> => (await manage('GET', 'debts?owed_by=fan&limit=100')).data

/** The account of the books that is named, in cents: what was debited less what was credited. */
async function balanceOf(name: string): Promise<number> {
  const [from, to] = [inDays(-60), inDays(1)].map((at) => Math.floor(at.getTime() / 1000))
  const path = `/v1/manage/exports/ledger.csv?unix_start=${from}&unix_end=${to}`
  const { text } = await house.call('GET', path, { key })
  return text
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(','))
    .filter(([, , account]) => account === name)
    .reduce((sum, [, , , debit, credit]) => sum + cents(Number(debit)) - cents(Number(credit)), 0)
}

/** Money that came less money that went, in cents, without what the tickets cost. */
async function takenFor(ticketsCents: number): Promise<number> {
  const [from, to] = [inDays(-60), inDays(1)].map((at) => Math.floor(at.getTime() / 1000))
  const { data } = await manage('GET', `takings?unix_start=${from}&unix_end=${to}`)
  return data.reduce((sum: number, { net }: { net: number }) => sum + cents(net), 0) - ticketsCents
}

test('the figures of a season are what ledger and takings say, to the cent', async () => {
  const { map, seasonId, match, adult, gold } = await openSeason()
  const plan = await membershipsOf(house, club).addOption({ title: 'Ten parts', number_of_instalments: 10 })
  const friendly = await addOffer(house, club, { capacity: 100, price: { price_minor: 1250, ...NO_FEES } })
  const [a, b, c, d, blocked, single] = map.seatIds
  const member = (first_name: string) => ({ member: { first_name, last_name: 'Okafor' } })
  const order = await buy([
    { membership_type_id: adult, membership_payment_option_id: plan, seat_id: a, ...member('Ada') },
    { membership_type_id: adult, membership_payment_option_id: plan, seat_id: b, ...member('Ben') },
    { membership_type_id: adult, seat_id: c, ...member('Chi') },
    { price_id: friendly.priceId, quantity: 2 },
  ])
  const [, ben, chi] = order.memberships.map((one: { membership_member_id: number }) => one.membership_member_id)
  await buy([{ membership_type_id: gold, membership_member_id: ben, upgrade: true, over_open_instalments: true }])
  await manage('POST', `members/${chi}/cancellation`, {})
  // Two more: of one a part of the money is given back, the order of the other is cancelled with all of it.
  const dans = await buy([{ membership_type_id: adult, seat_id: d, ...member('Dan') }])
  await manage('POST', `orders/${dans.order_id}/refunds`, { amount: 100.5 })
  const eves = await buy([{ membership_type_id: adult, ...member('Eve') }])
  await manage('POST', `orders/${eves.order_id}/cancel`, { refund: true, amount: 400 })
  await house.call('POST', '/v1/members', {
    key,
    body: { user_id: String(order.user_id), first_name: 'Flo', last_name: 'Okafor', membership_type_id: gold },
  })
  await manage('POST', `seats/${blocked}/block`)
  const seat = await buy([{ price_id: match.priceId, seat_ids: [single] }])
  // A month on, one part of each plan is due: Ada pays hers, of Ben's a part is written off.
  house.clock.advance(40 * DAY_MS)
  const due = (await openDebts()).filter(({ overdue }) => overdue)
  assert.equal(due.length, 3, 'one each, and one of the upgrade')
  const [first, second] = due
  await manage('POST', `debts/${first?.debt_id}/record_payment`, { payment_method: 'cash' })
  await manage('POST', `debts/${second?.debt_id}/waive`, { amount: 10.25, reason: 'A mistake of ours' })

  const figures = await manage('GET', `seasons/${seasonId}/figures`)
  const { agreed, paid, refunded, open, overdue, waived, cancelled } = figures
  assert.deepEqual([figures.memberships, figures.left_memberships], [4, 2])
  assert.equal(agreed, 400 * 5 + 120)
  assert.equal(cents(agreed), cents(paid) + cents(open) + cents(waived) + cents(cancelled))
  assert.deepEqual([refunded, waived, cancelled], [400 + 100.5 + 400, 10.25, 0])
  const debts = await openDebts()
  const sumOf = (some: Debt[]) => some.reduce((sum, one) => sum + cents(one.open), 0)
  assert.equal(cents(open), sumOf(debts))
  assert.equal(cents(open), await balanceOf('receivables'))
  assert.equal(cents(overdue), sumOf(debts.filter((one) => one.overdue)))
  assert.equal(cents(paid) - cents(refunded), await takenFor(2500 + cents(seat.total)))
  assert.deepEqual(figures.places, { seats: 8, sold: 3, held: 0, kept: 0, blocked: 1, elsewhere: 1, free: 3 })
  assert.deepEqual(
    figures.days.map(({ memberships }: { memberships: number }) => memberships),
    [5],
  )
  const rows = figures.types.map(
    (row: { type_title: string; paid_by: string; memberships: number; agreed: number }) => [
      row.type_title,
      row.paid_by,
      row.memberships,
      row.agreed,
    ],
  )
  assert.deepEqual(rows, [
    ['Adult', 'at_once', 1, 1200],
    ['Adult', 'plan', 1, 400],
    ['Gold', 'by_hand', 1, 0],
    ['Gold', 'plan', 1, 520],
  ])
  for (const field of ['agreed', 'paid', 'refunded', 'open', 'overdue', 'waived', 'cancelled']) {
    const sum = figures.types.reduce((total: number, row: Record<string, number>) => total + cents(row[field] ?? 0), 0)
    assert.equal(sum, cents(figures[field]), field)
  }
})

test('an order that is owed for as a whole counts with its memberships, and a season without seats has no places', async () => {
  const seasonId = await addSeason(house, club, { title: 'Cup', first_day: dayIn(-1), last_day: dayIn(90) })
  const typeId = await membershipsOf(house, club).addType({ term: null, season_id: seasonId, price: 100 })
  const empty = await manage('GET', `seasons/${seasonId}/figures`)
  assert.deepEqual([empty.places, empty.types, empty.days, empty.agreed], [null, [], [], 0])
  // As before there were plans: the order is owed for, and has instalments of its own. Ten of thirty are written off, ten are past their day.
  const { ids, orderId } = await addInstalments(house, club, 3)
  await house.sql`
    update orders
    set order_status = 'confirmed', confirmed_at = ${house.clock()}
    where org_id = ${club.orgId}
      and order_id = ${orderId}`
  await house.sql`
    update order_lines
    set membership_type_id = ${typeId}
    where org_id = ${club.orgId}
      and order_id = ${orderId}`
  await house.sql`
    update debts
    set due_at = ${inDays(30)}
    where org_id = ${club.orgId}
      and debt_id = ${ids[2] ?? 0}`
  await manage('POST', `debts/${ids[0]}/waive`, { reason: 'A mistake of ours' })
  const { agreed, paid, open, overdue, waived, types } = await manage('GET', `seasons/${seasonId}/figures`)
  assert.deepEqual([agreed, paid, open, overdue, waived, types[0].paid_by], [30, 0, 20, 10, 10, 'plan'])
})

test('figures of another organisation’s season are not there', async () => {
  const other = await house.organisation()
  const seasonId = await addSeason(house, other, { title: 'Theirs', first_day: dayIn(-1), last_day: dayIn(90) })
  assert.equal((await house.call('GET', `/v1/manage/seasons/${seasonId}/figures`, { key })).status, 404)
})
