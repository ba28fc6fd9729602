import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clubOf, openClub, START } from '../../../tests/builders/clubs.ts'
import type { Answer } from '../../../tests/harness/house.ts'

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
  assert.deepEqual(envelope, {
    object: 'events',
    url: '/v1/events',
    has_more: false,
    org_id: String(orgId),
    next_cursor: null,
  })
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

test('a secret key retrieves any event of its organisation, and of no other', async () => {
  for (const id of [draft, live, archived, cancelled, hidden]) {
    const { status, body } = await house.call('GET', `/v1/events/${id}`, { key: secret })
    assert.deepEqual([status, body.event_id], [200, id])
  }
  for (const id of [theirs, '999999999', 'abc', '0']) {
    assert.equal((await house.call('GET', `/v1/events/${id}`, { key: secret })).status, 404)
  }
})

test('events run in either direction, and upcoming shows what is not over, soonest first', async () => {
  const season = clubOf(house, await house.organisation({ name: 'Season Club' }))
  const now = Math.floor(house.clock().getTime() / 1000)
  const at = async (title: string, start: number, end: number | null = null) =>
    (await season.event({ title, event_start_unix: start, event_end_unix: end })).event_id as string
  const last = await at('Last week', now - 7 * 86_400)
  const running = await at('Exhibition', now - 30 * 86_400, now + 30 * 86_400)
  const tonight = await at('Started, without an end', now - 3600)
  const soon = await at('Tomorrow', now + 86_400)
  const twin = await at('Tomorrow too', now + 86_400)
  const later = await at('Next year', now + 400 * 86_400)
  const ask = (query: string) => ids(query, season.tenant.key)
  assert.deepEqual(await ask(''), [later, twin, soon, tonight, last, running])
  assert.deepEqual(await ask('?sort_direction=asc'), [running, last, tonight, soon, twin, later])
  assert.deepEqual(await ask('?upcoming=true'), [running, tonight, soon, twin, later])
  assert.deepEqual(await ask('?upcoming=true&sort_direction=desc'), [later, twin, soon, tonight, running])
  assert.deepEqual(await ask('?upcoming=false'), [last])
})

test('by cursor, pages of either direction meet without a gap, also where an event comes in between', async () => {
  const season = clubOf(house, await house.organisation({ name: 'Cursor Club' }))
  const read = (query: string) => list(query, season.tenant.key)
  for (const day of [1, 2, 2, 3, 4]) await season.event({ event_start_unix: START + day * 86_400 })
  for (const direction of ['asc', 'desc']) {
    const all = (await read(`?sort_direction=${direction}`)).body.data.map(
      ({ event_id }: { event_id: string }) => event_id,
    )
    const seen: string[] = []
    let query: string | undefined = `?sort_direction=${direction}&limit=2`
    while (query !== undefined) {
      const page: Answer = await read(query)
      seen.push(...page.body.data.map(({ event_id }: { event_id: string }) => event_id))
      const next: string | null = page.body.next_cursor
      query = next === null ? undefined : `?sort_direction=${direction}&limit=2&cursor=${next}`
    }
    assert.deepEqual(seen, all)
  }
  const { next_cursor } = (await read('?limit=2')).body
  assert.equal((await read(`?limit=2&sort_direction=asc&cursor=${next_cursor}`)).body.error.code, 'cursor_invalid')
  assert.equal((await read(`?limit=2&page_number=2&cursor=${next_cursor}`)).status, 400)
})
