import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addEvent } from '../../../tests/builders/events.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const other = await house.organisation()

const get = (path: string, key = club.key) => house.call('GET', path, { key })
const linesOf = (text: string) => text.trim().split('\r\n').slice(1)

/** Entries of one second, more than any page of the file holds. */
const ENTRIES = 4500

test('a file has every row of its list once, however many pages it takes, in the order of the list', async () => {
  await house.sql`
    insert into audit_log (org_id, actor_kind, action, object_type, object_id, created_at)
    select ${club.orgId}, 'system', 'venue.changed', 'venue', n::text, ${house.clock()}
    from generate_series(1, ${ENTRIES}) n`
  const { text } = await get('/v1/manage/exports/audit_log.csv?object_type=venue')
  const ids = linesOf(text).map((line) => Number(line.split(',')[0]))
  assert.equal(ids.length, ENTRIES)
  assert.deepEqual(
    ids,
    ids.toSorted((one, two) => two - one),
    'newest first, none twice',
  )
  assert.equal(new Set(ids).size, ENTRIES)
})

test('a file takes the filters of its list, and what is no single value stands there as JSON', async () => {
  await house.call('POST', '/v1/manage/venues', { key: club.key, body: { name: 'Harbour, Park' } })
  const all = await get(`/v1/manage/exports/audit_log.csv?actor_kind=api_key`)
  const [line = '', ...rest] = linesOf(all.text)
  assert.equal(rest.length, 0)
  assert.ok(line.includes('venue.created') && line.includes('""name"":""Harbour, Park""'))
  assert.deepEqual(linesOf((await get('/v1/manage/exports/venues.csv')).text).length, 1)
  const live = await addEvent(house, club, { title: 'Live one', event_status_id: 1 })
  await addEvent(house, club, { title: 'Draft one', event_status_id: 0 })
  const events = linesOf((await get('/v1/manage/exports/events.csv?event_status_id=1')).text)
  assert.equal(events.length, 1)
  assert.ok(events[0]?.includes('Live one') && events[0].includes(String(live)))
})

test('another organisation’s file has none of it', async () => {
  for (const name of ['audit_log', 'venues', 'events', 'tills', 'refund_requests', 'mail_suppressions'])
    assert.deepEqual(linesOf((await get(`/v1/manage/exports/${name}.csv`, other.key)).text), [], name)
})
