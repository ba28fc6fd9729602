import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { mailKit } from '../../../tests/builders/mails.ts'
import { sellOrder } from '../../../tests/builders/orders.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { readMail } from '../../../tests/builders/received-mails.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { startSmtp } from '../../../tests/outside/smtp.ts'
import { GIVE_UP_MS, giveUpPayments } from '../../checkout/answers/give-up-payments.ts'
import { reconcileOrders } from '../../checkout/answers/reconcile.ts'
import { mailKinds } from '../../messages/mail/notices.ts'
import { MOVE_TOLD_AFTER_MS } from '../../programme/events/note-move.ts'
import { tellOfMoves } from './tell-of-moves.ts'

const { house, club, shop, deps } = await openSettlingHouse()
const { sql, clock } = house
const smtp = await startSmtp()
const { send, rows } = mailKit(house, club, smtp.url)

beforeEach(async () => {
  await sql`truncate mails, mail_rates, mail_suppressions, mail_settings, event_moves`
  smtp.received.length = 0
  smtp.recipient = 'accept'
})

const manage = (method: string, path: string, body?: object) =>
  house.call(method, `/v1/manage/${path}`, { key: club.key, ...(body ? { body } : {}) })

/** What has arrived since it was last looked, by its subject. */
async function arrived() {
  await send()
  const mails = []
  for (const received of smtp.received.splice(0)) mails.push({ ...(await readMail(received)), to: received.to })
  return mails
}
const subjects = async () => (await arrived()).map(({ subject }) => subject)
const ends = async () => (await rows()).map(({ mail_status, error_code }) => `${mail_status} ${error_code}`)

const START = Date.UTC(2060, 2, 16, 8, 30) / 1000

async function soldOrder(title = 'Derby') {
  const offer = await addOffer(house, club)
  await manage('PATCH', `events/${offer.eventId}`, { title, event_start_unix: START })
  await sql`truncate event_moves`
  return sellOrder(house, club, { offer, order: { email_address: 'ada@example.org' } })
}

test('a refund is told, with what was given back', async () => {
  const { orderId } = await soldOrder()
  await manage('POST', `orders/${orderId}/refunds`, { amount: 5 })
  const [mail] = await arrived()
  assert.equal(mail?.subject, 'Your refund for Derby')
  assert.match(mail?.text ?? '', /We have refunded \$5\.00 to you/)
})

test('a ticket that is passed on is told to the new holder, with a link that opens no order', async () => {
  const { ticketId } = await soldOrder()
  const holder = { ticket_name: 'Grace <b>', email_address: 'grace@example.org' }
  await manage('POST', `tickets/${ticketId}/transfer`, holder)
  const mails = await arrived()
  assert.deepEqual(mails.map(({ to }) => to[0]).sort(), ['ada@example.org', 'grace@example.org'])
  const mail = mails.find(({ to }) => to[0] === 'grace@example.org')
  assert.equal(mail?.subject, 'A ticket for Derby is yours')
  assert.match(mail?.text ?? '', /Hello Grace <b>,/)
  const secret = /\/t\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
  const headers = { 'x-order-secret': secret }
  assert.equal((await house.call('GET', '/v1/storefront/order', { key: club.key, headers })).status, 404)
})

const secretIn = (mail: { text: string } | undefined) => /\/t\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
const pageOf = (secret: string) => house.call('GET', '/v1/ticket_page', { headers: { 'x-order-secret': secret } })

test('after links were revoked, mails to a holder who was passed a ticket have the new one, also when it was re-issued', async () => {
  const { ticketId } = await soldOrder()
  const holder = { ticket_name: 'Grace', email_address: 'grace@example.org' }
  const { body: passed } = await manage('POST', `tickets/${ticketId}/transfer`, holder)
  const first = secretIn((await arrived()).find(({ to }) => to[0] === 'grace@example.org'))
  const { body: reissued } = await manage('POST', `tickets/${passed.ticket_id}/reissue`)
  const resend = () => manage('POST', `orders/${passed.order_id}/resend`, { email_address: 'grace@example.org' })
  await resend()
  const again = secretIn((await arrived())[0])
  assert.deepEqual([(await pageOf(first)).status, (await pageOf(again)).status], [200, 200])
  await manage('POST', `tickets/${reissued.ticket_id}/revoke_secret`)
  assert.deepEqual([(await pageOf(first)).status, (await pageOf(again)).status], [404, 404])
  await resend()
  const { status, body: page } = await pageOf(secretIn((await arrived())[0]))
  assert.deepEqual([status, page.tickets?.[0]?.ticket_id], [200, reissued.ticket_id])
})

