import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { addOffer, addSeatedOffer, poolOf } from '../../../tests/builders/prices.ts'
import { addSeatMap } from '../../../tests/builders/seat-maps.ts'
import { addStaff } from '../../../tests/builders/staff.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { MINUTE_MS } from '../../platform/values/durations.ts'
import { eventStatus } from '../statuses.ts'

const house = await openHouse()
const club = await house.organisation()
const publishable = await house.key(club.orgId, { kind: 'pk' })
const draft = { event_status_id: eventStatus.draft }

const preview = (eventId: number, key = club.key) => house.call('POST', `/v1/manage/events/${eventId}/preview`, { key })
const tokenOf = async (eventId: number, key = club.key): Promise<string> =>
  (await preview(eventId, key)).body.preview_token
const read = (path: string, token?: string, { key = publishable, headers = {} } = {}) =>
  house.call('GET', path, {
    key,
    headers: { ...headers, ...(token === undefined ? {} : { 'x-event-preview': token }) },
  })

/** A draft that sells numbered seats, and every address that a shop reads of it. */
async function seatedDraft() {
  const offer = await addSeatedOffer(house, club, await addSeatMap(house, club), draft)
  const path = `/v1/events/${offer.eventId}`
  const { version } = (await read(`${path}/seats`, undefined, { key: club.key })).body
  const parts = ['', '/prices', '/availability', '/seats', `/seats/${version}`]
  return { ...offer, paths: parts.map((part) => path + part) }
}

test('with its token a page reads a draft, its prices and its seats; without it there is no such event', async () => {
  const { eventId, paths } = await seatedDraft()
  const newPreview = await preview(eventId)
  assert.equal(newPreview.status, 201, newPreview.text)
  assert.deepEqual(
    [newPreview.body.event_id, newPreview.body.expires_at],
    [String(eventId), Math.floor(house.clock().getTime() / 1000) + 3600],
  )
  for (const path of paths) {
    assert.equal((await read(path)).status, 404, path)
    assert.equal((await read(path, newPreview.body.preview_token)).status, 200, path)
    assert.equal((await read(path)).status, 404, `${path}, after another visitor was shown it`)
  }
  const listed = await read('/v1/events', newPreview.body.preview_token)
  assert.doesNotMatch(listed.text, new RegExp(`"event_id":"${eventId}"`))
})

test('what it shows is what a publishable key will see: nothing that is switched off, or for the box office', async () => {
  const offer = await addOffer(house, club, { event: draft, price: { show_online: false } })
  const { body } = await read(`/v1/events/${offer.eventId}/prices`, await tokenOf(offer.eventId))
  assert.deepEqual(body.data, [])
})

test('no cache keeps such an answer: no ETag, and never a 304', async () => {
  const { eventId, paths } = await seatedDraft()
  const token = await tokenOf(eventId)
  const revisions = (await read(`/v1/events/${eventId}/seats`, token)).body
  for (const path of paths) {
    for (const tag of [revisions.revision, revisions.version]) {
      const { status, headers } = await read(path, token, { headers: { 'if-none-match': `W/"${tag}"` } })
      assert.equal(status, 200, path)
      assert.deepEqual([headers['cache-control'], headers.etag], ['no-store', undefined], path)
    }
  }
})

test('a token is of one event and one organisation, and a changed one of none', async () => {
  const { eventId, paths } = await seatedDraft()
  const token = await tokenOf(eventId)
  const other = await house.organisation({ name: 'Other Club' })
  // Ids are an organisation's own: another may have the same.
  const theirs = await addOffer(house, other, { event: { ...draft, event_id: eventId } })
  const otherDraft = await addOffer(house, club, { event: draft })
  const swapped = (at: number) => token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
  const bad = [
    await tokenOf(otherDraft.eventId),
    await tokenOf(theirs.eventId, other.key),
    ...['', 'evp_', token.slice(4), token.slice(0, -4), `${token}AAAA`, 'x'.repeat(300), `evp_${'A'.repeat(400)}`],
    ...[4, 8, 20, 40, token.length - 2].map(swapped),
  ]
  for (const path of paths) {
    for (const wrong of bad) assert.equal((await read(path, wrong)).status, 404, `${path} by ${wrong}`)
  }
  const foreign = await house.key(other.orgId, { kind: 'pk' })
  for (const path of paths) assert.equal((await read(path, token, { key: foreign })).status, 404, path)
  assert.equal((await read(`/v1/events/${theirs.eventId}`, token, { key: foreign })).status, 404)
})

