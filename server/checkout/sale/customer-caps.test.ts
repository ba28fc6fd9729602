import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { addDiscount } from '../../../tests/builders/discounts.ts'
import { openLateHouse } from '../../../tests/builders/late-payments.ts'
import { openMemberSale } from '../../../tests/builders/member-sales.ts'
import { addOffer, addPrice } from '../../../tests/builders/prices.ts'
import { unique } from '../../../tests/builders/rows.ts'
import { addFan } from '../../../tests/builders/sso.ts'
import { awaitedLock } from '../../../tests/harness/awaited-lock.ts'
import { type Answer, type House, openHouse } from '../../../tests/harness/house.ts'
import { openSecondHouse } from '../../../tests/harness/second-house.ts'
import { statementsOf } from '../../../tests/rules/statements.ts'

const house = await openHouse()
const second = await openSecondHouse(house)
const club = await house.organisation()
const shop = shopOf(house, club)

const someone = () => ({ email: `${unique('fan')}@example.org`, first_name: 'Fay', last_name: 'Fan' })
const refusal = ({ status, body }: Answer) => [
  status,
  body.error?.code,
  body.error?.param,
  body.error?.max_per_customer,
]
const REFUSED = (cap: number) => [409, 'max_per_customer', 'customer[email]', cap]

type Customer = ReturnType<typeof someone>
type Purchase = { customer: Customer; quantity?: number; method?: string; headers?: Record<string, string>; at?: House }

/** A basket of its own, checked out. */
async function buy(priceId: number, purchase: Purchase) {
  const { customer, quantity = 1, method = 'pm_test_ok', headers = {}, at = house } = purchase
  const counter = shopOf(at, club)
  const basketId = await counter.fill(priceId, quantity)
  const answer = await counter.checkOut(basketId, { customer, payment_method: method }, headers)
  return { basketId, answer }
}

test('a customer has so many of a price in all orders together, in any case of the address', async () => {
  const { priceId } = await addOffer(house, club, { capacity: 100, price: { max_per_customer: 3 } })
  const customer = someone()
  assert.equal((await buy(priceId, { customer, quantity: 2 })).answer.status, 200)
  const shouted = { ...customer, email: customer.email.toUpperCase() }
  assert.deepEqual(refusal((await buy(priceId, { customer: shouted, quantity: 2 })).answer), REFUSED(3))
  assert.equal((await buy(priceId, { customer: shouted })).answer.status, 200)
  assert.deepEqual(refusal((await buy(priceId, { customer })).answer), REFUSED(3))
  assert.equal((await buy(priceId, { customer: someone(), quantity: 3 })).answer.status, 200, 'another customer')
})

test('one basket with too many is refused, and open for fewer', async () => {
  const { priceId } = await addOffer(house, club, { price: { max_per_customer: 2 } })
  const { basketId, answer } = await buy(priceId, { customer: someone(), quantity: 3 })
  assert.deepEqual(refusal(answer), REFUSED(2))
  const { body } = await shop.read(basketId)
  assert.equal(body.status, 'open')
  await shop.call('PATCH', `/v1/baskets/${basketId}/items/${body.items[0].id}`, { quantity: 2 })
  assert.equal((await shop.checkOut(basketId, { customer: someone() })).status, 200)
})

test('an event caps the tickets of all its prices, and a group has as many as it lets in', async () => {
  const { eventId, priceCategoryId, priceId } = await addOffer(house, club, {
    capacity: 100,
    event: { max_per_customer: 5 },
  })
  const family = await addPrice(house, club, { eventId, priceCategoryId }, { group_ticket: true, tickets_included: 4 })
  const customer = someone()
  assert.equal((await buy(family, { customer })).answer.status, 200)
  assert.deepEqual(refusal((await buy(family, { customer })).answer), REFUSED(5))
  assert.deepEqual(refusal((await buy(priceId, { customer, quantity: 2 })).answer), REFUSED(5))
  assert.equal((await buy(priceId, { customer })).answer.status, 200)
})

