import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { addInstalments } from '../../../tests/builders/instalments.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { addStaff } from '../../../tests/builders/staff.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { DAY_MS } from '../../platform/values/durations.ts'

const house = await openHouse()
// In the evening of the 14th there, and still in the morning of the 14th in London.
house.clock.set(new Date('2027-03-14T11:30:00Z'))
const club = await house.organisation({ timezone: 'Australia/Sydney' })
const { priceId, eventId } = await addOffer(house, club, { capacity: 50 })
const other = await addOffer(house, club)
const shop = shopOf(house, club)
const read = (query = '', key = club.key) => house.call('GET', `/v1/manage/takings${query}`, { key })

type Row = { day: string; event_id: string; payment_method: string; payments: number; paid: number; refunded: number }
const brief = ({ day, event_id, payment_method, payments, paid, refunded }: Row) =>
  [day, event_id, payment_method, payments, paid, refunded].join(' ')

test('takings are of the day on which money came or went, by event, channel and method, with fees', async () => {
  const sold = await shop.checkOut(await shop.fill(priceId, 2))
  await shop.checkOut(await shop.fill(priceId, 1))
  await shop.checkOut(await shop.fill(other.priceId, 1))
  const sale = { items: [{ price_id: priceId }], payment_method: 'cash' }
  await house.call('POST', '/v1/manage/orders', { key: club.key, body: sale })
  // Past midnight in Sydney.
  house.clock.advance(2 * 60 * 60_000)
  await house.call('POST', `/v1/manage/orders/${sold.body.order_id}/refunds`, { key: club.key, body: {} })
  house.clock.advance(1000)
  const { body } = await read()
  assert.equal(body.timezone, 'Australia/Sydney')
  assert.deepEqual(body.data.map(brief), [
    `2027-03-14 ${eventId} cash 1 27.2 0`,
    `2027-03-14 ${eventId} card 2 81.6 0`,
    `2027-03-14 ${other.eventId} card 1 27.2 0`,
    `2027-03-15 ${eventId} card 0 0 54.4`,
  ])
  const [, online] = body.data
  assert.deepEqual([online.sales_channel, online.net, online.service_fee, online.service_tax], ['online', 81.6, 6, 0.6])
  assert.deepEqual((await read(`?event_id=${other.eventId}`)).body.data.length, 1)
})

test('an instalment that was paid elsewhere counts on the day on which it was recorded, for memberships', async () => {
  const members = await house.organisation({ name: 'Members Club' })
  const { ids } = await addInstalments(house, members, 3)
  for (const id of ids.slice(0, 2))
    await house.call('POST', `/v1/manage/instalments/${id}/record_payment`, { key: members.key })
  await house.call('POST', `/v1/manage/instalments/${ids[1]}/record_payment`, { key: members.key })
  house.clock.advance(1000)
  const { body } = await read('', members.key)
  assert.deepEqual(body.data.map(brief), ['2027-03-15  instalments 2 20 0'])
  assert.deepEqual([body.data[0].event_id, body.data[0].event_title], [null, null])
})

test('a time without money has no rows, and a quarter is the most', async () => {
  const now = house.clock().getTime() / 1000
  assert.deepEqual((await read(`?unix_start=${now + 1}&unix_end=${now + 100}`)).body.data, [])
  const wide = await read(`?unix_start=${now - (93 * DAY_MS) / 1000}`)
  assert.deepEqual([wide.status, wide.body.error.param], [400, 'unix_end'])
  assert.equal((await read(`?unix_start=${now}&unix_end=${now}`)).status, 400)
})

test('finance reads them, the box office does not, and another organisation sees none of it', async () => {
  const as = async (role: 'finance' | 'box_office') =>
    house.call('GET', '/v1/manage/takings', { headers: (await addStaff(house, club, { role })).headers })
  assert.equal((await as('finance')).status, 200)
  assert.equal((await as('box_office')).status, 403)
  const stranger = await house.organisation({ name: 'Other Club' })
  assert.deepEqual((await read('', stranger.key)).body.data, [])
})
