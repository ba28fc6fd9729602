import assert from 'node:assert/strict'
import { test } from 'node:test'
import { awaitedBehind, awaitedLock } from '../../tests/awaited-lock.ts'
import { openHouse } from '../../tests/harness.ts'
import { HOLD_MS } from '../baskets/basket-life.ts'
import { addOffer, buyer, shopOf } from '../baskets/baskets-fixture.ts'
import { sweepBaskets } from '../baskets/sweep-baskets.ts'

const house = await openHouse()
const club = await house.organisation()
const { sql, clock } = house
const shop = shopOf(house, club)
const { priceId } = await addOffer(house, club, { capacity: 1000 })

/** Somebody who has bought a ticket. */
async function addBuyer(name: string) {
  const customer = { ...buyer, first_name: name, email: `${name}@example.org` }
  const { body: order } = await shop.checkOut(await shop.fill(priceId, 1), { customer })
  const { body: found } = await shop.call('GET', `/v1/customers?search=${name}`)
  return { customer, order, reference: String(found.data[0].org_customer_id) }
}

const erase = (reference: string) => shop.call('POST', `/v1/manage/customers/${reference}/erase`, {})

test('who erases waits for a refund under way before anything of the customer’s is locked', async () => {
  const { order, reference } = await addBuyer('Rafael')
  const { erasing } = await sql.begin(async (tx) => {
    await tx`
      select 1
      from orders
      where org_id = ${club.orgId}
        and order_id = ${order.order_id}
      for no key update`
    const erasing = erase(reference)
    await awaitedLock(sql)
    await tx`
      select 1
      from tickets
      where org_id = ${club.orgId}
        and order_id = ${order.order_id}
      for no key update nowait`
    return { erasing }
  })
  assert.equal((await erasing).status, 200)
})

test('who erases waits for a change of a member before the customer is locked', async () => {
  const { order, reference } = await addBuyer('Miriam')
  const { body: member } = await shop.call('POST', '/v1/members', {
    user_id: order.user_id,
    first_name: 'Miriam',
    last_name: 'Okafor',
  })
  const { erasing } = await sql.begin(async (tx) => {
    await tx`
      select 1
      from members
      where org_id = ${club.orgId}
        and membership_member_id = ${member.membership_member_id}
      for no key update`
    const erasing = erase(reference)
    await awaitedLock(sql)
    await tx`
      select 1
      from customers
      where org_id = ${club.orgId}
        and user_id = ${order.user_id}
      for share nowait`
    return { erasing }
  })
  assert.equal((await erasing).status, 200)
})

test('an order that became the customer’s a moment ago is waited for without its tickets and without the customer', async () => {
  const { order, reference } = await addBuyer('Noor')
  const { order: another } = await addBuyer('Pavel')
  const { erasing, holding } = await sql.begin(async (tx) => {
    await tx`
      select 1
      from customers
      where org_id = ${club.orgId}
        and user_id = ${order.user_id}
      for no key update`
    const erasing = erase(reference)
    await awaitedLock(sql)
    await sql`
      update orders
      set user_id = ${order.user_id}
      where org_id = ${club.orgId}
        and order_id = ${another.order_id}`
    const locked = Promise.withResolvers<void>()
    // Who refunds it wants its tickets next, and who confirms it once more the customer.
    const holding = sql.begin(async (other) => {
      const [held] = await other<{ pid: number }[]>`
        select pg_backend_pid() as pid
        from orders
        where org_id = ${club.orgId}
          and order_id = ${another.order_id}
        for no key update`
      locked.resolve()
      await awaitedBehind(sql, held?.pid ?? 0)
      await other`
        select 1
        from tickets
        where org_id = ${club.orgId}
          and order_id = ${another.order_id}
        for no key update nowait`
      await other`
        select 1
        from customers
        where org_id = ${club.orgId}
          and user_id = ${order.user_id}
        for no key update nowait`
    })
    await locked.promise
    return { erasing, holding }
  })
  await holding
  assert.equal((await erasing).status, 200)
  assert.equal((await shop.call('GET', `/v1/orders/${another.order_id}`)).body.tickets[0].ticket_name, null)
})

test('an order that expired unpaid forgets the person as well, by the e-mail address', async () => {
  const { customer, reference } = await addBuyer('Oona')
  const declined = { payment_method: 'pm_test_declined', customer: { ...customer, email: 'OONA@example.org' } }
  const { body: refusal } = await shop.checkOut(await shop.fill(priceId, 1), declined)
  clock.advance(HOLD_MS)
  await sweepBaskets(sql, clock)
  assert.equal((await erase(reference)).status, 200)
  const { body: expired } = await shop.call('GET', `/v1/orders/${refusal.error.order_id}`)
  assert.deepEqual(
    [expired.order_status, expired.first_name, expired.last_name, expired.email_address],
    ['expired', null, null, null],
  )
})