test('a price counts units: of a group that has lost a ticket the rest is still one', async () => {
  const price = { max_per_customer: 2, group_ticket: true, tickets_included: 3 }
  const { priceId } = await addOffer(house, club, { capacity: 100, price })
  const customer = someone()
  const { answer } = await buy(priceId, { customer, quantity: 2 })
  const [first, other, third] = answer.body.tickets.map(({ ticket_id }: { ticket_id: number }) => ticket_id)
  const giveBack = (ticket_ids: number[]) =>
    shop.call('POST', `/v1/manage/orders/${answer.body.order_id}/refunds`, { ticket_ids })
  assert.equal((await giveBack([first])).status, 201)
  assert.deepEqual(refusal((await buy(priceId, { customer })).answer), REFUSED(2))
  assert.equal((await giveBack([other, third])).status, 201)
  assert.equal((await buy(priceId, { customer })).answer.status, 200)
})

test('what is being paid counts, and counts once; what was declined or given up does not', async () => {
  const { priceId } = await addOffer(house, club, { capacity: 100, price: { max_per_customer: 2 } })
  const customer = someone()
  const { basketId, answer } = await buy(priceId, { customer, quantity: 2, method: 'pm_test_requires_action' })
  assert.equal(answer.body.status, 'pending')
  assert.deepEqual(refusal((await buy(priceId, { customer })).answer), REFUSED(2))
  assert.equal((await shop.checkOut(basketId, { customer })).body.status, 'confirmed')
  assert.deepEqual(refusal((await buy(priceId, { customer })).answer), REFUSED(2))
  const other = someone()
  const declined = await buy(priceId, { customer: other, quantity: 2, method: 'pm_test_declined' })
  assert.equal(declined.answer.status, 402)
  const given = await buy(priceId, { customer: other, quantity: 2, method: 'pm_test_declined' })
  await shop.call('DELETE', `/v1/baskets/${given.basketId}`)
  assert.equal((await buy(priceId, { customer: other, quantity: 1 })).answer.status, 200)
  assert.deepEqual(
    refusal(await shop.checkOut(declined.basketId, { customer: other })),
    REFUSED(2),
    'paid anew, it would',
  )
})

test('a stranger with a card that is declined does not shut out whose address they type', async () => {
  const { priceId } = await addOffer(house, club, { capacity: 100, price: { max_per_customer: 4 } })
  const customer = someone()
  const stranger = await buy(priceId, { customer, quantity: 4, method: 'pm_test_declined' })
  assert.equal(stranger.answer.status, 402)
  assert.equal((await buy(priceId, { customer, quantity: 4 })).answer.status, 200)
})

test('what was refunded can be bought again', async () => {
  const { priceId } = await addOffer(house, club, { capacity: 100, price: { max_per_customer: 1 } })
  const customer = someone()
  const { answer } = await buy(priceId, { customer })
  assert.deepEqual(refusal((await buy(priceId, { customer })).answer), REFUSED(1))
  assert.equal((await shop.call('POST', `/v1/manage/orders/${answer.body.order_id}/refunds`, {})).status, 201)
  assert.equal((await buy(priceId, { customer })).answer.status, 200)
})

test('a customer who checks out many baskets at once, through two processes, gets what one may have', async () => {
  const { priceId, eventId } = await addOffer(house, club, { capacity: 100, price: { max_per_customer: 4 } })
  const customer = someone()
  const houses = [house, second]
  const baskets = await Promise.all(Array.from({ length: 12 }, () => shop.fill(priceId, 1)))
  const answers = await Promise.all(
    baskets.map((id, n) => shopOf(houses[n % 2] ?? house, club).checkOut(id, { customer })),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 4)
  for (const answer of answers.filter(({ status }) => status !== 200)) assert.deepEqual(refusal(answer), REFUSED(4))
  const [sold] = await house.sql<{ count: number }[]>`
    select count(*)::int as count
    from tickets
    where org_id = ${club.orgId}
      and event_id = ${eventId}`
  assert.equal(sold?.count, 4)
})

