import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addOffer } from '../../../tests/builders/prices.ts'
import { messagesAbout } from '../../../tests/builders/records.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { auditBooks } from '../../operator/audit/audit.ts'

const house = await openHouse()
const club = await house.organisation()
const { key } = club
const offer = await addOffer(house, club, { capacity: 500 })

const manage = (method: string, path: string, body?: object, caller = key) =>
  house.call(method, `/v1/manage/${path}`, { key: caller, ...(body ? { body } : {}) })

/** Four tickets of 27.20 each on an invoice, and what is owed for them. */
async function invoice() {
  const sale = { items: [{ price_id: offer.priceId, quantity: 4 }], payment_method: 'invoice' }
  const sold = await manage('POST', 'orders', sale)
  assert.equal(sold.status, 201, sold.text)
  const { data } = (await manage('GET', `debts?order_id=${sold.body.order_id}`)).body
  return { order: sold.body, debtId: data[0].debt_id as number, debt: data[0] }
}
const orderOf = async (orderId: number) => (await manage('GET', `orders/${orderId}`)).body
const debtOf = async (debtId: number) => (await manage('GET', `debts/${debtId}`)).body
const pay = (debtId: number, body: object = {}) =>
  manage('POST', `debts/${debtId}/record_payment`, { payment_method: 'transfer', ...body })
const isClean = async () => assert.deepEqual(await auditBooks(club.orgId, house.sql), [])

test('an order on an invoice is confirmed and owed whole, until the organisation’s day', async () => {
  const { order, debt } = await invoice()
  assert.deepEqual(
    [order.order_status, order.payment_method, order.total, order.owed_amount, order.tickets.length],
    ['confirmed', 'invoice', 108.8, 108.8, 4],
  )
  const days = (debt.due_at - debt.created) / 86_400
  assert.deepEqual([debt.kind, debt.owed_by, debt.status, debt.open, days], ['invoice', 'fan', 'due', 108.8, 14])
  const [told] = await messagesAbout(house, club, 'debt', debt.debt_id)
  assert.equal(told?.type, 'debt.created')
  await isClean()
})

test('it is paid in parts by whatever means, never beyond what is open, and then closed', async () => {
  const { order, debtId } = await invoice()
  const part = await pay(debtId, { amount: 100.5, reference: 'RE 7' })
  assert.deepEqual([part.status, part.body.status, part.body.settled, part.body.open], [200, 'due', 100.5, 8.3])
  const tooMuch = await pay(debtId, { amount: 8.31 })
  assert.deepEqual([tooMuch.status, tooMuch.body.error.open_amount], [409, 8.3])
  assert.equal((await pay(debtId, { amount: 1.005 })).status, 400)
  const rest = await pay(debtId, { payment_method: 'cash' })
  assert.deepEqual([rest.body.status, rest.body.open], ['paid', 0])
  assert.equal((await pay(debtId)).status, 409)
  assert.equal((await orderOf(order.order_id)).owed_amount, 0)
  const types = (await messagesAbout(house, club, 'debt', debtId)).map(({ type }) => type)
  assert.deepEqual(types, ['debt.created', 'debt.settled'])
  await isClean()
})

test('of those who record one debt at the same moment, as many succeed as it can bear', async () => {
  const { debtId } = await invoice()
  const answers = await Promise.all(Array.from({ length: 8 }, () => pay(debtId, { amount: 27.2 })))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 200, 409, 409, 409, 409])
  await isClean()
})

test('one payment pays debts of several orders', async () => {
  const [first, second] = [await invoice(), await invoice()]
  const { status, body } = await pay(first.debtId, { also: [{ debt_id: second.debtId, amount: 8.8 }] })
  assert.deepEqual([status, body.status, (await debtOf(second.debtId)).open], [200, 'paid', 100])
  assert.equal((await pay(second.debtId, { also: [{ debt_id: second.debtId }] })).status, 400)
  await isClean()
})

