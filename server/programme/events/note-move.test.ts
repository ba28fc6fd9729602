import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailKit } from '../../../tests/builders/mails.ts'
import { sellOrder } from '../../../tests/builders/orders.ts'
import { readMail } from '../../../tests/builders/received-mails.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { startSmtp } from '../../../tests/outside/smtp.ts'
import { tellOfMoves } from '../../fans/mails/tell-of-moves.ts'
import { exposed } from '../../platform/http/guarded-fields.ts'
import { orderSecretOf } from '../../tickets/orders/order-secret.ts'
import { MOVE_TOLD_AFTER_MS } from './note-move.ts'

const house = await openHouse()
const { sql, clock } = house
const club = await house.organisation()
const smtp = await startSmtp()
const { send } = mailKit(house, club, smtp.url)
const WEEK = 7 * 86_400
const manage = (method: string, path: string, body?: object) =>
  house.call(method, `/v1/manage/${path}`, { key: club.key, ...(body ? { body } : {}) })
const now = () => Math.floor(clock().getTime() / 1000)
const startOf = async (eventId: number) => (await manage('GET', `events/${eventId}`)).body.event_start_unix as number

/** Until when the page of an order takes a request. */
async function untilOf(orderId: number): Promise<number | null | undefined> {
  const headers = { 'x-order-secret': exposed(orderSecretOf(house.seal, club.orgId, orderId)) }
  const page = await house.call('GET', '/v1/ticket_page', { headers })
  assert.equal(page.status, 200, page.text)
  return page.body.refund?.until_unix
}

test('who bought before the move may ask for a refund until the day that staff give, is told so, and nobody else', async () => {
  const before = await sellOrder(house, club, { order: { created_at: clock() } })
  const { offer } = before
  const until = now() + 2 * WEEK
  const moved = { event_start_unix: (await startOf(offer.eventId)) + WEEK, refund_requests_until_unix: until }
  assert.equal((await manage('PATCH', `events/${offer.eventId}`, moved)).status, 200)
  clock.advance(MOVE_TOLD_AFTER_MS)
  const after = await sellOrder(house, club, { offer, order: { created_at: clock() } })
  await tellOfMoves({ sql, clock, systemClock: clock })
  await send()
  const texts = await Promise.all(smtp.received.splice(0).map(async (mail) => (await readMail(mail)).text))
  assert.equal(texts.filter((text) => /you can ask for your money\s+back until/.test(text)).length, 1)
  assert.deepEqual([await untilOf(before.orderId), await untilOf(after.orderId)], [until, undefined])
})

test('a day to ask until belongs to a move: without one it is refused, and while the mail waits it can be changed', async () => {
  const { offer, orderId } = await sellOrder(house, club, { order: { created_at: clock() } })
  const path = `events/${offer.eventId}`
  const refused = await manage('PATCH', path, { refund_requests_until_unix: now() + WEEK })
  assert.deepEqual([refused.status, refused.body.error.param], [409, 'refund_requests_until_unix'])
  await manage('PATCH', path, { event_start_unix: (await startOf(offer.eventId)) + WEEK })
  assert.equal(await untilOf(orderId), undefined)
  const until = now() + WEEK
  assert.equal((await manage('PATCH', path, { refund_requests_until_unix: until })).status, 200)
  assert.equal(await untilOf(orderId), until)
})
