import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { mailKit } from '../../../tests/builders/mails.ts'
import { sellOrder } from '../../../tests/builders/orders.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { readMail } from '../../../tests/builders/received-mails.ts'
import { addRow } from '../../../tests/builders/rows.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { startSmtp } from '../../../tests/outside/smtp.ts'
import { MOVE_TOLD_AFTER_MS } from '../../programme/events/note-move.ts'
import { tellOfMoves } from './tell-of-moves.ts'

const { house, club } = await openSettlingHouse()
const { sql, clock } = house
const smtp = await startSmtp()
const { send } = mailKit(house, club, smtp.url)

beforeEach(async () => {
  await sql`truncate mails, event_moves`
})

const manage = (method: string, path: string, body: object = {}) =>
  house.call(method, `/v1/manage/${path}`, { key: club.key, body })

async function soldOrder() {
  const offer = await addOffer(house, club)
  await sql`truncate event_moves`
  return sellOrder(house, club, { offer, order: { email_address: 'ada@example.org' } })
}

/** What became of the mails of a kind, once a worker has had them. */
async function endsOf(kind: string): Promise<string[]> {
  await send()
  const rows = await sql<{ mail_status: string; error_code: string | null }[]>`
    select mail_status, error_code
    from mails
    where org_id = ${club.orgId}
      and kind = ${kind}`
  return rows.map(({ mail_status, error_code }) => `${mail_status} ${error_code}`)
}

test('whose order was cancelled before the mail left is not told that the event moved', async () => {
  const { orderId, offer } = await soldOrder()
  const { body: event } = await house.call('GET', `/v1/events/${offer.eventId}`, { key: club.key })
  await manage('PATCH', `events/${offer.eventId}`, { event_start_unix: event.event_start_unix + 3600 })
  clock.advance(MOVE_TOLD_AFTER_MS)
  assert.equal(await tellOfMoves({ sql, clock, systemClock: clock }), 1)
  assert.equal((await manage('POST', `orders/${orderId}/cancel`)).status, 200)
  assert.deepEqual(await endsOf('event_moved'), ['dropped nothing_to_tell'])
})

test('tickets that are sent again and were passed on before the mail left are not sent', async () => {
  const { orderId, ticketIds } = await soldOrder()
  assert.equal((await manage('POST', `orders/${orderId}/resend`)).status, 200)
  const holder = { ticket_name: 'Grace', email_address: 'grace@example.org' }
  for (const ticketId of ticketIds)
    assert.equal((await manage('POST', `tickets/${ticketId}/transfer`, holder)).status, 200)
  assert.deepEqual(await endsOf('tickets_resent'), ['dropped nothing_to_tell'])
})

test('who is declined a refund is told why, in the words of the club and their own language, once', async () => {
  const offer = await addOffer(house, club)
  const order = { email_address: 'ada@example.org', language: 'de' }
  const { orderId, ticketIds } = await sellOrder(house, club, { offer, order })
  const requestId = await addRow(house, club, 'refund_requests', 'refund_request_id', {
    order_id: orderId,
    ticket_ids: `{${ticketIds.join()}}`,
    reason: 'Es regnet',
  })
  await send()
  smtp.received.length = 0
  await manage('PATCH', `refund_requests/${requestId}`, { note: 'Wir spielen bei jedem Wetter.' })
  assert.equal((await manage('POST', `refund_requests/${requestId}/decline`)).status, 200)
  assert.equal((await manage('POST', `refund_requests/${requestId}/decline`)).status, 409)
  assert.deepEqual(await endsOf('refund_declined'), ['sent null'])
  const [received] = smtp.received
  assert.ok(received)
  const { subject, text } = await readMail(received)
  assert.match(subject ?? '', /^Ihre Bitte um Erstattung für /)
  assert.match(text, /Wir spielen bei jedem Wetter\.[\s\S]*Ihre Tickets bleiben gültig\./)
})
