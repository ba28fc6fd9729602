import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addCustomer } from '../../../tests/builders/customers.ts'
import { addInstalments } from '../../../tests/builders/instalments.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { auditBooks } from '../../operator/audit/audit.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { expireCredits } from './expire-credits.ts'

const house = await openHouse()
const club = await house.organisation()
const { key } = club
const manage = (method: string, path: string, body?: object, caller = key) =>
  house.call(method, `/v1/manage/${path}`, { key: caller, ...(body ? { body } : {}) })
const isClean = async () => assert.deepEqual(await auditBooks(club.orgId, house.sql), [])
const DAY_S = 86_400

/** Ten instalments of 10.00, and the member who owes them. */
async function owing() {
  const { ids } = await addInstalments(house, club, 10)
  const { user_id: userId } = (await manage('GET', `debts/${ids[0]}`)).body
  return { ids, userId: userId as number }
}
const grant = (userId: number, amount: number, more: object = {}) =>
  manage('POST', 'credits', { user_id: userId, amount, reason: 'Goodwill', ...more })

test('credit pays debts of its own fan, never below zero, however many want it at once', async () => {
  const { ids, userId } = await owing()
  const granted = await grant(userId, 45)
  assert.deepEqual([granted.status, granted.body.balance], [201, 45])
  const answers = await Promise.all(ids.map((id) => manage('POST', `debts/${id}/pay_by_credit`, {})))
  const paid = answers.filter(({ status }) => status === 200)
  assert.deepEqual([paid.length, answers.filter(({ status }) => status === 409).length], [4, 6])
  const { data } = (await manage('GET', `credits?user_id=${userId}`)).body
  assert.equal(data[0].balance, 5)
  await isClean()
})

test('what expires first is spent first, and what is left after its day is gone', async () => {
  const { ids, userId } = await owing()
  const now = unixSeconds(house.clock())
  await grant(userId, 8, { expires_at: now + 30 * DAY_S })
  await grant(userId, 8, { expires_at: now + 2 * DAY_S })
  await grant(userId, 8, { expires_at: null })
  await manage('POST', `debts/${ids[0]}/pay_by_credit`, { amount: 5 })
  house.clock.advance(3 * DAY_S * 1000)
  assert.equal(await expireCredits({ sql: house.sql, clock: house.clock, systemClock: house.clock }), 1)
  assert.equal(await expireCredits({ sql: house.sql, clock: house.clock, systemClock: house.clock }), 0)
  const [credit] = (await manage('GET', `credits?user_id=${userId}`)).body.data
  assert.equal(credit.balance, 16, 'three of the eight were gone with their day')
  const { data } = (await manage('GET', `credits/${credit.credit_account_id}/entries`)).body
  assert.deepEqual(
    data.map(({ kind, amount }: { kind: string; amount: number }) => `${kind} ${amount}`),
    ['granted 8', 'granted 8', 'granted 8', 'spent -5', 'expired -3'],
  )
  await isClean()
})

test('what was given by mistake is withdrawn, and no more than there is', async () => {
  const { userId } = await addCustomer(house, club)
  const { credit_account_id: id } = (await grant(userId, 10)).body
  assert.equal((await manage('POST', `credits/${id}/withdraw`, { amount: 10.01, reason: 'x' })).status, 409)
  assert.equal((await manage('POST', `credits/${id}/withdraw`, { amount: 10, reason: 'x' })).body.balance, 0)
  await isClean()
})

test('two customers who are one have one credit, and each amount keeps its day', async () => {
  const [keeper, duplicate] = [await addCustomer(house, club), await addCustomer(house, club)]
  const expires_at = unixSeconds(house.clock()) + DAY_S
  await grant(keeper.userId, 1)
  await grant(duplicate.userId, 2, { expires_at })
  const body = { duplicate_customer_id: duplicate.customerId }
  const merged = await manage('POST', `customers/${keeper.customerId}/merge`, body)
  assert.equal(merged.status, 200, merged.text)
  const [credit] = (await manage('GET', `credits?user_id=${keeper.userId}`)).body.data
  assert.equal(credit.balance, 3)
  await isClean()
  house.clock.advance(2 * DAY_S * 1000)
  await expireCredits({ sql: house.sql, clock: house.clock, systemClock: house.clock })
  const [left] = (await manage('GET', `credits?user_id=${keeper.userId}`)).body.data
  assert.equal(left.balance, 1)
  await isClean()
})

test('another organisation’s customer is not found', async () => {
  const stranger = await house.organisation()
  const { userId } = await addCustomer(house, stranger)
  assert.equal((await grant(userId, 5)).status, 404)
})

test('an order that credit has paid gives it back first, and then what was paid in money', async () => {
  const { ids, userId } = await owing()
  await grant(userId, 10)
  await manage('POST', `debts/${ids[0]}/record_payment`, { payment_method: 'transfer' })
  await manage('POST', `debts/${ids[1]}/pay_by_credit`, {})
  const { order_id: orderId } = (await manage('GET', `debts/${ids[0]}`)).body
  const refund = (amount: number) => manage('POST', `orders/${orderId}/refunds`, { amount })
  const cancelled = await refund(80)
  assert.deepEqual([cancelled.status, cancelled.body.cancelled_amount], [202, 80])
  const credited = await refund(4)
  assert.deepEqual([credited.status, credited.body.credited_amount], [202, 4])
  await isClean()
  const both = await refund(9)
  assert.deepEqual([both.status, both.body.amount], [201, 3])
  const [credit] = (await manage('GET', `credits?user_id=${userId}`)).body.data
  assert.equal(credit.balance, 10)
  assert.equal((await refund(7.01)).status, 409)
  await isClean()
})
