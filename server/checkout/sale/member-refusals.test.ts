import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buyer, shopOf } from '../../../tests/builders/baskets.ts'
import { STARTS_AT } from '../../../tests/builders/events.ts'
import { openLateHouse } from '../../../tests/builders/late-payments.ts'
import { openMemberSale } from '../../../tests/builders/member-sales.ts'
import { addMember } from '../../../tests/builders/members.ts'
import { addFan } from '../../../tests/builders/sso.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { openSecondHouse } from '../../../tests/harness/second-house.ts'

const DAY_MS = 86_400_000

const house = await openHouse()
const there = await openSecondHouse(house)
const club = await house.organisation()
const sale = await openMemberSale(house, club)
const { server, member, byInstalments, typeId, offer } = sale

type Person = Awaited<ReturnType<typeof member>>

/** A basket that is proven to be this person's. */
const basketOf = async ({ memberId }: Person, quantity = 1, at = sale) => {
  const basket = await at.server.fillMembers(quantity)
  const proven = await at.server.prove(basket, { membership_member_id: memberId })
  assert.equal(proven.status, 200, proven.text)
  return basket
}

const outcomeOf = ({ body }: { body: { status?: string; error?: { code: string } } }) => body.status ?? body.error?.code

const buy = async (person: Person, quantity = 1, at = sale) =>
  at.server.buyAs(await basketOf(person, quantity, at), person.email)

test('a membership counts that is paid and has not run out on the day of the event', async () => {
  const after = new Date(STARTS_AT.getTime() + 1000)
  assert.equal(outcomeOf(await buy(await member({ columns: { expires: after } }))), 'confirmed')
  for (const columns of [
    { membership_member_status_id: 0 },
    { membership_member_status_id: 3 },
    { membership_type_id: null },
    { expires: house.clock() },
    { expires: STARTS_AT },
    { starts_at: after },
  ]) {
    assert.equal(outcomeOf(await buy(await member({ columns }))), 'membership_required', JSON.stringify(columns))
  }
})

test('who pays by instalments may buy until one is overdue, as at the gates', async () => {
  const now = house.clock().getTime()
  assert.equal(outcomeOf(await buy(await byInstalments(new Date(now + DAY_MS)))), 'confirmed')
  assert.equal(outcomeOf(await buy(await byInstalments(new Date(now)))), 'confirmed')
  assert.equal(outcomeOf(await buy(await byInstalments(new Date(now - 1)))), 'membership_required')
})

test('a person buys as many as they have memberships of the price’s type, in all orders together', async () => {
  const person = await member({ memberships: 2 })
  await addMember(house, club, { user_id: person.userId, membership_member_status_id: 1 })
  const tooMany = await buy(person, 3)
  assert.deepEqual([outcomeOf(tooMany), tooMany.body.error.available], ['member_limit_reached', 2])
  assert.equal(outcomeOf(await buy(person)), 'confirmed')
  const second = await buy(person, 2)
  assert.deepEqual([outcomeOf(second), second.body.error.available], ['member_limit_reached', 1])
  assert.equal(outcomeOf(await buy(person)), 'confirmed')
})

test('what was cancelled is theirs again, and an order that is being paid is not', async () => {
  const person = await member()
  const paying = await basketOf(person)
  const waiting = await server.checkOut(paying, { payment_method: 'pm_test_requires_action' })
  assert.equal(waiting.body.status, 'pending')
  assert.equal(outcomeOf(await buy(person)), 'member_limit_reached')
  const { body } = await server.checkOut(paying, { payment_method: 'pm_test_requires_action' })
  assert.equal(body.status, 'confirmed')
  assert.equal(outcomeOf(await buy(person)), 'member_limit_reached')
  const cancelled = await house.call('POST', `/v1/manage/orders/${body.order_id}/cancel`, { key: club.key, body: {} })
  assert.ok(cancelled.status < 300, cancelled.text)
  assert.equal(outcomeOf(await buy(person)), 'confirmed')
})

test('a declined payment leaves the member’s one place to the same order', async () => {
  const person = await member()
  const basket = await basketOf(person)
  assert.equal((await server.checkOut(basket, { payment_method: 'pm_test_declined' })).status, 402)
  assert.equal(outcomeOf(await server.checkOut(basket)), 'confirmed')
})

test('an order whose payment failed is its member’s: a token of another one does not take it over', async () => {
  const [first, other] = [await addFan(house, club), await addFan(house, club)]
  for (const { userId } of [first, other]) {
    await addMember(house, club, { user_id: userId, membership_type_id: typeId, membership_member_status_id: 1 })
  }
  const basket = await server.fillMembers()
  const declined = await server.checkOut(basket, { payment_method: 'pm_test_declined' }, first.headers)
  assert.equal(declined.status, 402)
  const taken = await server.checkOut(basket, {}, other.headers)
  assert.deepEqual([taken.status, taken.body.error?.code], [409, 'state_conflict'])
  assert.equal(outcomeOf(await server.checkOut(await server.fillMembers(), {}, other.headers)), 'confirmed')
  assert.equal(outcomeOf(await server.checkOut(basket, {}, first.headers)), 'confirmed')
})

