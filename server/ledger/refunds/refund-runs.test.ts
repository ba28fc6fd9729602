import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailKit } from '../../../tests/builders/mails.ts'
import { sellOrder } from '../../../tests/builders/orders.ts'
import { addOffer, poolOf } from '../../../tests/builders/prices.ts'
import { readMail } from '../../../tests/builders/received-mails.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { startSmtp } from '../../../tests/outside/smtp.ts'
import { reconcileOrders } from '../../checkout/answers/reconcile.ts'
import { organisationClock } from '../../platform/values/clock.ts'
import { continueRefundRuns } from './continue-refund-runs.ts'
import { reconcileRefunds } from './reconcile-refunds.ts'

const { house, club, shop, payments, deps: settling } = await openSettlingHouse()
const { sql, clock } = house
const deps = { sql, clock, systemClock: clock, payments }

const manage = (method: string, path: string, body?: object) =>
  house.call(method, `/v1/manage/${path}`, { key: club.key, ...(body ? { body } : {}) })
const cancel = (eventId: number, body: object = { refund: 'all' }) => manage('POST', `events/${eventId}/cancel`, body)
const runOf = async (eventId: number) => (await manage('GET', `events/${eventId}/refund_run`)).body
const orderOf = async (orderId: number) => (await manage('GET', `orders/${orderId}`)).body
const refundsOf = async (orderId: number) => (await manage('GET', `orders/${orderId}/refunds`)).body.data

test('every order has its place: paid, partly refunded, refunded but for the tickets, complimentary, and already refunded', async () => {
  const offer = await addOffer(house, club, { capacity: 100 })
  const paid = await sellOrder(house, club, { offer })
  const partly = await sellOrder(house, club, { offer })
  const goodwill = await sellOrder(house, club, { offer })
  const free = await sellOrder(house, club, { offer, free: true })
  const before = await sellOrder(house, club, { offer })
  await manage('POST', `orders/${partly.orderId}/refunds`, { amount: 5 })
  await manage('POST', `orders/${goodwill.orderId}/refunds`, {
    amount: goodwill.totalMinor / 100,
    keep_tickets: true,
  })
  await manage('POST', `orders/${before.orderId}/refunds`, {})
  const { status } = await cancel(offer.eventId, { refund: 'all', reason: 'The pitch is under water.' })
  assert.equal(status, 200)
  assert.equal((await runOf(offer.eventId)).orders.waiting, 4)
  assert.equal(await continueRefundRuns(deps), 4)
  const run = await runOf(offer.eventId)
  assert.deepEqual([run.refund_run_status, run.reason], ['finished', 'The pitch is under water.'])
  assert.deepEqual(run.orders, {
    waiting: 0,
    pending: 0,
    owed: 0,
    refunded: 2,
    nothing_paid: 1,
    nothing_left: 1,
    failed: 0,
  })
  assert.equal(run.refunded_amount, (paid.totalMinor + partly.totalMinor - 500) / 100)
  for (const [sold, wanted] of [
    [paid, 'refunded'],
    [partly, 'refunded'],
    [goodwill, 'cancelled'],
    [free, 'cancelled'],
    [before, 'refunded'],
  ] as const) {
    assert.equal((await orderOf(sold.orderId)).order_status, wanted)
  }
  assert.equal((await refundsOf(before.orderId)).length, 1)
  assert.equal((await poolOf(house, club, offer.priceCategoryId)).sold, 0)
})

test('a run that is broken off goes on behind the last order, two workers do no order twice, and each is told once', async () => {
  const offer = await addOffer(house, club, { capacity: 200 })
  const orders = []
  for (let order = 0; order < 25; order += 1) orders.push(await sellOrder(house, club, { offer, tickets: 1 }))
  await cancel(offer.eventId)
  // The process dies while the money of the first page is asked for.
  const provider = payments.byName('test')
  const { refund } = provider
  const died = new Error('the process died')
  Object.assign(provider, { refund: () => Promise.reject(died) })
  const { clock: working } = deps
  let looks = 0
  const dies = () => {
    looks += 1
    if (looks > 60) throw died
    return working()
  }
  await assert.rejects(continueRefundRuns({ ...deps, clock: organisationClock(dies), systemClock: dies }), died)
  Object.assign(provider, { refund })
  const half = await runOf(offer.eventId)
  assert.ok(half.orders.waiting > 0 && half.orders.waiting < 25, `${half.orders.waiting} wait`)
  assert.equal(await continueRefundRuns(deps), 0, 'another worker may still be working on it')
  clock.advance(6 * 60_000)
  await Promise.all([continueRefundRuns(deps), continueRefundRuns(deps)])
  await reconcileRefunds(deps)
  assert.equal((await runOf(offer.eventId)).orders.refunded, 25)
  for (const { orderId } of orders) assert.equal((await refundsOf(orderId)).length, 1)
})

