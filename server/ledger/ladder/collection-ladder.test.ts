import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { openGround } from '../../../tests/builders/grounds.ts'
import { grace, membershipsOf } from '../../../tests/builders/membership-sale.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { countMemberships } from '../../checkout/member-proof/memberships.ts'
import { collectDue } from '../../collection/collection/collect-due.ts'
import { DAY_MS, HOUR_MS } from '../../platform/values/durations.ts'

const { house, club, shop, deps } = await openSettlingHouse()
const { sql, clock } = house
const ground = await openGround(house, club)
const { addType, addOption } = membershipsOf(house, club)
const typeId = await addType({ game_day_access: 1 })
const automatic = await addOption({ collection: 'automatic' })
const byHand = await addOption()

const call = (method: string, body?: object, key = club.key) =>
  house.call(method, '/v1/manage/collection_ladder', { key, ...(body && { body }) })

const later = { seat_free_days: null, end_days: null }
const DEFAULT = {
  collection_hour: 9,
  retry_days: [3, 7, 14],
  soft_overdue_days: null,
  hard_overdue_days: null,
  ...later,
}
const LADDER = { collection_hour: 9, retry_days: [2, 5], soft_overdue_days: 7, hard_overdue_days: 21, ...later }

beforeEach(async () => {
  assert.equal((await call('PUT', DEFAULT)).status, 200)
})

type Member = { user_id: number; barcode: string; membership_member_id: number; debt_id: number }

/** Joins today on three instalments; the second is the one that fails. */
async function join(payment_method: string, membership_payment_option_id = automatic): Promise<Member> {
  const items = [{ membership_type_id: typeId, membership_payment_option_id, member: grace }]
  const { body: basket, text } = await shop.open({ items })
  assert.equal(basket.status, 'open', text)
  const customer = { email: `${basket.id}@example.org`, first_name: 'Ada', last_name: 'Okafor' }
  const { body } = await shop.checkOut(basket.id, { payment_method, customer })
  const [member] = await sql<Member[]>`
    select m.user_id, m.barcode, m.membership_member_id, d.debt_id
    from members m
    join debts d on d.org_id = m.org_id and d.order_id = m.membership_order_id and d.instalment_number = 2
    where m.org_id = ${club.orgId}
      and m.membership_order_id = ${body.order_id}`
  return member ?? assert.fail(JSON.stringify(body))
}

/** What a gate says today, and whether member prices are theirs. */
async function standing({ barcode, user_id: userId }: Member) {
  const now = clock().getTime()
  const eventId = await ground.openEvent({
    starts_at: new Date(now + HOUR_MS),
    doors_at: new Date(now - HOUR_MS),
  })
  const { body, text } = await ground.scan(barcode, { eventId })
  const counts = await countMemberships(club.orgId, sql, clock(), [{ userId, eventId: null }])
  return [body.result ?? text, body.notice, counts.length === 1]
}

const pass = async (days: number) => {
  clock.advance(days * DAY_MS)
  await collectDue(deps)
}

test('without a ladder an instalment is overdue once its day has passed', async () => {
  assert.deepEqual((await call('GET')).body, DEFAULT)
  const member = await join('pm_test_offsession_expired')
  await pass(32)
  assert.deepEqual(await standing(member), ['overdue', null, false])
})

test('by the ladder a member is told, then refused, and paying undoes both', async () => {
  assert.deepEqual((await call('PUT', LADDER)).body, LADDER)
  const member = await join('pm_test_offsession_expired')
  await pass(32)
  assert.deepEqual(await standing(member), ['admitted', null, true])
  await pass(8)
  assert.deepEqual(await standing(member), ['admitted', 'instalment_overdue', true])
  await pass(14)
  assert.deepEqual(await standing(member), ['overdue', null, false])
  const path = `/v1/manage/instalments/${member.debt_id}/record_payment`
  assert.equal((await house.call('POST', path, { key: club.key, body: {} })).status, 200)
  assert.deepEqual(await standing(member), ['admitted', null, true])
})

test('days count from the first failure, however late that was; what was never tried has not failed', async () => {
  await call('PUT', LADDER)
  const late = await join('pm_test_offsession_expired')
  clock.advance(60 * DAY_MS)
  assert.deepEqual(await standing(late), ['admitted', null, true], 'nobody has tried to charge it')
  await pass(0)
  assert.deepEqual(await standing(late), ['admitted', null, true])
  await pass(8)
  assert.deepEqual((await standing(late))[1], 'instalment_overdue')
})

test('what is paid by hand has failed once its day is over', async () => {
  await call('PUT', LADDER)
  const member = await join('pm_test_ok', byHand)
  clock.advance(33 * DAY_MS)
  assert.deepEqual(await standing(member), ['admitted', null, true])
  clock.advance(8 * DAY_MS)
  assert.deepEqual((await standing(member))[1], 'instalment_overdue')
  clock.advance(14 * DAY_MS)
  assert.deepEqual((await standing(member))[0], 'overdue')
})

test('a card without money is tried again on the days of the ladder', async () => {
  await call('PUT', { ...LADDER, retry_days: [5, 2] })
  const { debt_id } = await join('pm_test_offsession_insufficient')
  const attempts = async () => {
    const [row] = await sql<{ attempts: number; is_planned: boolean }[]>`
      select attempts, next_attempt_at is not null as is_planned
      from debts
      where org_id = ${club.orgId}
        and debt_id = ${debt_id}`
    return [row?.attempts, row?.is_planned]
  }
  const [{ due_at = clock() } = {}] = await sql<{ due_at: Date }[]>`
    select due_at
    from debts
    where org_id = ${club.orgId}
      and debt_id = ${debt_id}`
  await pass((due_at.getTime() - clock().getTime()) / DAY_MS)
  assert.deepEqual(await attempts(), [1, true])
  await pass(2)
  assert.deepEqual(await attempts(), [2, true])
  await pass(3)
  assert.deepEqual(await attempts(), [3, false])
})

test('a scanner with a list hears of the members whom a new ladder concerns', async () => {
  const member = await join('pm_test_offsession_expired')
  await pass(40)
  const eventId = await ground.openEvent({ starts_at: new Date(clock().getTime() + HOUR_MS) })
  const manifest = (query = '') =>
    house.call('GET', `/v1/gate/events/${eventId}/manifest${query}`, { key: ground.keys[0] })
  const { body } = await manifest()
  clock.advance(HOUR_MS)
  await call('PUT', LADDER)
  const delta = await manifest(`?since=${body.as_of}`)
  const changed = delta.body.members.find(
    ({ membership_member_id: id }: { membership_member_id: number }) => id === member.membership_member_id,
  )
  assert.equal(changed?.overdue_from - changed?.soft_overdue_from, (14 * DAY_MS) / 1000)
})

test('a ladder whose rungs are out of order is refused; another organisation’s stays as it is', async () => {
  for (const wrong of [
    { ...LADDER, soft_overdue_days: 21 },
    { ...LADDER, hard_overdue_days: null },
    { ...LADDER, seat_free_days: 21 },
    { ...LADDER, end_days: 20 },
    { ...LADDER, seat_free_days: 40, end_days: 40 },
    { ...DEFAULT, end_days: 40 },
    { ...LADDER, retry_days: [0] },
    { ...LADDER, collection_hour: 24 },
  ])
    assert.equal((await call('PUT', wrong)).status, 400, JSON.stringify(wrong))
  const other = await house.organisation()
  await call('PUT', LADDER, other.key)
  assert.deepEqual((await call('GET')).body, DEFAULT)
})
