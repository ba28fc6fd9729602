import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buyer, shopOf } from '../../../tests/builders/baskets.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { awaitedBehind, awaitedLock } from '../../../tests/harness/awaited-lock.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { HOLD_MS } from '../../checkout/baskets/basket-state.ts'
import { sweepBaskets } from '../../checkout/baskets/sweep-baskets.ts'

const house = await openHouse()
const club = await house.organisation()
const { sql, clock } = house
const shop = shopOf(house, club)
const { priceId } = await addOffer(house, club, { capacity: 1000 })

/** A customer who has bought a ticket. */
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

/** Keeps an order locked, and says by whom, until it is let go. */
async function keepOrder(orderId: number) {
  const letGo = Promise.withResolvers<void>()
  const { promise: locked, resolve: isLocked } = Promise.withResolvers<number>()
  const keeping = sql.begin(async (tx) => {
    const [row] = await tx<{ pid: number }[]>`
      select pg_backend_pid() as pid
      from orders
      where org_id = ${club.orgId}
        and order_id = ${orderId}
      for no key update`
    isLocked(row?.pid ?? 0)
    await letGo.promise
  })
  const release = () => {
    letGo.resolve()
    return keeping
  }
  return { pid: await locked, release }
}

test('a customer who orders again each time is not erased by halves: 503, and later it goes through', async () => {
  const { order, reference } = await addBuyer('Quentin')
  const others: number[] = []
  for (let n = 0; n < 20; n += 1) {
    const { body } = await shop.checkOut(await shop.fill(priceId, 1), { customer: { ...buyer, email: `q${n}@x.org` } })
    others.push(body.order_id)
  }
  let kept = await keepOrder(order.order_id)
  const erasing = erase(reference)
  for (const orderId of others) {
    // It has seen which orders there are, and waits for the last of them.
    await awaitedBehind(sql, kept.pid)
    await sql`
      update orders
      set user_id = ${order.user_id}
      where org_id = ${club.orgId}
        and order_id = ${orderId}`
    const next = await keepOrder(orderId)
    await kept.release()
    kept = next
  }
  const refused = await erasing
  assert.deepEqual([refused.status, refused.body.error?.code], [503, 'service_unavailable'], refused.text)
  assert.equal(refused.headers['retry-after'], '1')
  assert.equal((await shop.call('GET', `/v1/customers/${reference}`)).body.first_name, 'Quentin')
  await kept.release()
  assert.equal((await erase(reference)).status, 200)
  for (const orderId of [order.order_id, ...others]) {
    const { body } = await shop.call('GET', `/v1/orders/${orderId}`)
    assert.deepEqual([body.first_name, body.email_address, body.tickets[0].ticket_name], [null, null, null])
  }
})

test('an order that expired unpaid forgets the person as well, by the e-mail address', async () => {
  const { customer, reference } = await addBuyer('Oona')
  const declined = { payment_method: 'pm_test_declined', customer: { ...customer, email: 'OONA@example.org' } }
  const { body: refusal } = await shop.checkOut(await shop.fill(priceId, 1), declined)
  clock.advance(HOLD_MS)
  await sweepBaskets(sql, { clock, systemClock: clock })
  assert.equal((await erase(reference)).status, 200)
  const { body: expired } = await shop.call('GET', `/v1/orders/${refusal.error.order_id}`)
  assert.deepEqual(
    [expired.order_status, expired.first_name, expired.last_name, expired.email_address],
    ['expired', null, null, null],
  )
})

const shownOf = async (orderId: number) => {
  const { body } = await shop.call('GET', `/v1/orders/${orderId}`)
  return [body.order_status, body.first_name, body.last_name, body.email_address, body.mobile_number]
}

