import assert from 'node:assert/strict'
import { test } from 'node:test'
import { organisationIdFindings } from './organisation-ids.ts'
import { readSources } from './source-files.ts'

const file = (path: string, text: string) => ({ path, text })

test('nothing outside access makes an organisation out of a number', async () => {
  assert.deepEqual(organisationIdFindings(await readSources(['server'], ['.ts'])), [])
})

test('is caught: an operation that takes the organisation from the request', () => {
  const planted = "import { orgIdOf } from '../../access/principal.ts'\nconst orgId = orgIdOf(request.body.org)"
  assert.match(organisationIdFindings([file('server/tickets/orders/a.ts', planted)]).join(), /out of a number/)
})

test('is caught: a cast, and a row that claims to be proved', () => {
  const cast = file('server/gates/a.ts', 'const orgId = Number(code) as OrgId')
  const row = file('server/worker.ts', 'sql<{ org_id: OrgId; order_id: number }[]>`select …`')
  assert.match(organisationIdFindings([cast]).join(), /says that something is an OrgId/)
  assert.match(organisationIdFindings([row]).join(), /use ownedRows/)
})

test('is fine: access itself, tests, and an OrgId that was given', () => {
  const files = [
    file('server/access/organisations.ts', 'orgIdOf(row.org_id)'),
    file('server/people/a.test.ts', 'orgIdOf(1)'),
    file('server/people/a.ts', 'const find = (orgId: OrgId, sql: Db) => ownedRows(sql`…`)'),
  ]
  assert.deepEqual(organisationIdFindings(files), [])
})
