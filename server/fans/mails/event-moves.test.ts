import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { mailKit } from '../../../tests/builders/mails.ts'
import { sellOrder } from '../../../tests/builders/orders.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { startSmtp } from '../../../tests/outside/smtp.ts'
import { MOVE_TOLD_AFTER_MS } from '../../programme/events/note-move.ts'
import { tellOfMoves } from './tell-of-moves.ts'

const { house, club } = await openSettlingHouse()
const { sql, clock } = house
const smtp = await startSmtp()
const { send } = mailKit(house, club, smtp.url)

const START = Date.UTC(2060, 2, 16, 8, 30) / 1000

beforeEach(async () => {
  await sql`truncate mails, mail_rates, mail_suppressions, event_moves`
  smtp.recipient = 'accept'
})

const manage = (method: string, path: string, body?: object) =>
  house.call(method, `/v1/manage/${path}`, { key: club.key, ...(body ? { body } : {}) })

async function soldEvent() {
  const offer = await addOffer(house, club)
  await manage('PATCH', `events/${offer.eventId}`, { event_start_unix: START })
  await sql`truncate event_moves`
  for (const name of ['ada', 'grace'])
    await sellOrder(house, club, { offer, order: { email_address: `${name}@example.org` } })
  return offer.eventId
}
const moves = async (eventId: number, query = '') => (await manage('GET', `events/${eventId}/moves${query}`)).body
const tell = () => tellOfMoves({ sql, clock, systemClock: clock })

test('a move says where the event was, when telling begins, and how far it is', async () => {
  const eventId = await soldEvent()
  assert.deepEqual((await moves(eventId)).data, [])
  await manage('PATCH', `events/${eventId}`, {
    event_start_unix: START + 3600,
    refund_requests_until_unix: START - 86_400,
  })
  const [waiting] = (await moves(eventId)).data
  assert.equal(waiting.previous_start_unix, START)
  assert.equal(waiting.refund_requests_until_unix, START - 86_400)
  assert.equal(waiting.told_from_unix - waiting.created, MOVE_TOLD_AFTER_MS / 1000)
  assert.deepEqual([waiting.event_move_status, waiting.mails], ['waiting', { waiting: 0, sent: 0, failed: 0 }])
  clock.advance(MOVE_TOLD_AFTER_MS)
  await tell()
  const [after] = (await moves(eventId)).data
  assert.deepEqual([after.event_move_status, after.told_from_unix], ['told', null])
  assert.deepEqual(after.mails, { waiting: 2, sent: 0, failed: 0 })
  await send()
  assert.deepEqual((await moves(eventId)).data[0].mails, { waiting: 0, sent: 2, failed: 0 })
})

test('who could not be told is counted, and of moves one after another each has its own', async () => {
  const eventId = await soldEvent()
  await manage('PATCH', `events/${eventId}`, { event_start_unix: START + 3600 })
  clock.advance(MOVE_TOLD_AFTER_MS)
  await tell()
  await send()
  await manage('PATCH', `events/${eventId}`, { event_start_unix: START + 7200 })
  clock.advance(MOVE_TOLD_AFTER_MS)
  await tell()
  smtp.recipient = { code: 550, text: '5.1.1 no such user' }
  await send()
  const { data } = await moves(eventId)
  assert.deepEqual(
    data.map((move: { previous_start_unix: number; mails: object }) => [move.previous_start_unix, move.mails]),
    [
      [START + 3600, { waiting: 0, sent: 0, failed: 2 }],
      [START, { waiting: 0, sent: 2, failed: 0 }],
    ],
  )
  const first = await moves(eventId, '?limit=1')
  assert.equal(first.has_more, true)
  assert.equal((await moves(eventId, `?limit=1&cursor=${first.next_cursor}`)).data[0].previous_start_unix, START)
})

test('a move that was taken back is dropped, and cancelling is none', async () => {
  const eventId = await soldEvent()
  await manage('PATCH', `events/${eventId}`, { event_start_unix: START + 3600 })
  await manage('PATCH', `events/${eventId}`, { event_start_unix: START })
  clock.advance(MOVE_TOLD_AFTER_MS)
  await tell()
  assert.deepEqual((await moves(eventId)).data[0]?.event_move_status, 'dropped')
  await manage('POST', `events/${eventId}/cancel`, {})
  assert.equal((await moves(eventId)).data.length, 1)
})
