import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditOf } from '../../../tests/builders/records.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()

test('a venue is created, read, changed and archived, each change with its audit row', async () => {
  const creation = await house.call('POST', '/v1/manage/venues', {
    key: club.key,
    form: { name: 'Harbour Park', timezone: 'Australia/Sydney', country: 'AU' },
  })
  assert.equal(creation.status, 201, creation.text)
  const path = `/v1/manage/venues/${creation.body.venue_id}`
  const changed = await house.call('PATCH', path, { key: club.key, body: { timezone: null, suburb: 'Pyrmont' } })
  assert.deepEqual(changed.body, { ...creation.body, timezone: null, suburb: 'Pyrmont' })
  const archived = await house.call('POST', `${path}/archive`, { key: club.key })
  assert.equal(archived.body.status, 'archived')
  assert.deepEqual((await house.call('GET', path, { key: club.key })).body, archived.body)
  const log = await auditOf(house, club)
  assert.deepEqual(
    log.map(({ action, before, after }) => ({ action, before, after })),
    [
      { action: 'venue.created', before: null, after: { ...creation.body, country: 'AU' } },
      {
        action: 'venue.changed',
        before: { timezone: 'Australia/Sydney', suburb: null },
        after: { timezone: null, suburb: 'Pyrmont' },
      },
      { action: 'venue.archived', before: { status: 'active' }, after: { status: 'archived' } },
    ],
  )
})

test('an unknown time zone or country is refused by name, both in one answer', async () => {
  const { status, body } = await house.call('POST', '/v1/manage/venues', {
    key: club.key,
    body: { name: 'Nowhere', timezone: 'Mars/Olympus', country: 'ZZ' },
  })
  assert.equal(status, 400)
  assert.deepEqual(body.error.errors.map(({ param }: { param: string }) => param).sort(), ['country', 'timezone'])
})

test('a list inside a venue that does not exist is not empty but missing; a cursor belongs to its list', async () => {
  const get = (path: string) => house.call('GET', `/v1/manage${path}`, { key: club.key })
  assert.equal((await get('/venues/999999/gates')).status, 404)
  for (const name of ['One', 'Two']) await house.call('POST', '/v1/manage/venues', { key: club.key, body: { name } })
  const { body } = await get('/venues?limit=1')
  assert.equal((await get(`/venues?limit=1&cursor=${body.next_cursor}`)).status, 200)
  assert.equal((await get(`/events?limit=1&cursor=${body.next_cursor}`)).body.error.code, 'cursor_invalid')
})
