import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addInstalments } from '../../../tests/builders/instalments.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { messagesAbout } from '../../../tests/builders/records.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { auditBooks } from '../../operator/audit/audit.ts'

const house = await openHouse()
const club = await house.organisation()
const { key } = club
const offer = await addOffer(house, club, { capacity: 500 })
const manage = (method: string, path: string, body?: object) =>
  house.call(method, `/v1/manage/${path}`, { key, ...(body ? { body } : {}) })
const debtOf = async (debtId: number) => (await manage('GET', `debts/${debtId}`)).body
const isClean = async () => assert.deepEqual(await auditBooks(club.orgId, house.sql), [])

async function invoice() {
  const sale = { items: [{ price_id: offer.priceId }], payment_method: 'invoice' }
  const { order_id: orderId } = (await manage('POST', 'orders', sale)).body
  const { data } = (await manage('GET', `debts?order_id=${orderId}`)).body
  return { orderId, debtId: data[0].debt_id as number }
}

test('what is written off is asked for no more, in part or whole', async () => {
  const { orderId, debtId } = await invoice()
  const part = await manage('POST', `debts/${debtId}/waive`, { amount: 7.2, reason: 'Hardship' })
  assert.deepEqual([part.status, part.body.waived, part.body.open, part.body.status], [200, 7.2, 20, 'due'])
  assert.equal((await manage('POST', `debts/${debtId}/waive`, { amount: 20.01, reason: 'x' })).status, 409)
  const rest = await manage('POST', `debts/${debtId}/waive`, { reason: 'Hardship' })
  assert.deepEqual([rest.body.status, rest.body.open], ['waived', 0])
  assert.equal((await manage('GET', `orders/${orderId}`)).body.owed_amount, 0)
  await isClean()
})

test('a payment that was recorded comes back by rows of its own; the debt is open again, and can be paid again', async () => {
  const { orderId, debtId } = await invoice()
  await manage('POST', `debts/${debtId}/record_payment`, { payment_method: 'cheque', reference: 'C 1' })
  house.clock.advance(86_400_000)
  const back = await manage('POST', `debts/${debtId}/reverse`, { kind: 'returned', reason: 'It bounced' })
  assert.deepEqual([back.status, back.body.status, back.body.open], [200, 'returned', 27.2], back.text)
  const kinds = (await debtOf(debtId)).entries.map(({ kind }: { kind: string }) => kind)
  assert.deepEqual(kinds.sort(), ['payment_reversed', 'settled', 'settlement_reversed'])
  assert.equal((await manage('POST', `debts/${debtId}/reverse`, { kind: 'returned', reason: 'again' })).status, 409)
  await isClean()
  assert.equal((await manage('POST', `debts/${debtId}/record_payment`, { payment_method: 'cash' })).body.status, 'paid')
  assert.equal((await manage('GET', `orders/${orderId}`)).body.owed_amount, 0)
  await isClean()
})

test('what was given back is not taken back as well', async () => {
  const { orderId, debtId } = await invoice()
  await manage('POST', `debts/${debtId}/record_payment`, { payment_method: 'transfer' })
  await manage('POST', `orders/${orderId}/refunds`, { amount: 5 })
  assert.equal((await manage('POST', `debts/${debtId}/reverse`, { kind: 'mistake', reason: 'x' })).status, 409)
  await isClean()
})

test('a fan does without what the club owes: the refund has failed, and the money stays', async () => {
  const { orderId, debtId } = await invoice()
  await manage('POST', `debts/${debtId}/record_payment`, { payment_method: 'cash' })
  const refund = (await manage('POST', `orders/${orderId}/refunds`, {})).body
  const owed = await debtOf(refund.debt_id)
  assert.equal(owed.kind, 'cash_refund')
  const waived = await manage('POST', `debts/${refund.debt_id}/waive`, { reason: 'Keep it, says the fan' })
  assert.deepEqual([waived.status, waived.body.status], [200, 'waived'], waived.text)
  const shown = (await manage('GET', `orders/${orderId}`)).body
  assert.deepEqual([shown.order_status, shown.refunded_amount], ['cancelled', 0])
  await isClean()
})

test('the last instalment that came back leads a paid member back to paying by instalments', async () => {
  const { ids, memberId } = await addInstalments(house, club, 2)
  const statusOf = async () =>
    (await house.call('GET', `/v1/members/${memberId}`, { key })).body.membership_member_status_id
  for (const id of ids) await manage('POST', `debts/${id}/record_payment`, { payment_method: 'transfer' })
  assert.equal(await statusOf(), 1)
  await manage('POST', `debts/${ids[1]}/reverse`, { kind: 'returned', reason: 'Debit returned' })
  assert.equal(await statusOf(), 2)
  const { body } = await manage('GET', `instalments/${ids[1]}`)
  assert.deepEqual([body.status, body.paid_at], ['returned', null])
  await manage('POST', `debts/${ids[1]}/waive`, { reason: 'Enough' })
  assert.equal(await statusOf(), 1)
  const told = (await messagesAbout(house, club, 'debt', ids[1] ?? 0)).map(({ type }) => type)
  assert.deepEqual(told, ['debt.settled', 'debt.settled'])
  await isClean()
})