test('it ends after an hour to the second', async () => {
  const { eventId, paths } = await seatedDraft()
  const token = await tokenOf(eventId)
  house.clock.advance(60 * MINUTE_MS - 1000)
  for (const path of paths) assert.equal((await read(path, token)).status, 200, path)
  house.clock.advance(1000)
  for (const path of paths) assert.equal((await read(path, token)).status, 404, path)
})

test('it shows a draft and nothing else: not an event that was cancelled, archived or is not for everybody', async () => {
  const states = [
    { event_status_id: eventStatus.cancelled },
    { event_status_id: eventStatus.archived },
    { event_status_id: eventStatus.live, public_event: false },
  ]
  for (const state of states) {
    const { eventId, paths } = await seatedDraft()
    const token = await tokenOf(eventId)
    await house.sql`
      update events
      set event_status_id = ${state.event_status_id}, public_event = ${state.public_event ?? true}
      where org_id = ${club.orgId}
        and event_id = ${eventId}`
    house.clock.advance(1000)
    for (const path of paths) assert.equal((await read(path, token)).status, 404, `${path} ${JSON.stringify(state)}`)
    const again = await preview(eventId)
    assert.deepEqual([again.status, again.body.error.code], [409, 'state_conflict'])
  }
})

test('nothing can be held or bought by it', async () => {
  const { eventId, priceId, priceCategoryId } = await seatedDraft()
  const token = await tokenOf(eventId)
  const headers = { 'x-event-preview': token }
  const post = (path: string, body: object) => house.call('POST', path, { key: publishable, headers, body })
  const { body: basket } = await post('/v1/baskets', {})
  const item = { price_id: priceId, quantity: 1 }
  const held = await post(`/v1/baskets/${basket.id}/items`, item)
  assert.deepEqual([held.status, held.body.error.code], [409, 'price_unavailable'])
  const filled = await post('/v1/baskets', { items: [item] })
  assert.deepEqual([filled.status, filled.body.error.code], [409, 'price_unavailable'])
  const paid = await post(`/v1/baskets/${basket.id}/checkout`, {
    payment_method: 'pm_test_ok',
    customer: { email: 'staff@club.example', first_name: 'Sam', last_name: 'Staff' },
  })
  assert.equal(paid.status, 409, paid.text)
  const pool = await poolOf(house, club, priceCategoryId)
  assert.deepEqual([pool.held, pool.sold, pool.holds, pool.tickets], [0, 0, 0, 0])
  // As a token it is worth nothing where another is asked for.
  const secret = await house.call('GET', '/v1/storefront/order', {
    key: publishable,
    headers: { 'x-order-secret': token },
  })
  assert.equal(secret.status, 404)
})

test('once it is published the page goes on as for every visitor, and sells', async () => {
  const { eventId, paths, priceId } = await seatedDraft()
  const token = await tokenOf(eventId)
  await house.call('POST', `/v1/manage/events/${eventId}/publish`, { key: club.key })
  house.clock.advance(1000)
  for (const path of paths) {
    assert.equal((await read(path, token)).status, 200, path)
    assert.equal((await read(path)).status, 200, path)
  }
  const shop = shopOf(house, { key: publishable })
  const { id } = (await shop.open()).body
  assert.equal((await shop.add(id, { price_id: priceId, quantity: 1, best_available: true })).status, 201)
})

test('a role that sets events up makes one, no other does, and the log says who did', async () => {
  const { eventId } = await addOffer(house, club, { event: draft })
  const as = async (role: 'manager' | 'box_office' | 'reader') => {
    const { headers } = await addStaff(house, club, { role })
    return (await house.call('POST', `/v1/manage/events/${eventId}/preview`, { headers })).status
  }
  assert.deepEqual([await as('manager'), await as('box_office'), await as('reader')], [201, 403, 403])
  assert.equal((await preview(eventId, publishable)).status, 403)
  const { body } = await house.call('GET', `/v1/manage/audit_log?object_type=event&object_id=${eventId}`, {
    key: club.key,
  })
  assert.deepEqual(
    body.data.map(({ action, actor_kind }: Record<string, string>) => [action, actor_kind]),
    [['event.preview_created', 'staff']],
  )
  assert.doesNotMatch(JSON.stringify(body), /evp_/)
})
