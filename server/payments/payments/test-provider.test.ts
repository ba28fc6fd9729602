import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Charge } from './provider.ts'
import { closedBank } from './test-bank.ts'
import { createTestProvider, testPaymentMethods } from './test-provider.ts'

const charge = (paymentMethod: string, again = false): Charge => ({
  account: null,
  amountMinor: 1250,
  currency: 'AUD',
  paymentMethod,
  idempotencyKey: `order-1 ${paymentMethod}`,
  createdAt: new Date(0),
  again,
  returnUrl: null,
  orderId: 1,
  orgId: 1,
})

const begun = async () => true
const testProvider = createTestProvider(closedBank)

const kindsOf = async (method: string) => {
  const first = await testProvider.create(charge(method), begun)
  const again = await testProvider.create(charge(method, true), begun)
  const reference = 'reference' in again ? (again.reference ?? '') : ''
  const found = await testProvider.retrieve(null, reference)
  const cancelled = await testProvider.cancel(null, reference)
  return [first.kind, again.kind, found.kind, cancelled.kind]
}

const played: [method: string, first: string, again: string, retrieved: string, cancelled: string][] = [
  ['pm_test_ok', 'succeeded', 'succeeded', 'succeeded', 'succeeded'],
  ['pm_test_declined', 'declined', 'declined', 'declined', 'declined'],
  ['pm_test_insufficient_funds', 'declined', 'declined', 'declined', 'declined'],
  ['pm_test_requires_action', 'requires_action', 'succeeded', 'succeeded', 'succeeded'],
  ['pm_test_action_abandoned', 'requires_action', 'requires_action', 'requires_action', 'declined'],
  ['pm_test_timeout_then_paid', 'unknown', 'succeeded', 'succeeded', 'succeeded'],
  ['pm_test_timeout_then_failed', 'unknown', 'declined', 'declined', 'declined'],
  ['tmr_test_ok', 'requires_action', 'succeeded', 'succeeded', 'succeeded'],
  ['tmr_test_declined', 'requires_action', 'declined', 'declined', 'declined'],
  ['tmr_test_no_card', 'requires_action', 'requires_action', 'requires_action', 'declined'],
  ['tmr_test_timeout', 'unknown', 'succeeded', 'succeeded', 'succeeded'],
  ['tmr_test_offline', 'declined', 'declined', 'declined', 'declined'],
]

for (const [method, ...kinds] of played) {
  test(`${method}: at first ${kinds[0]}, asked again ${kinds[1]}, cancelled ${kinds[3]}`, async () =>
    assert.deepEqual(await kindsOf(method), kinds))
}

test('a decline says why, in words and in codes', async () => {
  const { reference: _made, ...answer } = (await testProvider.create(charge('pm_test_insufficient_funds'), begun)) as {
    reference: string
  }
  assert.deepEqual(answer, {
    kind: 'declined',
    code: 'card_declined',
    declineCode: 'insufficient_funds',
    message: 'The card has insufficient funds.',
  })
})

test('an unknown payment method is invalid, whatever its name', async () => {
  for (const method of ['pm_card_visa', '', 'constructor', '__proto__']) {
    const answer = await testProvider.create(charge(method), begun)
    assert.equal('code' in answer && answer.code, 'payment_method_invalid', method)
  }
})

test('the same key and method give the same reference, another key another', async () => {
  const [one, same, other] = await Promise.all([
    testProvider.create(charge('pm_test_ok'), begun),
    testProvider.create(charge('pm_test_ok', true), begun),
    testProvider.create({ ...charge('pm_test_ok'), idempotencyKey: 'order-2' }, begun),
  ])
  assert.deepEqual(one, same)
  assert.notDeepEqual(one, other)
})

test('a reference that the test provider never made tells nothing', async () => {
  assert.equal((await testProvider.retrieve(null, 'pi_1')).kind, 'unknown')
})

const refund = async (method: string, again: boolean) => {
  const paid = await testProvider.create(charge(method), begun)
  const reference = 'reference' in paid ? (paid.reference ?? '') : ''
  const asked = {
    account: null,
    reference,
    amountMinor: 1,
    currency: 'AUD',
    idempotencyKey: 'r',
    createdAt: new Date(0),
    orgId: 1,
    again,
  }
  return (await testProvider.refund(asked)).kind
}

test('money of the demo data can be refunded, though no test method made it', async () => {
  const asked = {
    account: null,
    reference: 'demo_order_1',
    amountMinor: 1,
    currency: 'AUD',
    idempotencyKey: 'r',
    createdAt: new Date(0),
    orgId: 1,
  }
  assert.equal((await testProvider.refund({ ...asked, again: false })).kind, 'succeeded')
})

test('refunds succeed, fail, or are lost at first, by the method that was charged', async () => {
  assert.equal(await refund('pm_test_ok', false), 'succeeded')
  assert.equal(await refund('pm_test_refund_fails', false), 'failed')
  assert.equal(await refund('pm_test_refund_times_out', false), 'unknown')
  assert.equal(await refund('pm_test_refund_times_out', true), 'succeeded')
})

test('every method and every reader is in docs/decisions/payments.md', async () => {
  const page = await readFile(join(import.meta.dirname, '..', '..', '..', 'docs', 'decisions', 'payments.md'), 'utf8')
  const readers = (await testProvider.readers?.(null)) ?? []
  const names = [...Object.keys(testPaymentMethods), ...readers.map(({ reader_id }) => reader_id)]
  for (const method of names) assert.ok(page.includes(`\`${method}\``), method)
})
