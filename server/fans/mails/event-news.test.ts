import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { mailKit } from '../../../tests/builders/mails.ts'
import { sellOrder } from '../../../tests/builders/orders.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { type ReadMail, readMail } from '../../../tests/builders/received-mails.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { startSmtp } from '../../../tests/outside/smtp.ts'
import { continueRefundRuns } from '../../ledger/refunds/continue-refund-runs.ts'
import { settleRefund } from '../../ledger/refunds/settle-refund.ts'
import type { RefundResult } from '../../payments/payments/provider.ts'
import { MOVE_TOLD_AFTER_MS } from '../../programme/events/note-move.ts'
import { tellOfMoves } from './tell-of-moves.ts'

const { house, club, payments } = await openSettlingHouse()
const { sql, clock } = house
const smtp = await startSmtp()
const { send } = mailKit(house, club, smtp.url)

const manage = (method: string, path: string, body: object = {}) =>
  house.call(method, `/v1/manage/${path}`, { key: club.key, body })

const START = Date.UTC(2060, 2, 16, 8, 30) / 1000
const grace = { ticket_name: 'Grace', email_address: 'grace@example.org' }

/** An order of Ada's of two tickets, of which one went to Grace; what was mailed about that has left. */
async function sharedOrder() {
  const offer = await addOffer(house, club)
  await manage('PATCH', `events/${offer.eventId}`, { title: 'Derby', event_start_unix: START })
  const order = { email_address: 'ada@example.org', first_name: 'Ada' }
  const sold = await sellOrder(house, club, { offer, order, tickets: 2 })
  const passed = await manage('POST', `tickets/${sold.ticketIds[0]}/transfer`, grace)
  assert.equal(passed.status, 200)
  await arrived()
  await sql`truncate mails, event_moves`
  return { ...sold, passedOnId: Number(passed.body.ticket_id) }
}

/** What has arrived since it was last looked, by whom it went to. */
async function arrived(): Promise<Record<string, ReadMail>> {
  await send()
  const mails: Record<string, ReadMail> = {}
  for (const received of smtp.received.splice(0)) {
    const to = received.to.join()
    assert.equal(mails[to], undefined, `${to} got two mails`)
    mails[to] = await readMail(received)
  }
  return mails
}

const secretIn = ({ text }: ReadMail) => /\/t\/(\S+)/.exec(text)?.[1] ?? ''
const pageOf = async (mail: ReadMail) =>
  (await house.call('GET', '/v1/ticket_page', { headers: { 'x-order-secret': secretIn(mail) } })).body

beforeEach(async () => {
  await sql`truncate mails, mail_settings, event_moves`
})

test('an event that is cancelled without refunds is told to buyers and to holders who were passed a ticket', async () => {
  const { offer } = await sharedOrder()
  assert.equal((await manage('POST', `events/${offer.eventId}/cancel`, { reason: 'Storm.' })).status, 200)
  assert.equal(await tellOfMoves({ sql, clock, systemClock: clock }), 2)
  assert.equal(await tellOfMoves({ sql, clock, systemClock: clock }), 0)
  const { 'ada@example.org': ada, 'grace@example.org': holder, ...others } = await arrived()
  assert.ok(ada && holder)
  assert.deepEqual(others, {})
  assert.deepEqual([ada.subject, holder.subject], ['Cancelled: Derby', 'Cancelled: Derby'])
  assert.match(ada.text, /Hello Ada,[\s\S]+We inform you about your refund in another mail[\s\S]+Storm\./)
  assert.match(holder.text, /Hello Grace,[\s\S]+We inform the buyer of the ticket[\s\S]+Storm\./)
  assert.doesNotMatch(ada.text + holder.text, /giv\w+ \$/, 'no refund was decided')
  assert.match(holder.attachment('text/calendar')?.content.toString() ?? '', /STATUS:CANCELLED/)
  assert.equal((await pageOf(holder)).tickets.length, 1, 'their own page, not the order’s')
})

test('a cancelled event with refunds is told once to each, also where the run was quicker than the news', async () => {
  const { offer, totalMinor } = await sharedOrder()
  await manage('POST', `events/${offer.eventId}/cancel`, { refund: 'all' })
  await continueRefundRuns({ sql, clock, systemClock: clock, payments })
  await sql`delete from mails where kind = 'order_refunded'`
  assert.equal(await tellOfMoves({ sql, clock, systemClock: clock }), 2)
  const { 'ada@example.org': ada, 'grace@example.org': holder } = await arrived()
  assert.ok(ada?.text.includes(`We refund $${(totalMinor / 100).toFixed(2)} to you`))
  assert.match(holder?.text ?? '', /We inform the buyer of the ticket/)
})

