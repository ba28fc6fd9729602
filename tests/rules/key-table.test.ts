import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PUBLIC_BODY_BYTES_MAX } from '../../server/access/authenticate/plugin.ts'
import { BODY_BYTES_MAX } from '../../server/app.ts'
import { createOrganisation } from '../../server/people/organisation/create-organisation.ts'
import { openHouse } from '../harness/house.ts'
import { type OperationSpec, openapiOf, readOperations } from '../harness/operations.ts'
import { keyTableFindings, rowsOfKeyTable } from './key-table.ts'
import { readSource } from './source-files.ts'

const house = await openHouse()
const operations = readOperations(openapiOf(house))
const rows = rowsOfKeyTable(await readSource('SECURITY.md'))
const rowOf = (name: string) => rows.find(({ scope }) => scope === name) ?? assert.fail(`no row ${name}`)

test('SECURITY.md says which key opens which operation', () => {
  assert.deepEqual(keyTableFindings(rows, operations), [])
})

test('it says how often each kind of key may ask, as an organisation starts', async () => {
  const { orgId } = await newOrganisation()
  const [limits] = await house.sql<Record<string, number>[]>`
    select key_requests_per_minute, key_requests_per_day, requests_per_day, publishable_requests_per_day,
      address_requests_per_minute, address_requests_per_day, gate_key_requests_per_minute, gate_key_requests_per_day
    from organisations
    where org_id = ${orgId}`
  const figure = (column: string) => (limits?.[column] ?? 0).toLocaleString('en')
  const minute = rowOf('requests a minute')
  const day = rowOf('requests a day')
  const together = rowOf('requests a day, all of the kind together')
  const ofAddress = { minute: figure('address_requests_per_minute'), day: figure('address_requests_per_day') }
  assert.deepEqual([minute.sk, day.sk], [figure('key_requests_per_minute'), figure('key_requests_per_day')])
  assert.deepEqual([minute.pk, day.pk], [`${ofAddress.minute} for each address`, `${ofAddress.day} for each address`])
  assert.deepEqual([minute.gk, day.gk], [figure('gate_key_requests_per_minute'), figure('gate_key_requests_per_day')])
  assert.deepEqual([together.sk, together.pk], [figure('requests_per_day'), figure('publishable_requests_per_day')])
})

test('it says how large a body may be', () => {
  const { pk, gk } = rowOf('largest body')
  assert.deepEqual(
    [pk, gk],
    [PUBLIC_BODY_BYTES_MAX, BODY_BYTES_MAX].map((bytes) => `${bytes / 1024} KiB`),
  )
})

test('is caught: an operation without a row, one under another scope, a key that opens more or less than it says', () => {
  const [events] = operations.filter(({ path }) => path === '/v1/events')
  if (!events) throw new Error('no operation to plant')
  const planted: OperationSpec[] = [...operations, { ...events, path: '/v1/secrets' }]
  assert.deepEqual(keyTableFindings(rows, planted), ['GET /v1/secrets needs events:read, the table says nothing'])
  const lax = rows.map((row) => (row.scope === 'customers:read' ? { ...row, pk: 'yes' } : row))
  assert.deepEqual(keyTableFindings(lax, operations), ['pk with customers:read: the table says yes'])
  const moved = operations.map((one) => (one === events ? { ...one, publishable: false } : one))
  assert.deepEqual(keyTableFindings(rows, moved), ['events:read is publishable in part: the table cannot say so'])
  const without = rows.filter(({ scope }) => scope !== 'scans:read')
  assert.match(keyTableFindings(without, operations).join('\n'), /scans:read has no row/)
})

async function newOrganisation() {
  const name = { name: 'Club', country: 'AU', timezone: 'UTC', currency: 'AUD', mode: 'live' } as const
  return { orgId: await createOrganisation(house.sql, name) }
}
