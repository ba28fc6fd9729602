import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addStaff } from '../../../tests/builders/staff.ts'
import { ACCOUNT, openStripeHouse } from '../../../tests/builders/stripe.ts'
import { followDisputes } from '../../ledger/disputes/follow-disputes.ts'
import { auditBooks } from '../../operator/audit/audit.ts'
import { DAY_MS, HOUR_MS } from '../../platform/values/durations.ts'
import { readPayouts } from './read-payouts.ts'

const { house, club, stripe, buy, payments, tell } = await openStripeHouse()
const { key } = club
const deps = { sql: house.sql, clock: house.clock, systemClock: house.clock, payments }
const manage = (method: string, path: string, body?: object) =>
  house.call(method, `/v1/manage/${path}`, { key, ...(body ? { body } : {}) })
const readAll = async () => {
  house.clock.advance(HOUR_MS)
  await followDisputes(deps)
  return readPayouts(deps)
}
const newest = async () => (await manage('GET', 'payouts')).body.data[0]
const isClean = async () => assert.deepEqual(await auditBooks(club.orgId, house.sql), [])
const attention = async () => {
  const { data } = (await manage('GET', 'attention')).body
  const ofPayouts = data.filter(
    ({ kind }: { kind: string }) => kind.startsWith('payout_') || kind.endsWith('_paid_out'),
  )
  return ofPayouts.map(({ kind, count }: { kind: string; count: number }) => `${kind} ${count}`)
}

async function sell() {
  const { body } = await buy('pm_card_visa')
  const intent = [...stripe.intents.all.values()].at(-1)
  assert.ok(intent)
  return { orderId: body.order_id as number, intentId: intent.id }
}
/** What Stripe keeps of 27.20. */
const FEE = 0.63

test('a payout is read with what it is made of, and the books expect what came', async () => {
  await readAll()
  const first = await sell()
  await sell()
  const refund = await manage('POST', `orders/${first.orderId}/refunds`, { amount: 5 })
  assert.equal(refund.status, 201, refund.text)
  stripe.payouts.issue(ACCOUNT)
  assert.ok((await readAll()) > 0)
  const payout = await newest()
  assert.deepEqual(
    [
      payout.status,
      payout.reading,
      payout.amount,
      payout.fees,
      payout.movements,
      payout.expected,
      payout.difference,
      payout.unmatched,
    ],
    ['paid', 'read', 27.2 * 2 - 5 - 2 * FEE, 2 * FEE, 3, 27.2 * 2 - 5 - 2 * FEE, 0, 0],
  )
  const { body } = await manage('GET', `payouts/${payout.payout_id}`)
  assert.deepEqual(
    body.parts.map(({ kind, movements, net }: { kind: string; movements: number; net: number }) => [
      kind,
      movements,
      net,
    ]),
    [
      ['payment', 2, 27.2 * 2 - 2 * FEE],
      ['refund', 1, -5],
    ],
  )
  const movements = await manage('GET', `payouts/${payout.payout_id}/movements?limit=2`)
  assert.deepEqual([movements.body.data.length, movements.body.has_more], [2, true])
  const { body: rest } = await manage(
    'GET',
    `payouts/${payout.payout_id}/movements?limit=2&cursor=${movements.body.next_cursor}`,
  )
  const orders = [...movements.body.data, ...rest.data].map(({ order_id }) => order_id)
  assert.equal(orders.filter((id) => id === first.orderId).length, 2)
  assert.deepEqual(await attention(), [])
  await isClean()
})

test('read again by two at once, nothing is there twice', async () => {
  await sell()
  stripe.payouts.issue(ACCOUNT)
  house.clock.advance(HOUR_MS)
  await Promise.all([readPayouts(deps), readPayouts(deps)])
  await house.sql`
    update payout_readings
    set due_at = ${house.clock()}
    where org_id = ${club.orgId}`
  await readPayouts(deps)
  const payout = await newest()
  assert.deepEqual([payout.movements, payout.amount, payout.difference], [1, 27.2 - FEE, 0])
  await isClean()
})

