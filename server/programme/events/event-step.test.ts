import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holdPlaces } from '../../../tests/builders/baskets.ts'
import { openClub } from '../../../tests/builders/clubs.ts'
import { sellPlaces } from '../../../tests/builders/orders.ts'
import { auditOf, messagesAbout } from '../../../tests/builders/records.ts'
import { whileUncommitted } from '../../../tests/harness/awaited-lock.ts'
import { unixSeconds } from '../../platform/values/clock.ts'

const club = await openClub()
const { house, orgId, manage } = club
const step = (eventId: string, verb: string) => manage('POST', `/events/${eventId}/${verb}`)
const later = new Date(house.clock().getTime() + 60_000)

test('a draft goes live, is cancelled and is archived, each step in the audit log and as a message', async () => {
  const { event_id } = await club.event()
  assert.equal((await step(event_id, 'publish')).body.event_status_id, '1')
  assert.equal((await step(event_id, 'cancel')).body.event.event_status_id, '3')
  assert.equal((await step(event_id, 'archive')).body.event_status_id, '2')
  const log = await auditOf(house, club.tenant, 'event', event_id)
  assert.deepEqual(
    log.slice(1).map(({ action, before, after }) => [action, before.event_status_id, after.event_status_id]),
    [
      ['event.published', '0', '1'],
      ['event.cancelled', '1', '3'],
      ['event.archived', '3', '2'],
    ],
  )
  const messages = await messagesAbout(house, club.tenant, 'event', event_id)
  assert.deepEqual(
    messages.map(({ type }) => type),
    ['event.created', 'event.updated', 'event.cancelled', 'event.updated'],
  )
  const [times] = await house.sql`
    select published_at, cancelled_at, archived_at
    from events
    where org_id = ${orgId}
      and event_id = ${event_id}`
  assert.deepEqual(
    { ...times },
    { published_at: house.clock(), cancelled_at: house.clock(), archived_at: house.clock() },
  )
})

test('publishing says what would keep an event from being sold, and publishes it all the same', async () => {
  const codesOf = ({ status, body }: Awaited<ReturnType<typeof step>>) => {
    assert.deepEqual([status, body.event_status_id], [200, '1'])
    return body.warnings.map(({ code }: { code: string }) => code)
  }
  const bare = await club.event()
  assert.deepEqual(codesOf(await step(bare.event_id, 'publish')), ['event_without_prices'])
  const past = await club.event({ event_start_unix: unixSeconds(house.clock()) - 3600 })
  assert.deepEqual(codesOf(await step(past.event_id, 'publish')), ['event_without_prices', 'event_over'])
  const ready = await club.event()
  const { body: stand } = await manage('POST', `/events/${ready.event_id}/price_categories`, {
    title: 'N',
    capacity: 9,
  })
  const price = { price_category_id: stand.price_category_id, title: 'Adult', price: 5 }
  assert.equal((await manage('POST', `/events/${ready.event_id}/prices`, price)).status, 201)
  assert.deepEqual(codesOf(await step(ready.event_id, 'publish')), [])
  assert.equal('warnings' in (await manage('GET', `/events/${ready.event_id}`)).body, false)
})

test('a step that the status does not allow is a conflict that says so, and changes nothing', async () => {
  const { event_id } = await club.event()
  await step(event_id, 'archive')
  for (const verb of ['publish', 'unpublish', 'cancel', 'archive']) {
    const { status, body } = await step(event_id, verb)
    assert.deepEqual(
      [status, body.error.code, body.error.message, body.error.event_status_id],
      [409, 'state_conflict', `The event is archived; ${verb} is not possible.`, '2'],
    )
  }
})

test('an archived event changes no more', async () => {
  const { event_id } = await club.event()
  await step(event_id, 'archive')
  assert.equal((await manage('PATCH', `/events/${event_id}`, { title: 'x' })).status, 409)
})

test('a fan still reads of an event that was on sale until it was cancelled, and of no draft', async () => {
  const key = await house.key(orgId, { kind: 'pk' })
  const read = async (id: string, part = '') => (await house.call('GET', `/v1/events/${id}${part}`, { key })).status
  const [sold, draft] = [await club.offer(), await club.event()]
  await manage('POST', `/events/${sold.event.event_id}/publish`)
  for (const id of [sold.event.event_id, draft.event_id]) await manage('POST', `/events/${id}/cancel`)
  assert.deepEqual([await read(sold.event.event_id), await read(draft.event_id)], [200, 404])
  for (const part of ['/prices', '/availability']) {
    const { body } = await house.call('GET', `/v1/events/${sold.event.event_id}${part}`, { key })
    assert.deepEqual(body.data, [])
    assert.equal(await read(draft.event_id, part), 404)
  }
  const { body } = await house.call('GET', '/v1/storefront/programme', { key })
  assert.equal(
    body.data.some(({ event_id }: { event_id: string }) => event_id === sold.event.event_id),
    false,
  )
})

