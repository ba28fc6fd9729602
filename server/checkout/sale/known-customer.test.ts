import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { addCustomer } from '../../../tests/builders/customers.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { unique } from '../../../tests/builders/rows.ts'
import { addFan } from '../../../tests/builders/sso.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { unixSeconds } from '../../platform/values/clock.ts'

const house = await openHouse()
const club = await house.organisation()
const shop = shopOf(house, club)
const web = shopOf(house, { key: await house.key(club.orgId, { kind: 'pk' }) })
const { priceId } = await addOffer(house, club, { capacity: 1000 })

const details = { mobile_number: '0400 000 000', postcode: '2000', marketing_emails: true }
const named = (email: string, given: object = details) => ({ email, first_name: 'Eve', last_name: 'Else', ...given })

type Counter = typeof shop
const buy = async (counter: Counter, customer: object, headers: Record<string, string> = {}) =>
  (await counter.checkOut(await counter.fill(priceId, 1), { customer }, headers)).body

/** All that is known of a customer whom a checkout may have changed, and how often it said so. */
async function known(userId: number) {
  const [row] = await house.sql<Record<string, unknown>[]>`
    select c.first_name, c.last_name, c.mobile_number, c.postcode, c.marketing_emails, c.marketing_emails_at,
      c.marketing_emails_source, c.changed_at, (
        select count(*)::int
        from webhook_messages m
        where m.org_id = c.org_id
          and m.type = 'customer.updated'
          and m.payload::json -> 'data' -> 'customer' ->> 'user_id' = c.user_id::text
      ) as told
    from customers c
    where c.org_id = ${club.orgId}
      and c.user_id = ${userId}`
  return { ...row }
}

/** A customer of whom the club knows an address and no more. */
async function addSilent() {
  const email = `${unique('silent')}@example.org`
  const { userId } = await addCustomer(house, club, { email_address: email, first_name: null, last_name: null })
  return { email, userId }
}

test('a buyer who types the address of a known customer changes nothing about them, and the order keeps what was typed', async () => {
  for (const counter of [web, shop]) {
    const { email, userId } = await addSilent()
    const before = await known(userId)
    house.clock.advance(1_000)
    const order = await buy(counter, named(email.toUpperCase()))
    assert.equal(order.user_id, userId, 'the order is theirs')
    assert.deepEqual([order.first_name, order.mobile_number, order.postcode], ['Eve', '0400 000 000', '2000'])
    const [storedOrder] = await house.sql<{ marketing_opt_in: boolean }[]>`
      select marketing_opt_in
      from orders
      where org_id = ${club.orgId}
        and order_id = ${order.order_id}`
    assert.equal(storedOrder?.marketing_opt_in, true)
    assert.deepEqual(await known(userId), before)
  }
})

test('no customer is signed up for marketing by a stranger, not even with a token of their own', async () => {
  const { email, userId } = await addSilent()
  const stranger = await addFan(house, club)
  await buy(web, named(email), stranger.headers)
  assert.equal((await known(userId)).marketing_emails, false)
})

test('a new customer is created from what they typed, with the time and the order of their consent', async () => {
  const order = await buy(web, named(`${unique('new')}@example.org`))
  const { changed_at: _at, ...customer } = await known(order.user_id)
  assert.deepEqual(customer, {
    ...{
      first_name: 'Eve',
      last_name: 'Else',
      mobile_number: '0400 000 000',
      postcode: '2000',
      marketing_emails: true,
    },
    ...{ marketing_emails_at: house.clock(), marketing_emails_source: `order:${order.order_id}`, told: 0 },
  })
  const silent = await buy(web, named(`${unique('new')}@example.org`, {}))
  assert.deepEqual(
    [(await known(silent.user_id)).marketing_emails, (await known(silent.user_id)).marketing_emails_at],
    [false, null],
  )
})

