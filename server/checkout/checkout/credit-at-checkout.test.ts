import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buyer } from '../../../tests/builders/baskets.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { addFan, type Fan } from '../../../tests/builders/sso.ts'
import { expireCredits } from '../../ledger/credits/expire-credits.ts'
import { auditBooks } from '../../operator/audit/audit.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/values/durations.ts'
import { giveUpPayments } from '../answers/give-up-payments.ts'
import { reconcileOrders } from '../answers/reconcile.ts'

const { house, club, shop, deps } = await openSettlingHouse()
const { key } = club
const { priceId } = await addOffer(house, club, { capacity: 500 })
const manage = (method: string, path: string, body?: object) =>
  house.call(method, `/v1/manage/${path}`, { key, ...(body ? { body } : {}) })
const isClean = async () => assert.deepEqual(await auditBooks(club.orgId, house.sql), [])

/** A fan who is signed in and was given so much. */
async function fanWith(amount: number, more: object = {}) {
  const fan = await addFan(house, club)
  const body = { user_id: fan.userId, amount, reason: 'Goodwill', ...more }
  assert.equal((await manage('POST', 'credits', body)).status, 201)
  return fan
}
const balanceOf = async ({ headers }: Fan): Promise<number> =>
  (await house.call('GET', '/v1/sso/credits', { key, headers })).body.data[0]?.balance ?? 0
const buy = async (fan: Fan, credit: number, more: object = {}) => {
  const basket = await shop.fill(priceId, 1)
  const customer = { ...buyer, email: fan.email }
  return { basket, answer: await shop.checkOut(basket, { customer, credit, ...more }, fan.headers) }
}
const paymentsOf = async (orderId: number) => [
  ...(await house.sql<{ amount_minor: number; payment_status: string }[]>`
    select amount_minor, payment_status
    from payments
    where org_id = ${club.orgId}
      and order_id = ${orderId}
    order by payment_id`),
]

test('credit lowers what is charged, and stands on the order beside the payment', async () => {
  const fan = await fanWith(10)
  const { answer } = await buy(fan, 10)
  const { status, total, credit, payment_method, order_id } = answer.body
  assert.deepEqual([status, total, credit, payment_method], ['confirmed', 27.2, 10, 'card'], answer.text)
  assert.deepEqual(await paymentsOf(order_id), [{ amount_minor: 1720, payment_status: 'succeeded' }])
  assert.equal(await balanceOf(fan), 0)
  await isClean()
})

test('an order that credit pays whole needs no way to pay, and no more is spent than it costs', async () => {
  const fan = await fanWith(50)
  const { answer } = await buy(fan, 50, { payment_method: null })
  const { status, credit, payment_method, order_id } = answer.body
  assert.deepEqual([status, credit, payment_method], ['confirmed', 27.2, 'credit'], answer.text)
  assert.deepEqual(await paymentsOf(order_id), [])
  assert.equal(await balanceOf(fan), 22.8)
  await isClean()
})

test('it is the fan’s own, and who has proven to be nobody spends nothing', async () => {
  const fan = await fanWith(10)
  const basket = await shop.fill(priceId, 1)
  const body = { customer: { ...buyer, email: fan.email }, credit: 5 }
  const nobody = await shop.checkOut(basket, body)
  assert.deepEqual([nobody.status, nobody.body.error.code], [401, 'sso_token_missing'])
  const unlinked = await addFan(house, club, { linked: false })
  const other = await shop.checkOut(basket, body, unlinked.headers)
  assert.deepEqual([other.status, other.body.error.code], [403, 'sso_account_not_linked'])
  assert.equal((await house.call('GET', '/v1/sso/credits', { key, headers: unlinked.headers })).status, 403)
  const stranger = await addFan(house, club)
  const poor = await shop.checkOut(basket, body, stranger.headers)
  assert.deepEqual([poor.status, poor.body.error.balance], [409, 0])
  for (const credit of [-1, 5.001, 1e12, 'much'])
    assert.equal((await shop.checkOut(basket, { ...body, credit }, fan.headers)).status, 400, String(credit))
  const another = await house.organisation()
  const { status } = await house.call('GET', '/v1/sso/credits', { key: another.key, headers: fan.headers })
  assert.equal(status, 401)
  assert.equal(await balanceOf(fan), 10)
  await isClean()
})