test('a cancelled event can still be reworded', async () => {
  const { event_id } = await club.event()
  await step(event_id, 'cancel')
  assert.equal((await manage('PATCH', `/events/${event_id}`, { title: 'Cancelled: Round' })).status, 200)
})

test('of two people who publish at the same moment, the second is told that it is live', async () => {
  const { event_id } = await club.event()
  const second = await whileUncommitted(
    house.sql,
    (tx) => tx`
      update events
      set event_status_id = 1
      where org_id = ${orgId}
        and event_id = ${event_id}`,
    () => step(event_id, 'publish'),
  )
  assert.equal(second.status, 409)
})

test('an order that is made while an event goes back to draft keeps it live', async () => {
  const { event, price } = await club.offer()
  await step(event.event_id, 'publish')
  const back = await whileUncommitted(
    house.sql,
    (tx) => sellPlaces({ sql: tx }, club.tenant, price.price_id, 1),
    () => step(event.event_id, 'unpublish'),
  )
  assert.equal(back.status, 409)
})

test('a live event goes back to draft while no buyer has ordered or holds a place', async () => {
  const { event, price } = await club.offer()
  await step(event.event_id, 'publish')
  await sellPlaces(house, club.tenant, price.price_id, 1, { status: 'expired' })
  await holdPlaces(house, club.tenant, price.price_id, 2, house.clock())
  assert.equal((await step(event.event_id, 'unpublish')).body.event_status_id, '0')
})

for (const [what, take] of [
  ['an order', (priceId: number) => sellPlaces(house, club.tenant, priceId, 1)],
  [
    'an order that is being paid',
    (priceId: number) => sellPlaces(house, club.tenant, priceId, 1, { status: 'pending' }),
  ],
  ['a basket that holds a place', (priceId: number) => holdPlaces(house, club.tenant, priceId, 1, later)],
] as const) {
  test(`a live event with ${what} stays live`, async () => {
    const { event, price } = await club.offer()
    await step(event.event_id, 'publish')
    await take(price.price_id)
    assert.equal((await step(event.event_id, 'unpublish')).status, 409)
    assert.equal((await manage('GET', `/events/${event.event_id}`)).body.event_status_id, '1')
  })
}

test('cancelling leaves orders and tickets as they are and says what there is to refund', async () => {
  const { event, price } = await club.offer({}, { price: 25.5 })
  await step(event.event_id, 'publish')
  await sellPlaces(house, club.tenant, price.price_id, 2)
  await sellPlaces(house, club.tenant, price.price_id, 1, { refundedMinor: 1000 })
  await sellPlaces(house, club.tenant, price.price_id, 1, { status: 'pending' })
  await sellPlaces(house, club.tenant, price.price_id, 1, { status: 'expired' })
  const { status, body } = await step(event.event_id, 'cancel')
  assert.equal(status, 200)
  assert.deepEqual(body.orders, { confirmed: 2, pending: 1, tickets: 3, refundable_amount: 66.5, currency: 'AUD' })
  const [left] = await house.sql`
    select count(*) filter (where order_status = 'confirmed') as confirmed
    from orders
    where org_id = ${orgId}
      and event_id = ${event.event_id}`
  assert.equal(left?.confirmed, 2)
})

test('an event without orders is cancelled with nothing to refund', async () => {
  const { event_id } = await club.event({ currency: 'JPY' })
  const { body } = await step(event_id, 'cancel')
  assert.deepEqual(body.orders, { confirmed: 0, pending: 0, tickets: 0, refundable_amount: 0, currency: 'JPY' })
})

test('an event with reserved seating goes live only with a seat map', async () => {
  const { event_id } = await club.event({ reserved_seating: true })
  const early = await step(event_id, 'publish')
  assert.deepEqual([early.status, early.body.error.param], [409, 'seat_map_id'])
  const { seatMapId } = await club.seatMap()
  await manage('PATCH', `/events/${event_id}`, { seat_map_id: seatMapId })
  assert.equal((await step(event_id, 'publish')).status, 200)
})

test('a live event is archived only once it is over', async () => {
  const { event_id } = await club.event({ event_start_unix: unixSeconds(later) })
  await step(event_id, 'publish')
  const early = await step(event_id, 'archive')
  assert.deepEqual([early.status, early.body.error.code], [409, 'state_conflict'])
  const past = await club.event({ event_start_unix: 1_600_000_000 })
  await step(past.event_id, 'publish')
  assert.equal((await step(past.event_id, 'archive')).body.event_status_id, '2')
})
