import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { addSeatedOffer } from '../../../tests/builders/prices.ts'
import { addSeatMap } from '../../../tests/builders/seat-maps.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const { eventId } = await addSeatedOffer(house, club, await addSeatMap(house, club))
const path = `/v1/events/${eventId}/seats`
/** The same question in a spelling that no page uses, which goes the usual way. */
const usual = `${path}?`

const ask = (url: string, key: string, headers: Record<string, string> = {}) => house.call('GET', url, { key, headers })

test('an answer from memory is what the usual way would say, header by header', async () => {
  const key = await house.key(club.orgId, { kind: 'pk' })
  const { revision } = (await ask(usual, key)).body
  for (const headers of [{}, { origin: 'https://club.example' }, { 'if-none-match': `W/"${revision}"` }]) {
    const [slow, early] = [await ask(usual, key, headers), await ask(path, key, headers)]
    const same = ({ status, text, headers }: typeof slow) => {
      const { 'request-id': id, 'x-ratelimit-remaining': left, date, ...others } = headers
      assert.match(String(id), /^req_/)
      return { status, text, others }
    }
    assert.deepEqual(same(early), same(slow))
    assert.notEqual(early.headers['request-id'], slow.headers['request-id'])
    assert.equal(Number(early.headers['x-ratelimit-remaining']), Number(slow.headers['x-ratelimit-remaining']) - 1)
  }
})

test('it counts like any other request, and ends with the limit', async () => {
  const key = await house.key(club.orgId, { kind: 'pk', requestsPerMinute: 5 })
  const answers = []
  for (let n = 0; n < 6; n += 1) answers.push(await ask(path, key))
  assert.deepEqual(
    answers.map(({ status, headers }) => [status, Number(headers['x-ratelimit-remaining'])]),
    [...[4, 3, 2, 1, 0].map((left) => [200, left]), [429, 0]],
  )
})

test('an expired key, another organisation’s and one of another kind are refused as everywhere', async () => {
  const key = await house.key(club.orgId, {
    kind: 'pk',
    expiresAt: new Date(house.clock().getTime() + 60_000),
  })
  for (let n = 0; n < 2; n += 1) assert.equal((await ask(path, key)).status, 200)
  house.clock.advance(60_000)
  assert.equal((await ask(path, key)).body.error.code, 'api_key_expired')
  const other = await house.organisation()
  const foreign = await house.key(other.orgId, { kind: 'pk' })
  for (let n = 0; n < 2; n += 1) assert.equal((await ask(path, foreign)).status, 404)
  const gate = await house.key(club.orgId, { kind: 'gk' })
  for (let n = 0; n < 2; n += 1) assert.equal((await ask(path, gate)).body.error.code, 'scope_missing')
})

test('what is not quite plain is refused on the usual way', async () => {
  const key = await house.key(club.orgId, { kind: 'pk' })
  await ask(path, key)
  for (const query of ['?since=x', '?since=AAAAAAAAAAAAAAAA&more=1']) {
    assert.equal((await ask(path + query, key)).status, 400, query)
  }
})

test('a revoked key is refused within five seconds, also where a crowd keeps the answer in memory', async () => {
  const [key, crowd] = [await house.key(club.orgId, { kind: 'pk' }), await house.key(club.orgId, { kind: 'pk' })]
  for (let n = 0; n < 2; n += 1) assert.equal((await ask(path, key)).status, 200)
  // As if by another process: this one is not told of it.
  await house.sql`
    update api_keys
    set revoked_at = ${house.clock()}
    where org_id = ${club.orgId}
      and key_hash = ${hash('sha256', key, 'buffer')}`
  house.clock.advance(5_000)
  for (let n = 0; n < 2; n += 1) assert.equal((await ask(path, crowd)).status, 200)
  const refused = await ask(path, key)
  assert.deepEqual([refused.status, refused.body.error.code], [401, 'api_key_revoked'])
})