test('a refund after its payout comes out of the next one, and a dispute with its fee; one that is won comes back', async () => {
  const { orderId } = await sell()
  const disputed = await sell()
  stripe.payouts.issue(ACCOUNT)
  await readAll()
  await manage('POST', `orders/${orderId}/refunds`, {})
  const dispute = stripe.disputes.open(disputed.intentId)
  stripe.payouts.issue(ACCOUNT)
  await readAll()
  const lost = await newest()
  assert.deepEqual([lost.amount, lost.fees, lost.expected, lost.unmatched], [-69.4, 15, -69.4, 0])
  stripe.disputes.close(dispute.id, 'won')
  stripe.payouts.issue(ACCOUNT)
  await readAll()
  const won = await newest()
  assert.deepEqual([won.amount, won.fees, won.expected, won.unmatched], [42.2, -15, 42.2, 0])
  assert.deepEqual(await attention(), [])
  await isClean()
})

test('what is not ours is unmatched, and staff are told once it is no longer on its way', async () => {
  const merchandise = { id: 'ch_shirt', object: 'charge', payment_intent: 'pi_shirt' }
  stripe.payouts.add(ACCOUNT, { type: 'charge', amount: 3000, fee: 67, source: merchandise })
  stripe.payouts.add(ACCOUNT, {
    type: 'stripe_fee',
    reporting_category: 'fee',
    amount: -200,
    source: { id: 'fee_1', object: 'fee' },
  })
  stripe.payouts.issue(ACCOUNT)
  await readAll()
  const payout = await newest()
  assert.deepEqual(
    [payout.amount, payout.fees, payout.expected, payout.difference, payout.unmatched],
    [27.33, 2.67, -2.67, 30, 1],
  )
  const { body } = await manage('GET', `payouts/${payout.payout_id}/movements?matched=false`)
  const [stray, ...others] = body.data
  assert.deepEqual(
    [stray.kind, stray.source_reference, stray.matched, stray.difference, others.length],
    ['payment', 'pi_shirt', false, 30, 0],
  )
  assert.deepEqual(await attention(), [])
  await readAll()
  await readAll()
  assert.deepEqual(await attention(), ['payout_unmatched 1'])
  const { body: matched } = await manage('GET', `payouts/${payout.payout_id}/movements?matched=true&kind=fee`)
  assert.deepEqual([matched.data.length, matched.data[0].fee], [1, 2])
  await isClean()
})

test('a dispute that is larger than what our books lost by it is a difference', async () => {
  const { orderId, intentId } = await sell()
  await manage('POST', `orders/${orderId}/refunds`, { amount: 20 })
  stripe.disputes.open(intentId)
  stripe.payouts.issue(ACCOUNT)
  await readAll()
  const payout = await newest()
  assert.deepEqual([payout.difference, payout.unmatched], [-20, 1])
  await isClean()
})

test('a payout that the bank sends back is told, and its money comes with the next', async () => {
  await sell()
  const issued = stripe.payouts.issue(ACCOUNT)
  await readAll()
  stripe.payouts.fail(issued.id)
  await readAll()
  const failed = await newest()
  assert.deepEqual([failed.status, failed.failure_code], ['failed', 'account_closed'])
  assert.ok((await attention()).includes('payout_failed 1'))
  stripe.payouts.issue(ACCOUNT)
  await readAll()
  const next = await newest()
  assert.deepEqual([next.amount, next.difference, next.unmatched], [27.2 - FEE, 0, 0])
  const { body } = await manage('GET', 'payouts?status=failed')
  assert.deepEqual(
    body.data.map(({ payout_id }: { payout_id: number }) => payout_id),
    [failed.payout_id],
  )
  await isClean()
})