test('a process that has counted is waited for by the next, until its order is there', async () => {
  const { priceId } = await addOffer(house, club, { capacity: 100, price: { max_per_customer: 1 } })
  const customer = someone()
  const code = unique('CODE')
  await addDiscount(house, club, { code, basis_points: 1000 })
  const [first, other] = [await shop.fill(priceId, 1, { discount_code: code }), await shop.fill(priceId, 1)]
  const answers: Promise<Answer>[] = []
  await house.sql.begin(async (tx) => {
    await tx`
      select 1
      from discounts
      where org_id = ${club.orgId}
        and code = ${code}
      for update`
    answers.push(shop.checkOut(first, { customer }))
    await awaitedLock(house.sql)
    // The first has counted, and waits for its discount; nothing but the cap is in the way of the second.
    const later = shopOf(second, club).checkOut(other, { customer })
    answers.push(later)
    await Promise.race([later, awaitedLock(house.sql, 2)])
  })
  assert.deepEqual(
    (await Promise.all(answers)).map(({ status }) => status),
    [200, 409],
  )
})

test('a fan who is signed in is one customer, whatever address they type', async () => {
  const { priceId } = await addOffer(house, club, { capacity: 100, price: { max_per_customer: 2 } })
  const { headers } = await addFan(house, club)
  for (let n = 0; n < 2; n += 1) assert.equal((await buy(priceId, { customer: someone(), headers })).answer.status, 200)
  assert.deepEqual(refusal((await buy(priceId, { customer: someone(), headers })).answer), REFUSED(2))
})

test('what strangers buy under an address counts for it, and not for its owner who has proven to be it', async () => {
  const { priceId } = await addOffer(house, club, { capacity: 100, price: { max_per_customer: 2 } })
  const { email, headers } = await addFan(house, club)
  const customer = { ...someone(), email }
  assert.equal((await buy(priceId, { customer, quantity: 2 })).answer.status, 200, 'a stranger, who has paid')
  assert.deepEqual(refusal((await buy(priceId, { customer })).answer), REFUSED(2))
  assert.equal((await buy(priceId, { customer, quantity: 2, headers })).answer.status, 200)
  assert.deepEqual(refusal((await buy(priceId, { customer, headers })).answer), REFUSED(2))
})

test('who has proven to be a person by their baskets is one customer, whatever addresses they type', async () => {
  const sale = await openMemberSale(house, club)
  const { memberId } = await sale.member()
  const { priceId } = await addOffer(house, club, { capacity: 100, price: { max_per_customer: 1 } })
  const buyProven = async () => {
    const basketId = await shop.fill(priceId, 1)
    assert.equal((await sale.server.prove(basketId, { membership_member_id: memberId })).status, 200)
    return shop.checkOut(basketId, { customer: someone() })
  }
  assert.equal((await buyProven()).status, 200)
  assert.deepEqual(refusal(await buyProven()), REFUSED(1))
})

test('a fan who takes their link back and proves it anew is the same customer', async () => {
  const { priceId } = await addOffer(house, club, { capacity: 100, price: { max_per_customer: 1 } })
  const { headers, userId, issuer, subject } = await addFan(house, club)
  assert.equal((await buy(priceId, { customer: someone(), headers })).answer.status, 200)
  const unlinked = await shop.call('DELETE', '/v1/sso/link', undefined, headers)
  assert.equal(unlinked.status, 200, unlinked.text)
  await house.sql`
    update sso_identities
    set user_id = ${userId}, linked_by = 'code', unlinked_at = null
    where org_id = ${club.orgId}
      and issuer = ${issuer}
      and subject = ${subject}`
  assert.deepEqual(refusal((await buy(priceId, { customer: someone(), headers })).answer), REFUSED(1))
})

test('the box office may sell more, and what it sells to an address counts online', async () => {
  const { priceId } = await addOffer(house, club, { capacity: 100, price: { max_per_customer: 2 } })
  const customer = someone()
  const sale = { items: [{ price_id: priceId, quantity: 3 }], payment_method: 'cash', customer }
  assert.equal((await shop.call('POST', '/v1/manage/orders', sale)).status, 201)
  assert.deepEqual(refusal((await buy(priceId, { customer })).answer), REFUSED(2))
})

test('without a cap a checkout does not read earlier orders', async () => {
  const { priceId } = await addOffer(house, club)
  const basketId = await shop.fill(priceId, 1)
  const statements = await statementsOf(house, () => shop.checkOut(basketId, { customer: someone() }))
  assert.ok(statements.length > 0)
  assert.ok(!statements.some(({ text }) => /capped/.test(text)))
})

