import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clockOf } from '../../../tests/builders/clocks.ts'
import { openGround, uploader } from '../../../tests/builders/grounds.ts'
import { addMember } from '../../../tests/builders/members.ts'
import { sellOrder } from '../../../tests/builders/orders.ts'
import { addSeatedOffer } from '../../../tests/builders/prices.ts'
import { addSeatMap } from '../../../tests/builders/seat-maps.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { exposed } from '../../platform/http/guarded-fields.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { orderSecretOf } from '../../tickets/orders/order-secret.ts'
import { cardSecretOf } from '../card-page/card-secret.ts'

const { house, club, deps } = await openSettlingHouse()
const { seal } = house
const other = await house.organisation()
const { orderId } = await sellOrder(house, club)
const memberId = await addMember(house, club)
const { eventId } = await addSeatedOffer(house, club, await addSeatMap(house, club), {
  starts_at: new Date(Date.now() + 90 * DAY_MS),
})
const ground = await openGround(house, club)
const seats = `/v1/events/${eventId}/seats`
const page = await house.key(club.orgId, { kind: 'pk' })
await house.call('GET', seats, { key: page })
await clockOf(house, club, deps).advance(40 * DAY_MS)

const ahead = () => new Date(house.clock().getTime() + 40 * DAY_MS).toUTCString()
const dateOf = async (path: string, key?: string, headers: Record<string, string> = {}) =>
  (await house.call('GET', path, { ...(key ? { key } : {}), headers })).headers.date

test('pages of a sandbox that is ahead are told its time', async () => {
  assert.equal(await dateOf('/v1/storefront', page), ahead())
  const ticketPage = { 'x-order-secret': exposed(orderSecretOf(seal, club.orgId, orderId)) }
  assert.equal(await dateOf('/v1/ticket_page', undefined, ticketPage), ahead())
  const cardPage = { 'x-card-secret': exposed(cardSecretOf(seal, club.orgId, { memberId, version: 0 })) }
  assert.equal(await dateOf('/v1/card_page', undefined, cardPage), ahead())
})

test('they are told that it is ahead, and so is a scanner, whose clock is right', async () => {
  const answer = await house.call('GET', '/v1/storefront', { key: page })
  const seconds = (40 * DAY_MS) / 1000
  assert.deepEqual([answer.headers['clock-ahead-seconds'], answer.body.clock_ahead_seconds], [String(seconds), seconds])
  const body = { device_time: house.clock().getTime() / 1000, program_version: '1' }
  const [key = ''] = ground.keys
  const hello = await house.call('POST', '/v1/gate/device/clock', { key, body })
  assert.deepEqual([hello.body.clock_skew_ms, hello.body.clock_ahead_seconds], [0, seconds], hello.text)
  assert.equal(Math.round(hello.body.server_time - body.device_time), seconds)
  const uploaded = await uploader(ground)([{ barcode: 'of-no-one', nonce: 'one', ago: 5, result: 'unknown' }])
  assert.equal(uploaded.body.clock_skew_ms, 0, uploaded.text)
})

test('an answer that is in memory tells it, too', async () => {
  for (let n = 0; n < 3; n += 1) assert.equal(await dateOf(seats, page), ahead())
})

test('others are told the real time', async () => {
  const pageOfOther = await house.key(other.orgId, { kind: 'pk' })
  for (const date of [await dateOf('/v1/storefront', pageOfOther), await dateOf('/healthz')])
    assert.ok(date === undefined || Math.abs(Date.parse(date) - Date.now()) < DAY_MS, date)
})