test('staff send tickets to an address of their choice, also where codes rotate, and see where each mail went', async () => {
  const { orderId, offer } = await soldOrder()
  await manage('PATCH', `events/${offer.eventId}`, { rotating_barcodes: true })
  await sql`truncate event_moves`
  await manage('POST', `orders/${orderId}/resend`, { email_address: 'carer@example.org' })
  const [mail] = await arrived()
  assert.deepEqual([mail?.to, mail?.subject], [['carer@example.org'], 'Your tickets for Derby'])
  assert.ok(mail?.attachment('application/pdf'))
  assert.equal((await pageOf(secretIn(mail))).body.order_id, orderId)
  smtp.recipient = { code: 550, text: '5.1.1 no such user' }
  await manage('POST', `orders/${orderId}/resend`)
  await arrived()
  const { body: list } = await manage('GET', `orders/${orderId}/mails`)
  assert.deepEqual(
    list.data.map((row: Record<string, unknown>) => [row.kind, row.email_address, row.mail_status, row.error_code]),
    [
      ['tickets_resent', 'ada@example.org', 'failed', 'smtp_550'],
      ['tickets_resent', 'carer@example.org', 'sent', null],
    ],
  )
  smtp.recipient = 'accept'
  await manage('POST', `orders/${orderId}/resend`)
  assert.equal((await arrived()).length, 1, 'what staff ask for is sent to a suppressed address, too')
  assert.equal((await manage('GET', 'mail_suppressions')).body.data.length, 0)
})

test('a payment whose outcome was not heard of for an hour is told when it is given up', async () => {
  const { priceId } = await addOffer(house, club)
  await shop.checkOut(await shop.fill(priceId, 1), { payment_method: 'pm_test_requires_action' })
  assert.deepEqual(await subjects(), [])
  clock.advance(GIVE_UP_MS)
  assert.equal(await giveUpPayments(deps), 1)
  assert.match((await subjects()).join(), /^Your payment for [^,]+ did not go through$/)
})

