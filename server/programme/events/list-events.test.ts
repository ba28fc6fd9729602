import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clubOf, openClub, START } from '../../../tests/builders/clubs.ts'

const club = await openClub()
const { house, orgId, manage } = club
const secret = await house.key(orgId)
const publishable = await house.key(orgId, { kind: 'pk' })
const other = clubOf(house, await house.organisation({ name: 'Other Club' }))

const inStatus = async (title: string, day: number, ...steps: string[]) => {
  const event = await club.event({ title, event_start_unix: START + day * 86_400 })
  for (const step of steps) await manage('POST', `/events/${event.event_id}/${step}`)
  return event.event_id as string
}
const draft = await inStatus('Draft Day', 1)
const live = await inStatus('Live 100%', 3, 'publish')
const archived = await inStatus('Past', 0, 'archive')
const cancelled = await inStatus('Called off', 2, 'cancel')
const hidden = (await club.event({ title: 'Sponsors only', public_event: false })).event_id
await manage('POST', `/events/${hidden}/publish`)
const theirs = (await other.event({ title: 'Live elsewhere' })).event_id

const list = (query = '', key = secret) => house.call('GET', `/v1/events${query}`, { key })
const ids = async (query = '', key = secret) =>
  (await list(query, key)).body.data.map(({ event_id }: { event_id: string }) => event_id)

test('events come latest start first, in the envelope of the contract, all but the archived ones', async () => {
  const { status, body } = await list()
  assert.equal(status, 200)
  const { data, ...envelope } = body
  assert.deepEqual(envelope, { object: 'events', url: '/v1/events', has_more: false, org_id: String(orgId) })
  assert.deepEqual(
    data.map(({ event_id }: { event_id: string }) => event_id),
    [live, cancelled, draft, hidden],
  )
  assert.deepEqual(data[0], (await manage('GET', `/events/${live}`)).body)
})

test('the filter shows one status, archived events too', async () => {
  assert.deepEqual(await ids('?event_status_id=all'), await ids())
  assert.deepEqual(await ids('?event_status_id=0'), [draft])
  assert.deepEqual(await ids('?event_status_id=1'), [live, hidden])
  assert.deepEqual(await ids('?event_status_id=2'), [archived])
  assert.deepEqual(await ids('?event_status_id=3'), [cancelled])
  assert.equal((await list('?event_status_id=4')).status, 400)
})

test('search matches part of the title in any case, or the whole id, and nothing as a pattern', async () => {
  assert.deepEqual(await ids('?search=DAY'), [draft])
  assert.deepEqual(await ids(`?search=${cancelled}`), [cancelled])
  assert.deepEqual(await ids('?search=100%25'), [live])
  assert.deepEqual(await ids('?search=%25'), [live])
  assert.deepEqual(await ids('?search=_'), [])
  assert.deepEqual(await ids(`?search=${theirs}`), [])
  assert.equal((await list(`?search=${'9'.repeat(200)}`)).status, 200)
})

test('pages follow each other without a gap, and the one beyond the last is empty', async () => {
  const all = await ids()
  const pages = await Promise.all([1, 2, 3, 4, 5].map((page) => list(`?limit=1&page_number=${page}`)))
  assert.deepEqual(
    pages.flatMap(({ body }) => body.data.map(({ event_id }: { event_id: string }) => event_id)),
    all,
  )
  assert.deepEqual(
    pages.map(({ body }) => body.has_more),
    [true, true, true, false, false],
  )
  assert.equal((await list('?limit=101')).status, 400)
})

test('a publishable key sees live, public events and no others, whatever it asks for', async () => {
  assert.deepEqual(await ids('', publishable), [live])
  assert.deepEqual(await ids('?event_status_id=0', publishable), [])
  assert.deepEqual(await ids(`?search=${hidden}`, publishable), [])
  assert.equal((await house.call('GET', `/v1/events/${live}`, { key: publishable })).status, 200)
  for (const id of [draft, archived, cancelled, hidden, theirs]) {
    assert.equal((await house.call('GET', `/v1/events/${id}`, { key: publishable })).status, 404)
  }
})

test('a secret key retrieves any event of its organisation, and nobody else’s', async () => {
  for (const id of [draft, live, archived, cancelled, hidden]) {
    const { status, body } = await house.call('GET', `/v1/events/${id}`, { key: secret })
    assert.deepEqual([status, body.event_id], [200, id])
  }
  for (const id of [theirs, '999999999', 'abc', '0']) {
    assert.equal((await house.call('GET', `/v1/events/${id}`, { key: secret })).status, 404)
  }
})