test('a ticket that was taken back before the event was cancelled is not told', async () => {
  const { offer, orderId, passedOnId } = await sharedOrder()
  assert.equal((await manage('POST', `orders/${orderId}/refunds`, { ticket_ids: [passedOnId] })).status, 201)
  await sql`truncate mails`
  clock.advance(1000)
  await manage('POST', `events/${offer.eventId}/cancel`)
  await tellOfMoves({ sql, clock, systemClock: clock })
  assert.deepEqual(Object.keys(await arrived()), ['ada@example.org'])
})

test('a moved event is told to the holder who was passed a ticket, with their own ticket and page', async () => {
  const { offer, passedOnId } = await sharedOrder()
  await manage('PATCH', `events/${offer.eventId}`, { event_start_unix: START + 3600 })
  clock.advance(MOVE_TOLD_AFTER_MS)
  assert.equal(await tellOfMoves({ sql, clock, systemClock: clock }), 2)
  const { 'ada@example.org': ada, 'grace@example.org': holder } = await arrived()
  assert.match(ada?.text ?? '', /8:30 pm/)
  assert.ok(holder)
  assert.match(holder.text, /Hello Grace,[\s\S]+8:30 pm[\s\S]+Was: Tuesday 16 March 2060 at 7:30 pm/)
  const page = await pageOf(holder)
  assert.deepEqual(
    page.tickets.map(({ ticket_id }: { ticket_id: number }) => ticket_id),
    [passedOnId],
  )
})

test('a buyer who passes a ticket on is told that it went, and to whom', async () => {
  const { passedOnId, orderId, ticketIds } = await sharedOrder()
  const cleo = { ticket_name: 'Cleo', email_address: 'cleo@example.org' }
  await manage('POST', `tickets/${passedOnId}/transfer`, cleo)
  const further = await arrived()
  assert.deepEqual(Object.keys(further).sort(), ['cleo@example.org', 'grace@example.org'])
  const word = further['grace@example.org']
  assert.ok(word)
  assert.equal(word.subject, 'Your ticket for Derby was passed on')
  assert.match(word.text, /Hello Grace,[\s\S]+now belongs to Cleo/)
  assert.doesNotMatch(word.text, /\/t\/|Order \d/, 'the order is not theirs, and their page has nothing left to show')
  await manage('POST', `tickets/${ticketIds[1]}/transfer`, cleo)
  const bought = (await arrived())['ada@example.org']
  assert.ok(bought)
  assert.match(bought.text, /Hello Ada,[\s\S]+now belongs to Cleo/)
  assert.equal((await pageOf(bought)).order_id, orderId)
})

const REFUNDED = 'Your refund for Derby'
const runOf = () => continueRefundRuns({ sql, clock, systemClock: clock, payments })

/** An order of Ada's alone whose event was cancelled, with refunds; the provider has said nothing yet. */
async function cancelledOrder() {
  const offer = await addOffer(house, club, { event: { title: 'Derby' } })
  const sold = await sellOrder(house, club, { offer, order: { email_address: 'ada@example.org' } })
  const provider = payments.byName('test')
  const { refund } = provider
  Object.assign(provider, { refund: async () => ({ kind: 'processing', reference: `refund_test_${sold.orderId}` }) })
  await manage('POST', `events/${offer.eventId}/cancel`, { refund: 'all' })
  await runOf()
  Object.assign(provider, { refund })
  const { body } = await house.call('GET', `/v1/manage/orders/${sold.orderId}/refunds`, { key: club.key })
  const settling = { refundId: Number(body.data[0].refund_id), orderId: sold.orderId }
  const settle = (result: RefundResult) => settleRefund({ sql, clock }, club.orgId, settling, result)
  return { ...sold, settle }
}

test('a refund is told when the provider has said yes, also of a cancelled event, and however its own mail is set', async () => {
  await manage('PATCH', 'mails/event_cancelled', { enabled: false })
  const { settle } = await cancelledOrder()
  await tellOfMoves({ sql, clock, systemClock: clock })
  assert.deepEqual(await arrived(), {}, 'the money has not left yet')
  await settle({ kind: 'succeeded', reference: 'refund_test_done' })
  const { 'ada@example.org': ada } = await arrived()
  assert.equal(ada?.subject, REFUNDED)
})