test('money that arrives for an order that had expired goes back where the customer has bought instead', async () => {
  const late = await openLateHouse()
  const price = { max_per_customer: 1 }
  const { priceId } = await addOffer(late.house, late.club, { capacity: 100, price })
  const customer = someone()
  const { orderId, intent, succeed } = await late.failedAtFirst([priceId], {}, customer)
  await late.expire(orderId)
  const basket = await late.shop.fill(priceId, 1)
  assert.equal((await late.shop.checkOut(basket, { customer, payment_method: 'pm_card_visa' })).status, 200)
  assert.equal((await succeed()).status, 200)
  assert.equal(late.stripe.refunds.refunded(intent.id), intent.amount)
  const { body } = await late.house.call('GET', `/v1/manage/orders/${orderId}/refunds`, { key: late.club.key })
  assert.match(body.data[0].reason, /^The customer had bought as many as one may have/)
  const other = await late.failedAtFirst([priceId], {}, someone())
  await late.expire(other.orderId)
  assert.equal((await other.succeed()).status, 200)
  assert.equal((await late.order(other.orderId)).order_status, 'confirmed', 'who has bought nothing else gets theirs')
  await late.audited()
})

test('money that arrives for a payment that was called failed goes back where the customer has bought instead', async () => {
  const late = await openLateHouse()
  const { priceId } = await addOffer(late.house, late.club, { capacity: 100, price: { max_per_customer: 1 } })
  const customer = someone()
  const { orderId, intent, succeed } = await late.failedAtFirst([priceId], {}, customer)
  const instead = await late.shop.fill(priceId, 1)
  assert.equal((await late.shop.checkOut(instead, { customer, payment_method: 'pm_card_visa' })).status, 200)
  assert.equal((await succeed()).status, 200)
  assert.equal((await late.order(orderId)).order_status, 'expired')
  assert.equal(late.stripe.refunds.refunded(intent.id), intent.amount)
  const other = await late.failedAtFirst([priceId], {}, someone())
  assert.equal((await other.succeed()).status, 200)
  assert.equal((await late.order(other.orderId)).order_status, 'confirmed', 'who has bought nothing else gets theirs')
  await late.audited()
})

test('late money of a fan who was signed in is counted for the fan, whatever address they typed', async () => {
  const late = await openLateHouse()
  const { priceId } = await addOffer(late.house, late.club, { capacity: 100, price: { max_per_customer: 1 } })
  const { headers } = await addFan(late.house, late.club)
  const { orderId, intent, succeed } = await late.failedAtFirst([priceId], {}, someone(), undefined, headers)
  await late.expire(orderId)
  const instead = await late.shop.fill(priceId, 1)
  const bought = await late.shop.checkOut(instead, { customer: someone(), payment_method: 'pm_card_visa' }, headers)
  assert.equal(bought.status, 200)
  assert.equal((await succeed()).status, 200)
  assert.equal((await late.order(orderId)).order_status, 'expired')
  assert.equal(late.stripe.refunds.refunded(intent.id), intent.amount)
  await late.audited()
})

test('staff set the caps, and shops can read them', async () => {
  const { eventId, priceId } = await addOffer(house, club)
  const change = (path: string, max_per_customer: number | null) =>
    shop.call('PATCH', `/v1/manage/${path}`, { max_per_customer })
  assert.equal((await change(`events/${eventId}`, 6)).body.max_per_customer, 6)
  assert.equal((await change(`prices/${priceId}`, 4)).body.max_per_customer, 4)
  assert.equal((await change(`prices/${priceId}`, 0)).status, 400)
  const web = shopOf(house, { key: await house.key(club.orgId, { kind: 'pk' }) })
  assert.equal((await web.call('GET', `/v1/events/${eventId}`)).body.max_per_customer, 6)
  assert.equal((await web.call('GET', `/v1/events/${eventId}/prices`)).body.data[0].max_per_customer, 4)
  assert.equal((await change(`prices/${priceId}`, null)).body.max_per_customer, null)
})