test('a fan who has proven to be the customer fills in what was empty, and their opt-in counts', async () => {
  const fan = await addFan(house, club)
  house.clock.advance(1_000)
  const order = await buy(web, named(fan.email), fan.headers)
  const customer = await known(fan.userId)
  assert.deepEqual(
    [customer.first_name, customer.postcode, customer.marketing_emails, customer.told],
    ['Ada', '2000', true, 1],
    'what is there stays',
  )
  assert.deepEqual(
    [customer.marketing_emails_at, customer.marketing_emails_source],
    [house.clock(), `order:${order.order_id}`],
  )
})

test('a proven opt-in that is there already keeps its time and its source', async () => {
  const fan = await addFan(house, club)
  await buy(web, named(fan.email), fan.headers)
  const before = await known(fan.userId)
  house.clock.advance(1_000)
  await buy(web, named(fan.email), fan.headers)
  assert.deepEqual(await known(fan.userId), before)
})

test('a fan who was linked by nothing but a checkout is not proven', async () => {
  const fan = await addFan(house, club)
  await house.sql`
    update sso_identities
    set linked_by = 'checkout'
    where org_id = ${club.orgId}
      and user_id = ${fan.userId}`
  await buy(web, named(fan.email), fan.headers)
  assert.deepEqual([(await known(fan.userId)).postcode, (await known(fan.userId)).marketing_emails], [null, false])
})

test('a buyer whose basket was proven otherwise is proven too', async () => {
  const { email, userId } = await addSilent()
  const basketId = await web.fill(priceId, 1)
  await house.sql`
    insert into basket_proofs (org_id, basket_id, user_id, proven_by)
    values (${club.orgId}, ${basketId.slice(4)}, ${userId}, 'code')`
  await web.checkOut(basketId, { customer: named(email) })
  assert.deepEqual([(await known(userId)).postcode, (await known(userId)).marketing_emails], ['2000', true])
})

test('staff at the box office, who may change customers anyway, fill in what was empty', async () => {
  const { email, userId } = await addSilent()
  const sale = { items: [{ price_id: priceId }], payment_method: 'cash', customer: named(email) }
  const { body } = await shop.call('POST', '/v1/manage/orders', sale)
  const customer = await known(userId)
  assert.deepEqual(
    [customer.first_name, customer.postcode, customer.marketing_emails_source],
    ['Eve', '2000', `order:${body.order_id}`],
  )
})

test('of orders that a new address makes at once, the one that creates the customer says who they are', async () => {
  const email = `${unique('crowd')}@example.org`
  const baskets = await Promise.all([1, 2, 3, 4].map(() => web.fill(priceId, 1)))
  const given = [{}, { postcode: '2000' }, { marketing_emails: true }, { mobile_number: '0400' }]
  await Promise.all(baskets.map((id, n) => web.checkOut(id, { customer: named(email, given[n]) })))
  const { body } = await shop.call('GET', `/v1/customers?search=${email}`)
  const [customer] = body.data
  const facts = [customer.postcode, customer.marketing_emails, customer.mobile_number]
  assert.ok(facts.filter((fact) => fact !== null && fact !== false).length <= 1, JSON.stringify(facts))
})

test('staff give and withdraw consent, which says so; the customer and their export show it', async () => {
  const { body } = await shop.call('POST', '/v1/manage/customers', { first_name: 'Kay', marketing_emails: true })
  const path = `/v1/manage/customers/${body.org_customer_id}`
  const at = unixSeconds(house.clock())
  assert.deepEqual([body.marketing_emails_at, body.marketing_emails_source], [at, 'staff'])
  house.clock.advance(5_000)
  const renamed = await shop.call('PATCH', path, { first_name: 'Kaye', marketing_emails: true })
  assert.equal(renamed.body.marketing_emails_at, at)
  const withdrawn = await shop.call('PATCH', path, { marketing_emails: false })
  assert.deepEqual(
    [withdrawn.body.marketing_emails, withdrawn.body.marketing_emails_at, withdrawn.body.marketing_emails_source],
    [false, at + 5, 'staff'],
  )
  const exported = await shop.call('GET', `${path}/export`)
  assert.equal(exported.body.customer.marketing_emails_at, at + 5)
  const erased = await shop.call('POST', `${path}/erase`, {})
  assert.deepEqual([erased.body.marketing_emails_at, erased.body.marketing_emails_source], [null, null])
})