test('a refund that fails is shown, staff retry it, and the run shows what became of it', async () => {
  const { orderId, offer } = await sellOrder(house, club, { method: 'pm_test_refund_fails' })
  await cancel(offer.eventId)
  await continueRefundRuns(deps)
  assert.equal((await runOf(offer.eventId)).orders.failed, 1)
  const { body } = await manage('GET', `events/${offer.eventId}/refund_run/orders?outcome=failed`)
  const [failed] = body.data
  assert.deepEqual([failed.order_id, failed.failure_code], [orderId, 'expired_or_canceled_card'])
  const provider = payments.byName('test')
  const { refund } = provider
  Object.assign(provider, { refund: async () => ({ kind: 'succeeded', reference: 'refund_test_by_hand' }) })
  assert.equal((await manage('POST', `refunds/${failed.refund_id}/retry`)).status, 201)
  Object.assign(provider, { refund })
  const { orders } = await runOf(offer.eventId)
  assert.deepEqual([orders.failed, orders.refunded], [0, 1])
})

test('an order that is being paid while the event is cancelled is waited for, and refunded once it is paid', async () => {
  const { eventId, priceId } = await addOffer(house, club)
  const basket = await shop.fill(priceId, 1)
  const { body } = await shop.checkOut(basket, { payment_method: 'pm_test_timeout_then_paid' })
  await cancel(eventId)
  await continueRefundRuns(deps)
  assert.deepEqual([(await runOf(eventId)).refund_run_status, (await runOf(eventId)).orders.waiting], ['running', 1])
  clock.advance(61_000)
  await reconcileOrders(settling)
  clock.advance(61_000)
  await continueRefundRuns(deps)
  assert.equal((await orderOf(body.order_id)).order_status, 'refunded')
  assert.equal((await runOf(eventId)).refund_run_status, 'finished')
})

test('every buyer is told why and how much, and once more when the money has left', async () => {
  await sql`truncate mails`
  const smtp = await startSmtp()
  const { send } = mailKit(house, club, smtp.url)
  const offer = await addOffer(house, club, { event: { title: 'Derby <live>' } })
  const order = { email_address: 'fay@example.org', first_name: 'Fay' }
  const { orderId, totalMinor } = await sellOrder(house, club, { offer, order })
  await sellOrder(house, club, { offer, order: { email_address: null } })
  await cancel(offer.eventId, { refund: 'all', reason: 'The pitch is under water.' })
  await continueRefundRuns(deps)
  await continueRefundRuns(deps)
  assert.equal(await send(), 4, 'the other has no address')
  assert.equal(smtp.received.length, 2)
  const mails = await Promise.all(smtp.received.map(readMail))
  assert.deepEqual(mails.map(({ subject }) => subject).sort(), [
    'Cancelled: Derby <live>',
    'Your refund for Derby <live>',
  ])
  const [received] = smtp.received
  const mail = mails.find(({ subject }) => subject?.startsWith('Cancelled'))
  assert.ok(received && mail)
  assert.deepEqual([received.to, mail.subject], [['fay@example.org'], 'Cancelled: Derby <live>'])
  const amount = `$${(totalMinor / 100).toFixed(2)}`
  for (const words of ['Hello Fay,', 'The pitch is under water.', amount, `Order ${orderId}`, 'Test Club']) {
    assert.ok(mail.text.includes(words), words)
    assert.ok(mail.html.includes(words), words)
  }
  assert.ok(mail.html.includes('Derby &lt;live&gt;'))
  assert.match(mail.attachment('text/calendar')?.content.toString() ?? '', /STATUS:CANCELLED/)
})

test('cancelled without, an event is refunded later, once; one that goes on is not', async () => {
  const { orderId, offer } = await sellOrder(house, club)
  const start = () => manage('POST', `events/${offer.eventId}/refund_run`, { reason: 'No new date was found.' })
  assert.equal((await start()).body.error.code, 'state_conflict')
  await cancel(offer.eventId, {})
  assert.equal((await manage('GET', `events/${offer.eventId}/refund_run`)).status, 404)
  assert.equal((await orderOf(orderId)).order_status, 'confirmed')
  assert.equal((await start()).status, 201)
  assert.equal((await start()).status, 409)
  await continueRefundRuns(deps)
  assert.equal((await orderOf(orderId)).order_status, 'refunded')
})

test('cancelling an event needs no scope for refunds, cancelling it with refunds does', async () => {
  const key = await house.key(club.orgId, { scopes: ['programme:manage'] })
  const { eventId } = await addOffer(house, club)
  const path = `/v1/manage/events/${eventId}/cancel`
  const refused = await house.call('POST', path, { key, body: { refund: 'all' } })
  assert.deepEqual([refused.status, refused.body.error.code], [403, 'scope_missing'])
  assert.equal((await house.call('POST', path, { key, body: {} })).status, 200)
})