test('two processes cannot sell a member one more than they may, however many checkouts come at once', async () => {
  const person = await member({ memberships: 3 })
  const shops = [server, shopOf(there, club)]
  const baskets = await Promise.all(Array.from({ length: 12 }, () => basketOf(person)))
  const answers = await Promise.all(
    baskets.map((basket, n) => (shops[n % 2] ?? server).checkOut(basket, { payment_method: 'pm_test_ok' })),
  )
  const outcomes = answers.map(outcomeOf).sort()
  assert.deepEqual(outcomes, [...Array(3).fill('confirmed'), ...Array(9).fill('member_limit_reached')])
})

test('money that arrives for an order that had expired goes back where the member has bought instead', async () => {
  const late = await openLateHouse()
  const there = await openMemberSale(late.house, late.club)
  const failedOf = ({ memberId }: Person) =>
    late.failedAtFirst([there.offer.priceId], {}, buyer, (basket) =>
      there.server.prove(basket, { membership_member_id: memberId }),
    )
  const person = await there.member()
  const { orderId, intent, succeed } = await failedOf(person)
  await late.expire(orderId)
  const instead = await there.server.checkOut(await basketOf(person, 1, there), { payment_method: 'pm_card_visa' })
  assert.equal(outcomeOf(instead), 'confirmed')
  assert.equal((await succeed()).status, 200)
  assert.equal(late.stripe.refunds.refunded(intent.id), intent.amount)
  const other = await failedOf(await there.member())
  await late.expire(other.orderId)
  assert.equal((await other.succeed()).status, 200)
  assert.equal((await late.order(other.orderId)).order_status, 'confirmed', 'who has bought nothing else gets theirs')
  await late.audited()
})

test('members who type each other’s addresses, through two processes, wait in no circle and get one each', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => member()))
  const baskets = await Promise.all(
    Array.from({ length: 32 }, async (_, n) => {
      const [person, other] = [people[n % 8], people[(n * 3 + 5) % 8]]
      assert.ok(person && other)
      return { basket: await basketOf(person), email: other.email }
    }),
  )
  const answers = await Promise.all(
    baskets.map(({ basket, email }, n) =>
      (n % 2 === Math.floor(n / 8) % 2 ? server : shopOf(there, club)).checkOut(basket, {
        customer: { ...buyer, email },
      }),
    ),
  )
  const outcomes = answers.map(outcomeOf).sort()
  assert.deepEqual(outcomes, [...Array(8).fill('confirmed'), ...Array(24).fill('member_limit_reached')])
})

test('a price says how many a member may buy, whatever they have', async () => {
  const pairs = await openMemberSale(house, club, { max_per_member: 2 })
  const person = await pairs.member({ memberships: 1 })
  assert.equal(outcomeOf(await buy(person, 2, pairs)), 'confirmed')
  assert.equal(outcomeOf(await buy(person, 1, pairs)), 'member_limit_reached')
})

test('a group price counts in units, and one of its tickets that is cancelled gives no unit back', async () => {
  const families = await openMemberSale(house, club, { group_ticket: true, tickets_included: 3 })
  const person = await families.member()
  const { body } = await buy(person, 1, families)
  assert.equal(body.tickets.length, 3)
  const refund = (ticketIds: number[]) =>
    house.call('POST', `/v1/manage/orders/${body.order_id}/refunds`, { key: club.key, body: { ticket_ids: ticketIds } })
  const ids = body.tickets.map(({ ticket_id }: { ticket_id: number }) => ticket_id)
  assert.ok((await refund(ids.slice(0, 1))).status < 300)
  assert.equal(outcomeOf(await buy(person, 1, families)), 'member_limit_reached')
  assert.ok((await refund(ids.slice(1))).status < 300)
  assert.equal(outcomeOf(await buy(person, 1, families)), 'confirmed')
})

test('a price may be for several types, and memberships of all of them count', async () => {
  const other = await openMemberSale(house, club)
  await house.sql`
    insert into price_membership_types (org_id, price_id, membership_type_id)
    values (${club.orgId}, ${offer.priceId}, ${other.typeId})`
  const person = await other.member()
  await addMember(house, club, { user_id: person.userId, membership_type_id: typeId, membership_member_status_id: 1 })
  assert.equal(outcomeOf(await buy(person, 2)), 'confirmed')
  assert.equal(outcomeOf(await buy(person)), 'member_limit_reached')
  assert.equal(outcomeOf(await buy(person, 1, other)), 'confirmed', 'each price is counted by itself')
})
