import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Id, Input } from '../../server/platform/http/schema.ts'
import { change } from '../../server/platform/idempotency/idempotency.ts'
import type { Operation } from '../../server/platform/operation.ts'
import { unique } from '../builders/rows.ts'
import { addStaff } from '../builders/staff.ts'
import type { OperationExample } from '../examples/example.ts'
import { examples } from '../examples/examples.ts'
import { type House, openHouse, type Tenant } from '../harness/house.ts'
import { isWrite, type OperationSpec, openapiOf, readOperations, send } from '../harness/operations.ts'
import { makeExample } from './owed.ts'

/** Every operation that changes a till, or counts something into one, is refused to a clerk who did not open it. */

/** Moves cash and forgets to ask whose till it is. */
const planted: Operation = (app, deps) =>
  app.post(
    '/v1/manage/planted/tills/:till_id',
    {
      config: { scope: 'box_office:manage', shows: 'nothing' },
      schema: { operationId: 'plantedTill', params: Input({ till_id: Id() }), response: { 200: Input({}) } },
    },
    (request, reply) =>
      change({ ...deps, orgId: request.orgId, request, reply }, async (tx) => {
        await tx`
          insert into till_movements (org_id, till_id, movement, amount_minor, created_at)
          values (${request.orgId}, ${request.params.till_id}, 'payout', 100, now())`
        return {}
      }),
  )

const house = await openHouse({ extraOperations: [planted] })
const club = await house.organisation()
const operations = readOperations(openapiOf(house)).filter((operation) => isWrite(operation) && namesTill(operation))
const cases: Record<string, OperationExample> = { ...examples, plantedTill: {} }

function namesTill({ path, body }: OperationSpec): boolean {
  return path.includes('{till_id}') || Object.hasOwn((body?.properties ?? {}) as object, 'till_id')
}

test('another clerk’s till is changed by no operation', async () => {
  const lists = await Promise.all(operations.filter(({ id }) => id !== 'plantedTill').map(findings))
  assert.deepEqual(lists.flat(), [])
})

test('is caught: an operation that does not ask whose till it is', async () => {
  const [operation] = operations.filter(({ id }) => id === 'plantedTill')
  assert.ok(operation)
  assert.match(
    (await findings(operation)).join('\n'),
    /plantedTill: is answered with 200[\s\S]*plantedTill: has changed/,
  )
})

async function findings(operation: OperationSpec): Promise<string[]> {
  const entry = cases[operation.id]
  if (!entry) return [`${operation.id}: has no example`]
  const ada = await addStaff(house, club, { role: 'box_office' })
  const ben = await addStaff(house, club, { role: 'box_office' })
  const opened = await house.call('POST', '/v1/manage/tills', {
    headers: ada.headers,
    body: { name: unique('Window'), float: 100 },
  })
  const { till_id } = opened.body
  const example = await makeExample(house, club, entry)
  const isInPath = operation.path.includes('{till_id}')
  const request = isInPath
    ? { ...example, params: { till_id } }
    : { ...example, body: { ...example.body, ...cashOf(operation), till_id } }
  const before = await rowsOf(house, club, till_id)
  const answer = await send(house, operation, request, { headers: ben.headers })
  const after = await rowsOf(house, club, till_id)
  const { message = '', param } = answer.body.error ?? {}
  const isRefused = /^The till is .+’s\./.test(message) || param === 'till_id'
  return [
    ...(isRefused ? [] : [`${operation.id}: is answered with ${answer.status} ${answer.text}`]),
    ...(after === before ? [] : [`${operation.id}: has changed the till of another`]),
  ]
}

/** A till takes cash alone. */
const cashOf = ({ body }: OperationSpec) =>
  Object.hasOwn((body?.properties ?? {}) as object, 'payment_method') ? { payment_method: 'cash' } : {}

async function rowsOf({ sql }: House, { orgId }: Tenant, tillId: number): Promise<string> {
  const [row] = await sql<{ rows: string }[]>`
    select concat_ws(
      ' ',
      (select till_status from tills where org_id = ${orgId} and till_id = ${tillId}),
      (select count(*) from till_movements where org_id = ${orgId} and till_id = ${tillId}),
      (select count(*) from till_orders where org_id = ${orgId} and till_id = ${tillId}),
      (select count(*) from till_refunds where org_id = ${orgId} and till_id = ${tillId}),
      (select count(*) from till_payments where org_id = ${orgId} and till_id = ${tillId}),
      (select count(*) from payment_links where org_id = ${orgId} and till_id = ${tillId})
    ) as rows`
  return row?.rows ?? ''
}
