import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addInvoice, debtSecret } from '../../../tests/builders/debts.ts'
import { openStripeHouse } from '../../../tests/builders/stripe.ts'
import { followDisputes } from '../../ledger/disputes/follow-disputes.ts'
import { auditBooks } from '../../operator/audit/audit.ts'

const { house, club, stripe, priceId, payments, tell } = await openStripeHouse()
const { key } = club
const manage = (method: string, path: string, body?: object) =>
  house.call(method, `/v1/manage/${path}`, { key, ...(body ? { body } : {}) })
const debtOf = async (debtId: number) => (await manage('GET', `debts/${debtId}`)).body
const isClean = async () => assert.deepEqual(await auditBooks(club.orgId, house.sql), [])

async function linked() {
  const invoice = await addInvoice(house, club, { priceId })
  const headers = debtSecret(house, club, invoice.debtId)
  const pay = (body: object = {}) => house.call('POST', '/v1/storefront/debt/payment', { key, headers, body })
  return { ...invoice, pay }
}
const newest = () => [...stripe.intents.all.values()].at(-1) ?? assert.fail('nothing was charged')

test('a debt is charged on the organisation’s own account, once', async () => {
  const { debtId, pay } = await linked()
  const before = stripe.intents.all.size
  const paid = await pay({ payment_method: 'ctoken_visa' })
  assert.deepEqual([paid.status, paid.body.state], [200, 'paid'], paid.text)
  assert.deepEqual([newest().amount, newest().account, stripe.intents.all.size - before], [2720, 'acct_club', 1])
  assert.equal((await debtOf(debtId)).status, 'paid')
  await isClean()
})

test('3-D Secure: once the fan has passed, the event settles the debt, twice or not', async () => {
  const { debtId, pay } = await linked()
  const asked = await pay({ payment_method: 'pm_card_authenticationRequired' })
  assert.deepEqual([asked.body.state, asked.body.next_action.type], ['paying', 'client_secret'])
  const intent = newest()
  stripe.intents.pass(intent.id)
  const told = await Promise.all([1, 2].map(() => tell({ type: 'payment_intent.succeeded', object: intent })))
  assert.deepEqual(
    told.map(({ status }) => status),
    [200, 200],
  )
  const debt = await debtOf(debtId)
  assert.deepEqual([debt.status, debt.settled], ['paid', 27.2])
  await isClean()
})

test('a card that is declined is told with the bank’s reason', async () => {
  const { pay } = await linked()
  const { status, body } = await pay({ payment_method: 'pm_card_chargeDeclinedInsufficientFunds' })
  assert.deepEqual([status, body.error.code, body.error.decline_code], [402, 'card_declined', 'insufficient_funds'])
  assert.equal((await pay({ payment_method: 'pm_card_visa' })).body.state, 'paid')
  await isClean()
})

test('a payment by link that is disputed is owed again, and its refund goes back to the card', async () => {
  await manage('PATCH', 'organisation', { disputed_tickets: 'keep' })
  const { debtId, orderId, pay } = await linked()
  await pay({ payment_method: 'pm_card_visa' })
  stripe.disputes.open(newest().id)
  await followDisputes({ sql: house.sql, clock: house.clock, systemClock: house.clock, payments })
  assert.deepEqual([(await debtOf(debtId)).status, (await debtOf(debtId)).open], ['returned', 27.2])
  assert.equal((await pay({ payment_method: 'pm_card_visa' })).body.state, 'paid')
  const refund = await manage('POST', `orders/${orderId}/refunds`, {})
  assert.deepEqual(
    [refund.status, refund.body.refund_status, refund.body.amount],
    [201, 'succeeded', 27.2],
    refund.text,
  )
  await isClean()
})

test('while Stripe cannot be asked nothing is charged, and the debt can be paid later', async () => {
  const { debtId, pay } = await linked()
  stripe.trouble('error_500')
  await pay({ payment_method: 'pm_card_visa' })
  house.clock.advance(60_000)
  await pay()
  assert.equal((await debtOf(debtId)).status, 'paid')
  await isClean()
})