test('refunds of a whole event wait behind what tells one person of their own order', async () => {
  const { settle } = await cancelledOrder()
  await settle({ kind: 'succeeded', reference: 'refund_test_done' })
  const rows = await sql<{ mass: boolean }[]>`
    select mass
    from mails
    where org_id = ${club.orgId}
      and kind = 'order_refunded'`
  assert.deepEqual([rows.length, rows[0]?.mass], [1, true])
})

test('a refund that has failed by the time the mail leaves is not told as made, nor promised', async () => {
  const { settle } = await cancelledOrder()
  await settle({ kind: 'succeeded', reference: 'refund_test_done' })
  await settle({ kind: 'failed', code: 'expired_or_canceled_card' })
  await tellOfMoves({ sql, clock, systemClock: clock })
  const { 'ada@example.org': ada } = await arrived()
  assert.equal(ada?.subject, 'Cancelled: Derby')
  assert.match(ada?.text ?? '', /We inform you about your refund in another mail/)
  assert.doesNotMatch(ada?.text ?? '', /\$/)
})

test('a refund that the bank sent back before the mail left is not told', async () => {
  const { orderId } = await sellOrder(house, club, { order: { email_address: 'ada@example.org' } })
  const { body: refund } = await manage('POST', `orders/${orderId}/refunds`, { amount: 5 })
  assert.equal(refund.refund_status, 'succeeded')
  const settling = { refundId: Number(refund.refund_id), orderId }
  await settleRefund({ sql, clock }, club.orgId, settling, { kind: 'failed', code: 'expired_or_canceled_card' })
  assert.deepEqual(await arrived(), {})
})

/** An order of Ada's alone, for an event that begins at START. */
async function ownOrder() {
  const offer = await addOffer(house, club, { event: { title: 'Derby' } })
  await manage('PATCH', `events/${offer.eventId}`, { event_start_unix: START })
  await sql`truncate event_moves`
  await sellOrder(house, club, { offer, order: { email_address: 'ada@example.org' } })
  const move = (hours: number) => manage('PATCH', `events/${offer.eventId}`, { event_start_unix: START + hours * 3600 })
  return { ...offer, move }
}
async function queueNews() {
  clock.advance(MOVE_TOLD_AFTER_MS)
  await tellOfMoves({ sql, clock, systemClock: clock })
}

test('an event that was cancelled before the mail about its move left is told as cancelled, and not as moved', async () => {
  const { move, eventId } = await ownOrder()
  await move(1)
  await queueNews()
  await manage('POST', `events/${eventId}/cancel`)
  await queueNews()
  const { 'ada@example.org': ada } = await arrived()
  assert.equal(ada?.subject, 'Cancelled: Derby')
})

test('an event that is moved again before the mail left is told once, from where it was known to where it is', async () => {
  const { move } = await ownOrder()
  await move(1)
  await queueNews()
  await move(2)
  assert.deepEqual(await arrived(), {}, 'the second move may be a slip, and the first is no longer true')
  await queueNews()
  const { 'ada@example.org': ada } = await arrived()
  assert.match(ada?.text ?? '', /9:30 pm[\s\S]+Was: Tuesday 16 March 2060 at 7:30 pm/)
})

test('two moves whose mails wait together are told once', async () => {
  const { move } = await ownOrder()
  for (const hours of [1, 2]) {
    await move(hours)
    await queueNews()
  }
  const { 'ada@example.org': ada } = await arrived()
  assert.match(ada?.text ?? '', /9:30 pm[\s\S]+Was: Tuesday 16 March 2060 at 7:30 pm/)
})

test('a slip between two mails is not told to readers who know where the event is, and is told to all others', async () => {
  const told = await ownOrder()
  await told.move(1)
  await queueNews()
  assert.equal((await arrived())['ada@example.org']?.subject, 'New date or place: Derby')
  await told.move(2)
  await told.move(1)
  await queueNews()
  assert.deepEqual(await arrived(), {})
  const untold = await ownOrder()
  await untold.move(1)
  await queueNews()
  await untold.move(2)
  assert.deepEqual(await arrived(), {})
  await untold.move(1)
  await queueNews()
  assert.match((await arrived())['ada@example.org']?.text ?? '', /8:30 pm[\s\S]+Was: [^\n]+ 7:30 pm/)
})