test('an order that still waits for another card forgets the person when it expires, and its message does not name them', async () => {
  const { customer, reference } = await addBuyer('Ilse')
  const declined = { payment_method: 'pm_test_declined', customer: { ...customer, email: 'ILSE@example.org' } }
  const { body: refusal } = await shop.checkOut(await shop.fill(priceId, 1), declined)
  const orderId: number = refusal.error.order_id
  const signedIn = { org_id: club.orgId, order_id: orderId, issuer: 'https://id.example.org', subject: 'ilse' }
  await sql`insert into sso_purchases ${sql(signedIn)}`
  assert.equal((await erase(reference)).status, 200)
  clock.advance(HOLD_MS)
  await sweepBaskets(sql, { clock, systemClock: clock })
  assert.deepEqual(await shownOf(orderId), ['expired', null, null, null, null])
  assert.equal((await sql`select 1 from sso_purchases where order_id = ${orderId}`).length, 0)
  const [message] = await sql<{ named: boolean }[]>`
    select payload::text ilike '%ilse%' as named
    from webhook_messages
    where org_id = ${club.orgId}
      and type = 'order.expired'
      and payload::json -> 'data' -> 'order' ->> 'order_id' = ${String(orderId)}`
  assert.deepEqual(message, { named: false })
})

test('an order that is paid after its customer was erased is that of a new customer, with the name on it', async () => {
  const { customer, order: before, reference } = await addBuyer('Tomas')
  const paying = { payment_method: 'pm_test_requires_action', customer }
  const basket = await shop.fill(priceId, 1)
  const { body: pending } = await shop.checkOut(basket, paying)
  assert.equal((await erase(reference)).status, 200)
  const { body: paid } = await shop.checkOut(basket, paying)
  assert.deepEqual([pending.status, paid.status, paid.first_name], ['pending', 'confirmed', 'Tomas'])
  assert.equal(paid.tickets[0].ticket_name, 'Tomas Okafor')
  assert.notEqual(paid.user_id, before.user_id)
})

test('other people’s unpaid orders keep their names when a customer is erased', async () => {
  const { reference } = await addBuyer('Ines')
  const { customer } = await addBuyer('Ivo')
  const declined = { payment_method: 'pm_test_declined', customer }
  const { body: refusal } = await shop.checkOut(await shop.fill(priceId, 1), declined)
  assert.equal((await erase(reference)).status, 200)
  clock.advance(HOLD_MS)
  await sweepBaskets(sql, { clock, systemClock: clock })
  const shown = await shownOf(refusal.error.order_id)
  assert.deepEqual(shown, ['expired', 'Ivo', 'Okafor', 'Ivo@example.org', null])
})

test('a ticket that was passed on keeps its holder when the buyer is erased, and forgets them when they are', async () => {
  const { order: bought, reference: buyerReference } = await addBuyer('Ulla')
  const { reference: holderReference } = await addBuyer('Vera')
  const holder = { ticket_name: 'Vera Okafor', email_address: 'VERA@example.org' }
  const passed = await shop.call('POST', `/v1/manage/tickets/${bought.tickets[0].ticket_id}/transfer`, holder)
  const shown = async () => {
    const { body } = await shop.call('GET', `/v1/manage/tickets/${passed.body.ticket_id}`)
    return [body.ticket_name, body.email_address]
  }
  assert.equal((await erase(buyerReference)).status, 200)
  assert.deepEqual(await shown(), ['Vera Okafor', 'VERA@example.org'])
  const { body: own } = await shop.call('GET', `/v1/manage/tickets/${bought.tickets[0].ticket_id}`)
  assert.deepEqual([own.ticket_name, own.email_address], [null, null], 'the one that it was before was the buyer’s')
  assert.equal((await erase(holderReference)).status, 200)
  assert.deepEqual(await shown(), [null, null])
})

test('a holder who is no customer is forgotten ticket by ticket, also on one that has gone further', async () => {
  const { order } = await addBuyer('Wanda')
  const holder = { ticket_name: 'Xenia', email_address: 'xenia@example.org' }
  const first = await shop.call('POST', `/v1/manage/tickets/${order.tickets[0].ticket_id}/transfer`, holder)
  const path = `/v1/manage/tickets/${first.body.ticket_id}`
  assert.equal((await shop.call('POST', `${path}/reissue`, {})).status, 200)
  assert.equal((await shop.call('PATCH', path, { ticket_name: 'Yves' })).status, 409)
  const forgotten = await shop.call('PATCH', path, { ticket_name: null, email_address: null })
  assert.equal(forgotten.status, 200)
  assert.deepEqual([forgotten.body.ticket_name, forgotten.body.email_address], [null, null])
})