test('a reader that dies between pages is followed from where it stopped', async () => {
  for (let sold = 0; sold < 101; sold += 1) await sell()
  stripe.payouts.issue(ACCOUNT)
  house.clock.advance(HOUR_MS)
  // The list of payouts and the first page answer, the second page does not.
  stripe.trouble(undefined, undefined, 'error_500')
  await assert.rejects(readPayouts(deps))
  const half = await newest()
  assert.deepEqual([half.reading, half.movements, half.unmatched], ['reading', 99, 0])
  await readAll()
  const whole = await newest()
  assert.deepEqual([whole.reading, whole.movements, whole.difference], ['read', 101, 0])
  assert.equal(whole.amount, Math.round(101 * (27.2 - FEE) * 100) / 100)
  await isClean()
})

test('what the provider has not said yet is read later, and of a payout by hand it never will be', async () => {
  await sell()
  const waiting = stripe.payouts.issue(ACCOUNT, { reconciliation_status: 'in_progress', status: 'in_transit' })
  await readAll()
  assert.deepEqual([(await newest()).reading, (await newest()).movements], ['waiting', 0])
  Object.assign(waiting, { reconciliation_status: 'completed', status: 'paid' })
  assert.equal((await tell({ type: 'payout.paid', object: waiting })).status, 200)
  await readPayouts(deps)
  assert.deepEqual([(await newest()).reading, (await newest()).status], ['read', 'paid'])
  await sell()
  stripe.payouts.issue(ACCOUNT, { automatic: false })
  await readAll()
  assert.deepEqual([(await newest()).reading, (await newest()).automatic], ['unlisted', false])
  await isClean()
})

test('money that settles in another currency is matched, and no difference', async () => {
  await sell()
  stripe.payouts.issue(ACCOUNT, { exchanged: { currency: 'eur', rate: 0.6 } })
  await readAll()
  const payout = await newest()
  assert.deepEqual([payout.currency, payout.unmatched, payout.difference], ['EUR', 0, 0])
  const { body } = await manage('GET', `payouts/${payout.payout_id}/movements`)
  assert.deepEqual([body.data[0].matched, body.data[0].books_amount, body.data[0].books_currency], [true, 27.2, 'AUD'])
})

test('a payment that is in no payout ten days before the last one is missing, until one brings it', async () => {
  await sell()
  const [late] = [...stripe.intents.all.values()].slice(-1)
  assert.ok(late)
  // Stripe keeps it back: it is not collected by the next payouts.
  late.status = 'processing'
  house.clock.advance(11 * DAY_MS)
  await sell()
  stripe.payouts.issue(ACCOUNT)
  await readAll()
  const missing = await manage('GET', 'missing_payments')
  assert.deepEqual(
    missing.body.data.map(({ reference, amount }: { reference: string; amount: number }) => [reference, amount]),
    [[late.id, 27.2]],
  )
  assert.ok((await attention()).includes('payment_not_paid_out 1'))
  late.status = 'succeeded'
  stripe.payouts.issue(ACCOUNT)
  await readAll()
  assert.deepEqual((await manage('GET', 'missing_payments')).body.data, [])
  await isClean()
})

test('another organisation sees none of it, the box office neither, and a payout that is not there is a 404', async () => {
  const payout = await newest()
  const other = await house.organisation()
  const asOther = (path: string) => house.call('GET', `/v1/manage/${path}`, { key: other.key })
  assert.deepEqual((await asOther('payouts')).body.data, [])
  assert.equal((await asOther(`payouts/${payout.payout_id}`)).status, 404)
  assert.equal((await asOther(`payouts/${payout.payout_id}/movements`)).status, 404)
  const { headers } = await addStaff(house, club, { role: 'box_office' })
  assert.equal((await house.call('GET', '/v1/manage/payouts', { headers })).status, 403)
  assert.equal((await manage('GET', 'payouts?status=lost')).status, 400)
})

test('the list is a file, too', async () => {
  const { text } = await house.call('GET', '/v1/manage/exports/payouts.csv?status=failed', { key })
  const [head = '', row = '', ...others] = text.trim().split('\r\n')
  assert.ok(head.startsWith('payout_id,provider,reference,status,amount'), head)
  assert.ok(row.includes('failed'), row)
  assert.deepEqual(others, [])
})