test('refunding tickets of an order that owes cancels what is open first, and gives back only what was paid', async () => {
  const { order, debtId } = await invoice()
  await pay(debtId, { amount: 60 })
  const [one, two] = order.tickets.map(({ ticket_id }: { ticket_id: number }) => ticket_id)
  const cancelled = await manage('POST', `orders/${order.order_id}/refunds`, { ticket_ids: [one] })
  assert.deepEqual([cancelled.status, cancelled.body.cancelled_amount, cancelled.body.ticket_ids], [202, 27.2, [one]])
  const refund = await manage('POST', `orders/${order.order_id}/refunds`, { ticket_ids: [two] })
  assert.deepEqual([refund.status, refund.body.amount, refund.body.refund_status], [201, 5.6, 'pending'])
  const shown = await orderOf(order.order_id)
  assert.deepEqual([shown.order_status, shown.owed_amount, shown.refunded_amount], ['confirmed', 0, 5.6])
  await isClean()
  const rest = await manage('POST', `orders/${order.order_id}/refunds`, {})
  assert.deepEqual([rest.status, rest.body.amount], [201, 54.4])
  assert.equal((await orderOf(order.order_id)).order_status, 'refunded')
  await isClean()
})

test('an unpaid order is cancelled with its debt, and nothing goes back', async () => {
  const { order, debtId } = await invoice()
  const { body } = await manage('POST', `orders/${order.order_id}/cancel`, { refund: true })
  assert.deepEqual([body.order.order_status, body.order.owed_amount, body.refund], ['cancelled', 0, null])
  assert.equal((await debtOf(debtId)).status, 'cancelled')
  await isClean()
})

test('what was paid by transfer is a debt of the club’s until staff have transferred it, and only then refunded', async () => {
  const { order, debtId } = await invoice()
  await pay(debtId)
  const refund = await manage('POST', `orders/${order.order_id}/refunds`, {})
  assert.deepEqual([refund.status, refund.body.refund_status], [201, 'pending'])
  const owed = await debtOf(refund.body.debt_id)
  assert.deepEqual(
    [owed.owed_by, owed.kind, owed.open, owed.refund_id],
    ['club', 'transfer_refund', 108.8, refund.body.refund_id],
  )
  const told = async () => (await messagesAbout(house, club, 'order', order.order_id)).map(({ type }) => type)
  assert.ok(!(await told()).includes('order.refunded'))
  assert.equal((await pay(owed.debt_id)).status, 400, 'a transfer has a reference')
  assert.equal((await pay(owed.debt_id, { amount: 5, reference: 'OUT 1' })).status, 409)
  const paid = await pay(owed.debt_id, { reference: 'OUT 1' })
  assert.deepEqual([paid.status, paid.body.status], [200, 'paid'])
  assert.ok((await told()).includes('order.refunded'))
  const { data } = (await manage('GET', `orders/${order.order_id}/refunds`)).body
  assert.equal(data[0].refund_status, 'succeeded')
  assert.equal((await pay(owed.debt_id, { reference: 'OUT 1' })).status, 409)
  await isClean()
})

test('a fan is reminded by a mail that says what is open when it leaves; one who gave no address cannot be', async () => {
  const customer = { email: 'owing@example.org', first_name: 'Ada', last_name: 'Okafor' }
  const sale = { items: [{ price_id: offer.priceId }], payment_method: 'invoice', customer }
  const { order_id: orderId } = (await manage('POST', 'orders', sale)).body
  const [debt] = (await manage('GET', `debts?order_id=${orderId}`)).body.data
  assert.equal((await manage('POST', `debts/${debt.debt_id}/remind`)).status, 200)
  const mails = await house.sql`
    select kind
    from mails
    where org_id = ${club.orgId}
      and order_id = ${orderId}
      and about_id = ${debt.debt_id}`
  assert.deepEqual(
    [...mails].map(({ kind }) => kind),
    ['debt_reminder'],
  )
  const { debtId } = await invoice()
  assert.equal((await manage('POST', `debts/${debtId}/remind`)).status, 409)
})

test('another organisation’s debts are not found, and a reader records nothing', async () => {
  const { debtId } = await invoice()
  const stranger = await house.organisation()
  assert.equal((await manage('GET', `debts/${debtId}`, undefined, stranger.key)).status, 404)
  const { status } = await manage('POST', `debts/${debtId}/record_payment`, { payment_method: 'cash' }, stranger.key)
  assert.equal(status, 404)
})