test('where the rest is declined it is theirs again, for as long as it would have lasted; the next try spends it anew', async () => {
  const expires_at = Math.floor(house.clock().getTime() / 1000) + 86_400
  const fan = await fanWith(10, { expires_at })
  const { basket, answer } = await buy(fan, 10, { payment_method: 'pm_test_declined' })
  assert.equal(answer.status, 402)
  assert.equal(await balanceOf(fan), 10)
  const [credit] = (await house.call('GET', '/v1/sso/credits', { key, headers: fan.headers })).body.data
  assert.equal(credit.next_expiry, expires_at)
  await isClean()
  const customer = { ...buyer, email: fan.email }
  const paid = await shop.checkOut(basket, { customer, credit: 6 }, fan.headers)
  assert.deepEqual([paid.body.status, paid.body.credit, await balanceOf(fan)], ['confirmed', 6, 4])
  await isClean()
  house.clock.advance(2 * DAY_MS)
  await expireCredits(deps)
  assert.equal((await manage('GET', `credits?user_id=${fan.userId}`)).body.data[0].balance, 0)
  await isClean()
})

test('of two checkouts at once one spends it, and the other is told', async () => {
  const fan = await fanWith(10)
  const answers = await Promise.all([buy(fan, 10), buy(fan, 10), buy(fan, 10)])
  assert.deepEqual(answers.map(({ answer }) => answer.status).sort(), [200, 409, 409])
  assert.equal(await balanceOf(fan), 0)
  await isClean()
})

test('a payment that nobody answered: what is given up releases it, and what was paid after all is confirmed with it', async () => {
  const fan = await fanWith(10)
  const { answer } = await buy(fan, 10, { payment_method: 'pm_test_timeout_then_paid' })
  assert.deepEqual([answer.body.status, await balanceOf(fan)], ['pending', 0])
  house.clock.advance(2 * MINUTE_MS)
  await reconcileOrders(deps)
  const { order_status, credit } = (await manage('GET', `orders/${answer.body.order_id}`)).body
  assert.deepEqual([order_status, credit], ['confirmed', 10])
  await isClean()
  const second = await fanWith(10)
  await buy(second, 10, { payment_method: 'pm_test_action_abandoned' })
  assert.equal(await balanceOf(second), 0)
  house.clock.advance(56 * MINUTE_MS)
  await giveUpPayments(deps)
  assert.equal((await manage('GET', `credits?user_id=${second.userId}`)).body.data[0].balance, 10)
  await isClean()
})

async function merge(keeper: Fan, duplicate: Fan): Promise<void> {
  const referenceOf = async ({ email }: Fan) =>
    (await house.call('GET', `/v1/customers?search=${email}`, { key })).body.data[0].org_customer_id
  const body = { duplicate_customer_id: await referenceOf(duplicate) }
  const { status, text } = await manage('POST', `customers/${await referenceOf(keeper)}/merge`, body)
  assert.equal(status, 200, text)
}

test('credit that waits for a payment is that of the customer whom its fan was merged with, whatever address they gave', async () => {
  const [keeper, fan] = [await fanWith(1), await fanWith(10)]
  const customer = { ...buyer, email: 'somebody-else@example.org' }
  const { answer } = await buy(fan, 10, { customer, payment_method: 'pm_test_action_abandoned' })
  assert.equal(answer.body.status, 'pending', answer.text)
  await merge(keeper, fan)
  house.clock.advance(56 * MINUTE_MS)
  await giveUpPayments(deps)
  const balances = async () =>
    Promise.all(
      [keeper, fan].map(async ({ userId }) => (await manage('GET', `credits?user_id=${userId}`)).body.data[0]?.balance),
    )
  assert.deepEqual(await balances(), [11, 0])
  const next = await buy(fan, 11)
  assert.deepEqual([next.answer.body.status, next.answer.body.credit], ['confirmed', 11], next.answer.text)
  await isClean()
})

