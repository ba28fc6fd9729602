import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grace, membershipsOf } from '../../../tests/builders/membership-sale.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { unique } from '../../../tests/builders/rows.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { addStaff } from '../../../tests/builders/staff.ts'
import { MINUTE_MS } from '../../platform/values/durations.ts'

const { house, club } = await openSettlingHouse()
const { key } = club
const customer = { email: 'ada@example.org', first_name: 'Ada', last_name: 'Okafor' }

/** An owner whose proof is old, of a club that lets 60.00 an hour pass. */
async function withOldProof() {
  const { headers } = await addStaff(house, club)
  const limit = { key, body: { refund_proof_amount: 60 } }
  assert.equal((await house.call('PATCH', '/v1/manage/organisation', limit)).status, 200)
  house.clock.advance(61 * MINUTE_MS)
  const post = (path: string, body: object) => house.call('POST', `/v1/manage/${path}`, { headers, body })
  const { priceId } = await addOffer(house, club, { capacity: 100 })
  const sell = (quantity: number, more: object = {}) =>
    post('orders', { items: [{ price_id: priceId, quantity }], payment_method: 'cash', ...more })
  return { post, sell, priceId }
}
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) =>
  body.error?.code ?? String(status)

test('tickets for cash that no till counts ask for a proof over the amount of an hour, and leave no place held', async () => {
  const { sell, post, priceId } = await withOldProof()
  assert.equal(codeOf(await sell(3)), 'proof_required', '81.60 at once')
  assert.equal(codeOf(await sell(2)), '201', '54.40')
  assert.equal(codeOf(await sell(1)), 'proof_required', 'and 27.20 with it')
  assert.equal(codeOf(await sell(1, { payment_method: 'invoice' })), '201', 'it stays owed')
  assert.equal(codeOf(await sell(1, { payment_method: 'free', reason: 'For a sponsor' })), 'proof_required')
  const till = await post('tills', { name: unique('Window'), float: 0 })
  const till_id = till.body.till_id
  assert.equal(codeOf(await sell(5, { till_id })), '201', 'the count of the till has it')
  const gift = { till_id, payment_method: 'free', reason: 'For a sponsor' }
  assert.equal(codeOf(await sell(1, gift)), 'proof_required', 'a till counts cash alone')
  house.clock.advance(61 * MINUTE_MS)
  assert.equal(codeOf(await sell(2, { payment_method: 'free', reason: 'For a sponsor' })), '201', '50.00 by its prices')
  assert.equal(codeOf(await sell(1, { payment_method: 'free', reason: 'For a sponsor' })), 'proof_required')
  const byKey = { items: [{ price_id: priceId, quantity: 9 }], payment_method: 'cash' }
  assert.equal(codeOf(await house.call('POST', '/v1/manage/orders', { key, body: byKey })), '201', 'keys are not asked')
  const [pool] = await house.sql<{ held: number }[]>`
    select held::integer as held
    from price_categories
    where org_id = ${club.orgId}
      and price_category_id = (select price_category_id from prices where org_id = ${club.orgId} and price_id = ${priceId})`
  assert.equal(pool?.held, 0)
})

test('two sales at once do not pass the amount together', async () => {
  const { sell } = await withOldProof()
  const codes = (await Promise.all([sell(2), sell(2)])).map(codeOf)
  assert.deepEqual(codes.sort(), ['201', 'proof_required'])
})

test('an order that is cancelled lowers what is owed, and a member who owes is not marked as paid', async () => {
  const { post } = await withOldProof()
  const { addType, addOption } = membershipsOf(house, club)
  const item = {
    membership_type_id: await addType(),
    membership_payment_option_id: await addOption(),
    member: grace,
  }
  const join = async () => {
    const body = { items: [item], payment_method: 'cash', customer }
    const { body: order } = await house.call('POST', '/v1/manage/orders', { key, body })
    return { orderId: order.order_id, memberId: order.memberships[0].membership_member_id }
  }
  const { orderId, memberId } = await join()
  const marked = await post(`members/${memberId}/mark_paid`, {})
  assert.deepEqual([marked.status, marked.body.error.open_amount], [409, 66.66])
  assert.equal(codeOf(await post(`orders/${orderId}/cancel`, {})), 'proof_required', '66.66 of its plan are open')
  const raised = { key, body: { refund_proof_amount: 70 } }
  assert.equal((await house.call('PATCH', '/v1/manage/organisation', raised)).status, 200)
  assert.equal(codeOf(await post(`orders/${orderId}/cancel`, {})), '200')
  const other = await join()
  assert.equal(codeOf(await post(`orders/${other.orderId}/cancel`, {})), 'proof_required', 'both within the hour')
  const credit = { user_id: (await house.call('GET', `/v1/orders/${orderId}`, { key })).body.user_id, amount: 5 }
  assert.equal(codeOf(await post('credits', { ...credit, reason: 'Goodwill' })), 'proof_required')
})