test('a payment that failed after the buyer had gone is told; one that was declined before their eyes is not', async () => {
  const { priceId } = await addOffer(house, club)
  await shop.checkOut(await shop.fill(priceId, 1), { payment_method: 'pm_test_declined' })
  assert.deepEqual(await subjects(), [])
  const { body } = await shop.checkOut(await shop.fill(priceId, 1), { payment_method: 'pm_test_timeout_then_failed' })
  assert.equal(body.status, 'pending')
  clock.advance(61_000)
  await reconcileOrders(deps)
  const [mail] = await arrived()
  assert.match(mail?.subject ?? '', /^Your payment for .+ did not go through$/)
  assert.doesNotMatch(mail?.text ?? '', /\/t\//)
})

test('who has paid by another card meanwhile is not told that the first one failed', async () => {
  const { priceId } = await addOffer(house, club)
  const basket = await shop.fill(priceId, 1)
  await shop.checkOut(basket, { payment_method: 'pm_test_timeout_then_failed' })
  clock.advance(61_000)
  await reconcileOrders(deps)
  assert.equal((await shop.checkOut(basket, { payment_method: 'pm_test_ok' })).status, 200)
  assert.match((await subjects()).join(), /^Your tickets for [^,]+$/)
})

test('buyers of a moved event are told once, where it was and where it is, with the new time for the calendar', async () => {
  const { offer } = await soldOrder()
  await sellOrder(house, club, { offer, order: { email_address: 'grace@example.org' } })
  await sellOrder(house, club, { offer, order: { email_address: null } })
  await manage('PATCH', `events/${offer.eventId}`, { event_start_unix: START + 3600 })
  await manage('PATCH', `events/${offer.eventId}`, { event_start_unix: START + 7200 })
  assert.equal(await tellOfMoves({ sql, clock, systemClock: clock }), 0, 'a slip could still be mended')
  clock.advance(MOVE_TOLD_AFTER_MS)
  assert.equal(await tellOfMoves({ sql, clock, systemClock: clock }), 2)
  assert.equal(await tellOfMoves({ sql, clock, systemClock: clock }), 0)
  const mails = await arrived()
  assert.deepEqual(mails.map(({ to }) => to[0]).sort(), ['ada@example.org', 'grace@example.org'])
  const [mail] = mails
  assert.equal(mail?.subject, 'New date or place: Derby')
  assert.match(mail?.text ?? '', /9:30 pm/)
  assert.match(mail?.text ?? '', /Was: Tuesday 16 March 2060 at 7:30 pm/)
  assert.match(
    mail?.attachment('text/calendar')?.content.toString() ?? '',
    /DTSTART;TZID=Australia\/Sydney:20600316T213000/,
  )
})

test('an event that was moved back, or cancelled, within the moment is not told as moved', async () => {
  const back = await soldOrder()
  const cancelled = await soldOrder()
  for (const { offer } of [back, cancelled])
    await manage('PATCH', `events/${offer.eventId}`, { event_start_unix: START + 3600 })
  await manage('PATCH', `events/${back.offer.eventId}`, { event_start_unix: START })
  await manage('POST', `events/${cancelled.offer.eventId}/cancel`, {})
  clock.advance(MOVE_TOLD_AFTER_MS)
  await tellOfMoves({ sql, clock, systemClock: clock })
  assert.deepEqual(await subjects(), ['Cancelled: Derby'])
})

test('a kind that is switched off is not sent, and own words are, in their language, with placeholders filled', async () => {
  const refund = async () => {
    const { orderId } = await soldOrder()
    await manage('POST', `orders/${orderId}/refunds`, { amount: 5 })
    return arrived()
  }
  assert.equal((await manage('PATCH', 'mails/order_refunded', { enabled: false })).body.enabled, false)
  assert.deepEqual(await refund(), [])
  assert.deepEqual(await ends(), ['dropped switched_off'])
  const words = { enabled: true, subject: '{amount} for you', intro: 'Dear {name},\n\nhere it is: {amount}. <b>' }
  assert.equal((await manage('PATCH', 'mails/order_refunded', words)).status, 200)
  const [mail] = await refund()
  assert.equal(mail?.subject, '$5.00 for you')
  assert.match(mail?.html ?? '', /here it is: \$5\.00\. &lt;b&gt;<\/p>/)
  const { body } = await manage('PATCH', 'mails/order_refunded', { subject: null, intro: null })
  assert.deepEqual(body.own_texts, {})
})

test('a placeholder that a mail does not have is refused by name', async () => {
  const { status, body } = await manage('PATCH', 'mails/event_moved', { subject: 'Pay {total}', intro: '{evnt}' })
  assert.equal(status, 400)
  assert.deepEqual(
    body.error.errors.map(({ param }: { param: string }) => param),
    ['subject', 'intro'],
  )
  assert.match(body.error.errors[1].message, /\{evnt\}.+\{event\}/)
})

test('an address of which the server says that it does not exist gets no more mail, until staff lift it', async () => {
  const refund = async () => {
    const { orderId } = await soldOrder()
    await manage('POST', `orders/${orderId}/refunds`, { amount: 5 })
    return subjects()
  }
  smtp.recipient = { code: 550, text: '5.1.1 no such user ada@example.org' }
  assert.deepEqual(await refund(), [])
  smtp.recipient = 'accept'
  assert.deepEqual(await refund(), [])
  assert.deepEqual(await ends(), ['failed smtp_550', 'dropped suppressed'])
  const { body } = await manage('GET', 'mail_suppressions?email_address=ADA@example.org')
  const [suppression] = body.data
  assert.deepEqual([suppression.email_address, suppression.error_code], ['ada@example.org', 'smtp_550'])
  assert.equal((await manage('DELETE', `mail_suppressions/${suppression.mail_suppression_id}`)).status, 200)
  assert.deepEqual(await refund(), ['Your refund for Derby'])
})

test('a full mailbox and a refusal of the sender suppress no address; a code that arrives lifts a suppression', async () => {
  const { write } = mailKit(house, club, smtp.url)
  const suppressed = async () => (await manage('GET', 'mail_suppressions')).body.data.length
  for (const text of ['5.2.2 mailbox full', '5.7.1 sender rejected']) {
    smtp.recipient = { code: 550, text }
    await write({ urgent: true })
    await send()
    assert.equal(await suppressed(), 0, text)
  }
  smtp.recipient = { code: 550, text: 'No such user' }
  await write({ urgent: true })
  await send()
  assert.equal(await suppressed(), 1)
  smtp.recipient = 'accept'
  await write({ urgent: true })
  await send()
  assert.equal(await suppressed(), 0)
})

test('every kind has a preview, in every language, as JSON, HTML and text, with an order or one that is made up', async () => {
  const { orderId } = await soldOrder('Derby <b>')
  const { body: list } = await manage('GET', 'mails')
  assert.deepEqual(
    list.data.map(({ kind }: { kind: string }) => kind),
    [...mailKinds],
  )
  for (const { kind, languages } of list.data) {
    for (const language of languages) {
      const { status, body } = await manage('GET', `mails/${kind}/preview?language=${language}`)
      assert.equal(status, 200)
      assert.equal(body.language, language)
      assert.doesNotMatch(body.subject + body.text + body.html, /\{[a-z_]+\}/, `${kind} ${language}`)
    }
    const html = await manage('GET', `mails/${kind}/preview?format=html&order_id=${orderId}`)
    assert.match(html.headers['content-type'] ?? '', /^text\/html/)
    assert.match(html.headers['content-security-policy'] ?? '', /^sandbox; default-src 'none'/)
    // Those of members are about them, whatever else was in their order.
    const isOfEvent = !['membership_confirmed', 'membership_cancelled', 'renewal_announced', 'renewal_failed'].includes(
      kind,
    )
    assert.equal(html.text.includes('Derby &lt;b&gt;'), isOfEvent)
    const text = await manage('GET', `mails/${kind}/preview?format=text&order_id=${orderId}`)
    assert.match(text.headers['content-type'] ?? '', /^text\/plain/)
    assert.equal(text.text.includes('Derby <b>'), isOfEvent)
  }
  assert.equal((await manage('GET', 'mails/order_confirmed/preview?order_id=999999')).status, 404)
})

test('what a customer was mailed about all of their orders, newest first', async () => {
  const { orderId } = await soldOrder()
  const [customer] = await sql<{ user_id: number; org_customer_id: string }[]>`
    insert into customers (org_id, org_customer_id)
    values (${club.orgId}, 'mailed')
    returning user_id, org_customer_id`
  await sql`update orders set user_id = ${customer?.user_id ?? 0} where org_id = ${club.orgId} and order_id = ${orderId}`
  await soldOrder('Somebody else’s')
  for (const amount of [1, 2]) await manage('POST', `orders/${orderId}/refunds`, { amount })
  await send()
  const { body: list } = await manage('GET', 'customers/mailed/mails')
  const told = list.data.map(({ order_id, kind }: { order_id: number; kind: string }) => [order_id, kind])
  assert.deepEqual(told.slice(0, 2), [
    [orderId, 'order_refunded'],
    [orderId, 'order_refunded'],
  ])
  assert.deepEqual(new Set(told.map(([id]: [number]) => id)), new Set([orderId]))
  const other = await house.organisation()
  assert.equal((await house.call('GET', '/v1/manage/customers/mailed/mails', { key: other.key })).status, 404)
})
