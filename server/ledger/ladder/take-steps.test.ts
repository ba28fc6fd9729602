import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addEvent } from '../../../tests/builders/events.ts'
import { openGround } from '../../../tests/builders/grounds.ts'
import { grace, membershipsOf } from '../../../tests/builders/membership-sale.ts'
import { giveSeasonSeat, seasonOfMap } from '../../../tests/builders/seasons.ts'
import { addSeatMap } from '../../../tests/builders/seat-maps.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { collectDue } from '../../collection/collection/collect-due.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { takeSteps } from './take-steps.ts'

const { house, club, shop, deps } = await openSettlingHouse()
const { sql, clock } = house
const ground = await openGround(house, club)
const { addType, addOption } = membershipsOf(house, club)
const typeId = await addType({ game_day_access: 1 })
const automatic = await addOption({ collection: 'automatic' })

const LADDER = {
  ...{ collection_hour: 9, retry_days: [], soft_overdue_days: 7, hard_overdue_days: 14 },
  ...{ seat_free_days: 21, end_days: 60 },
}
const manage = (method: string, path: string, body: object = {}) =>
  house.call(method, `/v1/manage/${path}`, { key: club.key, ...(method !== 'GET' && { body }) })
assert.equal((await manage('PUT', 'collection_ladder', LADDER)).status, 200)

type Member = { membership_member_id: number; debt_id: number; order_id: number; membership_plan_id: number }

/** Joined, and the second instalment has just failed for good. */
async function fail(): Promise<Member> {
  const items = [{ membership_type_id: typeId, membership_payment_option_id: automatic, member: grace }]
  const { body: basket } = await shop.open({ items })
  const customer = { email: `${basket.id}@example.org`, first_name: 'Ada', last_name: 'Okafor' }
  const { body } = await shop.checkOut(basket.id, { payment_method: 'pm_test_offsession_expired', customer })
  clock.advance(32 * DAY_MS)
  await collectDue(deps)
  const [member] = await sql<Member[]>`
    select p.membership_member_id, d.debt_id, p.order_id, p.membership_plan_id
    from membership_plans p
    join debts d on d.org_id = p.org_id and d.membership_plan_id = p.membership_plan_id and d.instalment_number = 2
    where p.org_id = ${club.orgId}
      and p.order_id = ${body.order_id}`
  return member ?? assert.fail(JSON.stringify(body))
}

async function pass(days: number) {
  for (let day = 0; day < days; day += 1) {
    clock.advance(DAY_MS)
    await takeSteps(deps)
  }
}
const stepsOf = async ({ debt_id }: Member) =>
  (
    await sql<{ step: string }[]>`
      select step
      from ladder_steps
      where org_id = ${club.orgId}
        and debt_id = ${debt_id}
      order by due_at`
  ).map(({ step }) => step)

/** At which of the events whose seat it is: the season's, a ticket's, or no one's. */
async function claimsAt(eventIds: number[], seatId: number) {
  const claims = await sql<{ event_id: number; season_id: number | null }[]>`
    select event_id, season_id
    from seat_claims
    where org_id = ${club.orgId}
      and seat_id = ${seatId}`
  return eventIds.map((id) => {
    const claim = claims.find(({ event_id }) => event_id === id)
    return claim === undefined ? 'free' : claim.season_id === null ? 'sold' : 'season'
  })
}

test('a seat is free match by match, and theirs again once they pay, where it was not sold', async () => {
  const member = await fail()
  const { seatMapId, seatId } = await addSeatMap(house, club)
  const inDays = (days: number) =>
    addEvent(house, club, {
      ...{ seat_map_id: seatMapId, event_status_id: 1 },
      starts_at: new Date(clock().getTime() + days * DAY_MS),
    })
  const events = [await inDays(23.5), await inDays(32.5), await inDays(50)]
  const { seasonId } = await seasonOfMap(house, club, seatMapId)
  await giveSeasonSeat(house, club, { seasonId, seatId, memberId: member.membership_member_id })
  await pass(20)
  assert.deepEqual(await claimsAt(events, seatId), ['season', 'season', 'season'])
  assert.deepEqual(await stepsOf(member), ['soft_overdue', 'hard_overdue'])
  await pass(2)
  assert.deepEqual(await claimsAt(events, seatId), ['free', 'season', 'season'])
  const { ticketId } = await ground.ticket()
  await sql`
    insert into seat_claims (org_id, event_id, seat_id, ticket_id)
    values (${club.orgId}, ${events[0] ?? 0}, ${seatId}, ${ticketId})`
  await pass(8)
  assert.deepEqual(await claimsAt(events, seatId), ['sold', 'free', 'season'])
  assert.equal((await manage('POST', `instalments/${member.debt_id}/record_payment`)).status, 200)
  await takeSteps(deps)
  assert.deepEqual(await claimsAt(events, seatId), ['sold', 'season', 'season'])
  await pass(20)
  assert.deepEqual(await claimsAt(events, seatId), ['sold', 'season', 'season'], 'nothing more is freed')
})

test('at the end the membership is cancelled, its debt stays, and each step is told once', async () => {
  const member = await fail()
  await pass(59)
  await takeSteps(deps)
  const status = async () =>
    (await manage('GET', `members/${member.membership_member_id}`)).body.membership_member_status_id
  assert.equal(await status(), 2)
  await pass(2)
  assert.equal(await status(), 3)
  assert.deepEqual(await stepsOf(member), ['soft_overdue', 'hard_overdue', 'seat_free', 'ended'])
  assert.equal((await manage('GET', `instalments/${member.debt_id}`)).body.status, 'failed')
  assert.equal((await manage('GET', `membership_plans/${member.membership_plan_id}`)).body.collection, 'stopped')
  await pass(3)
  const mails = await sql<{ mail_message_id: string }[]>`
    select mail_message_id
    from mails
    where org_id = ${club.orgId}
      and order_id = ${member.order_id}
      and kind = 'debt_reminder'
      and mail_message_id like ${`instalment-${member.debt_id}-%`}`
  assert.equal(mails.length, 4)
})

test('a paused plan climbs no further, and one that is paid not at all', async () => {
  const paused = await fail()
  await manage('POST', `membership_plans/${paused.membership_plan_id}/pause`)
  const paid = await fail()
  await manage('POST', `instalments/${paid.debt_id}/record_payment`)
  await pass(30)
  assert.deepEqual(await stepsOf(paused), [])
  assert.deepEqual(await stepsOf(paid), [])
  await manage('POST', `membership_plans/${paused.membership_plan_id}/resume`)
  await pass(8)
  assert.deepEqual(await stepsOf(paused), ['soft_overdue'])
})

test('a ladder is tried on the members before it is switched on, and changes nothing', async () => {
  const preview = async (more: object) =>
    (await manage('POST', 'collection_ladder/preview', { ...LADDER, ...more })).body
  const before = await preview({})
  const member = await fail()
  const { today, in_30_days: later } = await preview({})
  assert.equal(later.seat_free - before.in_30_days.seat_free >= 1, true, JSON.stringify({ before, today, later }))
  await pass(8)
  const next = (await preview({})).today
  const never = (await preview({ soft_overdue_days: 40, hard_overdue_days: 50, seat_free_days: null })).today
  assert.ok(next.soft_overdue > never.soft_overdue)
  assert.equal((await manage('POST', 'collection_ladder/preview', { ...LADDER, end_days: 3 })).status, 400)
  assert.deepEqual(await stepsOf(member), ['soft_overdue'])
})
