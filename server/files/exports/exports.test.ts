import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { test } from 'node:test'
import { openHouse } from '../../../tests/harness/house.ts'
import { statementsOf } from '../../../tests/rules/statements.ts'

const house = await openHouse()
const club = await house.organisation()
const large = await house.organisation({ name: 'Large Club' })

/** Far beyond what sockets keep: 20 MB. */
await house.sql`
  insert into customers (org_id, org_customer_id, first_name, last_name, mobile_number)
  select ${large.orgId}, 'C' || n, repeat('é', 100), repeat('é', 100), repeat('1', 20)
  from generate_series(1, 40000) n`
const address = await house.app.listen({ port: 0, host: '127.0.0.1' })

const path = '/v1/manage/exports/customers.csv'
const exported = (key: string, method = 'GET') => house.call(method, path, { key })

/** The file as it begins to arrive and is not read on, with the server's side of it. */
async function ask(): Promise<{ response: IncomingMessage; served: ServerResponse }> {
  const handled = once(house.app.server, 'request')
  const sent = request(`${address}${path}`, { headers: { authorization: `Bearer ${large.key}` } }).end()
  const [[response], [, served]] = await Promise.all([once(sent, 'response'), handled])
  response.pause()
  return { response, served }
}

test('an export of many pages arrives whole', async () => {
  const { text } = await exported(large.key)
  const lines = text.trimEnd().split('\r\n')
  assert.equal(lines.length, 40_001)
  assert.equal(new Set(lines).size, 40_001)
})

test('two exports are sent at once to one organisation; a third is told to come again', async () => {
  const asked = [await ask(), await ask()]
  const refused = await exported(large.key)
  assert.deepEqual([refused.status, refused.body.error?.code], [503, 'service_unavailable'])
  assert.ok(Number(refused.headers['retry-after']) > 0)
  assert.equal((await exported(large.key, 'HEAD')).status, 200, 'nothing is sent')
  assert.equal((await exported(club.key)).status, 200, 'another organisation')
  for (const { response, served } of asked) {
    response.destroy()
    if (!served.closed) await once(served, 'close')
  }
  // A place is free once the page that was being read has been.
  let again = await exported(large.key)
  while (again.status === 503) again = await exported(large.key)
  assert.equal(again.status, 200, 'given back')
})

test('a HEAD reads no people', async () => {
  const statements = await statementsOf(house, async () => {
    const { status, headers } = await exported(club.key, 'HEAD')
    assert.deepEqual([status, headers['content-type']], [200, 'text/csv; charset=utf-8'])
  })
  assert.deepEqual(
    statements.filter(({ text }) => /\bcustomers\b/.test(text)),
    [],
  )
})

test('a failure before the first row is an error like any other, and leaves nothing taken', async () => {
  await house.sql`alter table customers rename to gone`
  const answers = [await exported(club.key), await exported(club.key), await exported(club.key)]
  await house.sql`alter table gone rename to customers`
  assert.deepEqual(
    answers.map(({ status, body }) => [status, body.error?.code]),
    answers.map(() => [500, 'internal_error']),
  )
  assert.equal((await exported(club.key)).status, 200)
})
