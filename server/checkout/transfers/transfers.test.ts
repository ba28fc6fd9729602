import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addOffer, poolOf } from '../../../tests/builders/prices.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { offerTransfers, orderByTransfer } from '../../../tests/builders/transfers.ts'
import { auditBooks } from '../../operator/audit/audit.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { giveUpPayments } from '../answers/give-up-payments.ts'
import { QUIET_MS, reconcileOrders } from '../answers/reconcile.ts'
import { remindOfTransfers } from './remind-of-transfers.ts'

const { house, club, shop, deps } = await openSettlingHouse()
const { sql, clock } = house
await offerTransfers(house, club)

const audited = async () => assert.deepEqual(await auditBooks(club.orgId, sql), [])
const mails = async (orderId: number) =>
  (
    await sql<{ kind: string }[]>`
      select kind
      from mails
      where org_id = ${club.orgId}
        and order_id = ${orderId}
      order by mail_id`
  ).map(({ kind }) => kind)
const statusOf = async (orderId: number) => (await shop.call('GET', `/v1/manage/orders/${orderId}`)).body.order_status
const record = (orderId: number) => shop.call('POST', `/v1/manage/orders/${orderId}/record_transfer`, {})

test('an order by transfer waits with its places, and is confirmed by the money', async () => {
  const { orderId, read, priceCategoryId = 0 } = await orderByTransfer(house, club)
  const waiting = await read()
  assert.deepEqual([waiting.state, waiting.how.iban], ['awaited', 'DE89 3704 0044 0532 0130 00'])
  assert.match(waiting.how.reference, /^RF\d\d 1/)
  assert.equal(waiting.expires_at, Math.floor((clock().getTime() + 7 * DAY_MS) / 1000))
  clock.advance(2 * DAY_MS)
  await reconcileOrders(deps)
  await giveUpPayments(deps)
  assert.equal((await read()).expires_at, waiting.expires_at, 'asking about it moves no deadline')
  assert.equal(await statusOf(orderId), 'pending')
  assert.equal((await poolOf(house, club, priceCategoryId)).held, 2)
  const paid = await record(orderId)
  assert.equal(paid.status, 200, paid.text)
  assert.deepEqual(
    [paid.body.order_status, paid.body.payment_method, paid.body.tickets.length],
    ['confirmed', 'transfer', 2],
  )
  assert.equal((await read()).state, 'paid')
  assert.equal((await record(orderId)).status, 409, 'once')
  assert.deepEqual(await mails(orderId), ['transfer_awaited', 'order_confirmed'])
  await audited()
})

test('a buyer is reminded once, and after the deadline the places are free', async () => {
  const { orderId, read, priceCategoryId = 0 } = await orderByTransfer(house, club)
  clock.advance(5 * DAY_MS)
  await remindOfTransfers(deps)
  await remindOfTransfers(deps)
  clock.advance(2 * DAY_MS)
  await giveUpPayments(deps)
  assert.deepEqual(await mails(orderId), ['transfer_awaited', 'transfer_reminder', 'transfer_expired'])
  assert.deepEqual([await statusOf(orderId), (await read()).state], ['expired', 'expired'])
  assert.equal((await poolOf(house, club, priceCategoryId)).held, 0)
  await audited()
})

test('money that comes too late takes the places again', async () => {
  const { orderId } = await orderByTransfer(house, club)
  clock.advance(8 * DAY_MS)
  await giveUpPayments(deps)
  assert.equal((await record(orderId)).body.order_status, 'confirmed')
  await audited()
})

test('where they are gone it is owed to the buyer, who is asked for an account', async () => {
  const { orderId, priceId = 0, read, total } = await orderByTransfer(house, club, { capacity: 2 })
  clock.advance(8 * DAY_MS)
  await giveUpPayments(deps)
  assert.equal((await shop.checkOut(await shop.fill(priceId, 2))).body.status, 'confirmed')
  assert.equal((await record(orderId)).body.order_status, 'expired')
  assert.equal((await read()).state, 'returned')
  const [owed] = (await shop.call('GET', `/v1/manage/debts?order_id=${orderId}`)).body.data
  assert.deepEqual([owed.kind, owed.owed_by, owed.open], ['transfer_refund', 'club', total])
  assert.equal((await mails(orderId)).at(-1), 'refund_owed')
  await audited()
})

test('staff give it more time, or give it up', async () => {
  const { orderId, read, priceCategoryId = 0 } = await orderByTransfer(house, club)
  const until = Math.floor((clock().getTime() + 20 * DAY_MS) / 1000)
  const extend = (expires_at: number) =>
    shop.call('POST', `/v1/manage/orders/${orderId}/extend_transfer`, { expires_at })
  assert.equal((await extend(until)).body.expires_at, until)
  clock.advance(10 * DAY_MS)
  await giveUpPayments(deps)
  assert.equal((await read()).state, 'awaited')
  assert.equal((await extend(until - 30 * 86_400)).status, 400, 'it has passed')
  const cancelled = await shop.call('POST', `/v1/manage/orders/${orderId}/cancel_transfer`)
  assert.equal(cancelled.body.state, 'expired', cancelled.text)
  assert.equal((await poolOf(house, club, priceCategoryId)).held, 0)
  assert.equal((await extend(until)).status, 409)
  await audited()
})

test('it is not taken shortly before the match, nor while it is switched off', async () => {
  const soon = await addOffer(house, club, { event: { starts_at: new Date(clock().getTime() + 5 * DAY_MS) } })
  const basket = await shop.fill(soon.priceId, 1)
  const refused = await shop.checkOut(basket, { payment_method: 'bank_transfer' })
  assert.deepEqual([refused.status, refused.body.error.code], [402, 'payment_method_not_offered'])
  assert.equal((await shop.read(basket)).body.order, null, 'there is no order')
  const near = await orderByTransfer(house, club, { startsInDays: 6 })
  assert.equal((await near.read()).expires_at, Math.floor((clock().getTime() + 5 * DAY_MS) / 1000), 'a day before it')
  const path = '/v1/manage/payment_account/transfer'
  const account = (await shop.call('GET', path)).body
  const { is_qr_iban: _is, ...body } = account
  const off = await shop.call('PUT', path, { ...body, switched_on: false })
  assert.equal(off.status, 200, off.text)
  assert.equal((await shop.call('GET', '/v1/storefront')).body.bank_transfer, null)
  const other = await addOffer(house, club)
  assert.equal(
    (await shop.checkOut(await shop.fill(other.priceId, 1), { payment_method: 'bank_transfer' })).status,
    402,
  )
  assert.equal((await shop.call('PUT', path, { ...body, iban: 'DE89370400440532013001' })).status, 400)
  await shop.call('PUT', path, body)
  assert.deepEqual((await shop.call('GET', '/v1/storefront')).body.bank_transfer, { days: 7, days_before_event: 5 })
})

test('a process that dies after the draft leaves an order that waits all the same', async () => {
  const { orderId, read } = await orderByTransfer(house, club)
  await sql`
    update payments
    set payment_status = 'created', provider_reference = null
    where org_id = ${club.orgId}
      and order_id = ${orderId}`
  clock.advance(QUIET_MS)
  await reconcileOrders(deps)
  assert.equal((await read()).state, 'awaited')
  assert.equal((await record(orderId)).body.order_status, 'confirmed')
})
