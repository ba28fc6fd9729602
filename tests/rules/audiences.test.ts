import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Operation } from '../../server/platform/operation.ts'
import { openHouse } from '../harness/house.ts'
import { audienceFindings } from './audiences.ts'
import { readSources } from './source-files.ts'

const file = (text: string) => ({ path: 'server/programme/events/a.ts', text })

test('no operation asks which kind of key is calling', async () => {
  assert.deepEqual(audienceFindings(await readSources(['server'], ['.ts'])), [])
})

for (const planted of [
  "if (request.principal.kind === 'pk') return publicEvents()",
  'where org_id = $' + '{principal.orgId}',
  "const visibleTo = (sql: Db, { kind }: Pick<Principal, 'kind'>) => sql``",
  'const find = ({ orgId, kind }: Principal, sql: Db) => sql``',
  'const { orgId } = request.principal',
]) {
  test(`is caught: ${planted}`, () => assert.equal(audienceFindings([file(planted)]).length, 1))
}

test('is fine: a query that takes a view, and the key’s number or scopes', () => {
  const text = 'const find = ({ orgId, audience }: View, sql: Db) => sql``\nprincipal.keyId\nprincipal.scopes'
  assert.deepEqual(audienceFindings([file(text)]), [])
})

/** A list of everything that forgets to ask who looks on. */
const forgetful: Operation = (app, { sql }) =>
  app.get(
    '/v1/planted/events',
    { config: { scope: 'events:read', publishable: 'public', shows: 'nothing' } },
    async ({ orgId }) => {
      const rows = await sql<{ event_id: number }[]>`
      select event_id
      from events
      where org_id = ${orgId}`
      return { event_ids: rows.map(({ event_id }) => event_id) }
    },
  )

test('a route that shows what is public cannot get at the organisation without saying who looks on', async () => {
  const house = await openHouse({ extraOperations: [forgetful] })
  const club = await house.organisation()
  const ask = async (key: string) => (await house.call('GET', '/v1/planted/events', { key })).status
  assert.equal(await ask(club.key), 200)
  assert.equal(await ask(await house.key(club.orgId, { kind: 'pk' })), 500)
})