test('what merged customers had spent comes back to the one who is left', async () => {
  const [keeper, fan] = [await fanWith(1), await fanWith(10)]
  const { answer } = await buy(fan, 10, { customer: { ...buyer, email: 'another-buyer@example.org' } })
  await merge(keeper, fan)
  const refunded = await manage('POST', `orders/${answer.body.order_id}/refunds`, {})
  assert.deepEqual([refunded.status, refunded.body.amount, refunded.body.credited_amount], [201, 17.2, 10])
  assert.equal((await manage('GET', `credits?user_id=${keeper.userId}`)).body.data[0].balance, 11)
  const { data } = (await manage('GET', `orders/${answer.body.order_id}/timeline?limit=50`)).body
  const story = data.filter(({ type }: { type: string }) => type.startsWith('credit.'))
  assert.deepEqual(
    story.map(({ type, amount }: { type: string; amount: number }) => `${type} ${amount}`),
    ['credit.returned 10', 'credit.spent 10'],
  )
  await isClean()
})

for (const [rule, first, rest] of [
  ['first', { money: 0, credit: 10 }, { money: 17.2, credit: 10 }],
  ['last', { money: 10, credit: 0 }, { money: 17.2, credit: 10 }],
] as const)
  test(`refunds give credit back ${rule}, as the organisation wants it, and no more than there was`, async () => {
    await manage('PATCH', 'organisation', { refund_credit: rule })
    const fan = await fanWith(10)
    const { order_id: orderId } = (await buy(fan, 10)).answer.body
    const refunded = async () => {
      const [sum] = await house.sql<{ refunded_minor: number }[]>`
        select sum(refunded_minor)::bigint as refunded_minor
        from payments
        where org_id = ${club.orgId}
          and order_id = ${orderId}`
      return { money: (sum?.refunded_minor ?? 0) / 100, credit: await balanceOf(fan) }
    }
    await manage('POST', `orders/${orderId}/refunds`, { amount: 10 })
    assert.deepEqual(await refunded(), first)
    await isClean()
    await manage('POST', `orders/${orderId}/refunds`, {})
    assert.deepEqual(await refunded(), rest)
    const order = (await manage('GET', `orders/${orderId}`)).body
    assert.deepEqual([order.order_status, order.refunded_amount], ['refunded', 27.2])
    assert.equal((await manage('POST', `orders/${orderId}/refunds`, { amount: 0.01 })).status, 409)
    await isClean()
  })

test('the books balance: what credit pays is no taking, and clears what the club owes the fan', async () => {
  house.clock.advance(MINUTE_MS)
  const now = Math.floor(house.clock().getTime() / 1000)
  const fan = await fanWith(40)
  await buy(fan, 10)
  await buy(fan, 27.2, { payment_method: null })
  const path = `/v1/manage/exports/ledger.csv?unix_start=${now - 1}&unix_end=${now + 1}`
  const { text } = await house.call('GET', path, { key })
  const cents: Record<string, number> = {}
  for (const line of text.trim().split('\n').slice(1)) {
    const [, , account = '', debit, credit] = line.split(',')
    cents[account] = (cents[account] ?? 0) + Math.round(Number(debit) * 100) - Math.round(Number(credit) * 100)
  }
  const sum = Object.values(cents).reduce((total, minor) => total + minor, 0)
  assert.deepEqual([sum, cents.test_clearing, cents.customer_credit, cents.goodwill], [0, 1720, -280, 4000])
  await isClean()
})
