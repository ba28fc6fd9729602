import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GrandstandError, grandstand, type List } from '../../sdk/src/index.ts'
import { operationsOf } from '../../server/platform/openapi/openapi-types.ts'
import { methodOf, resourceOf } from '../../server/platform/openapi/sdk-names.ts'
import type { OperationExample } from '../examples/example.ts'
import { examples } from '../examples/examples.ts'
import { openapiOf, readOperations } from '../harness/operations.ts'
import { schemaFindings } from '../harness/schema-check.ts'
import { makeExample, newTenant } from '../rules/owed.ts'
import { openServer } from './server.ts'

const { house, url } = await openServer()
const document = openapiOf(house)
const tags = new Map(
  Object.values(document.paths ?? {}).flatMap((item) =>
    operationsOf(item, document).map(([, { operationId = '', tags: [tag = ''] = [] }]) => [operationId, tag]),
  ),
)
const entries: Record<string, OperationExample> = examples

type Resources = Record<string, Record<string, (...given: unknown[]) => Promise<unknown> | List<unknown>>>

for (const operation of readOperations(document)) {
  const { resource, noun } = resourceOf(tags.get(operation.id) ?? '')
  const name = methodOf(operation.id, noun)
  test(`${resource}.${name} reaches ${operation.method} ${operation.path}`, async () => {
    const tenant = await newTenant(house, operation)
    const example = await makeExample(house, tenant, entries[operation.id] ?? {})
    const client = grandstand({ key: tenant.key, url, attemptsMax: 1 }) as unknown as Resources
    const ids = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, id = '']) => example.params?.[id])
    const takesInput = operation.body !== undefined || operation.parameters.some(({ in: place }) => place === 'query')
    const given = takesInput ? [operation.body ? example.body : example.query] : []
    const method = client[resource]?.[name]
    assert.ok(method, 'there is no such method')
    const called = method(...ids, ...given, { headers: example.headers ?? {} })
    const answer = 'page' in called ? await called.page() : await called
    if (answer instanceof Response) {
      assert.equal(answer.status, operation.success.status)
      await answer.body?.cancel()
    } else assert.deepEqual(schemaFindings(operation.success.schema ?? {}, answer), [])
  })
}

test('a refusal is an error with its code, its details and the id of the request', async () => {
  const { key } = await house.organisation()
  const client = grandstand({ key, url })
  const refused = await client.orders.retrieve(999_999).catch((error: unknown) => error)
  assert.ok(refused instanceof GrandstandError)
  assert.deepEqual([refused.code, refused.status], ['resource_missing', 404])
  assert.match(refused.requestId ?? '', /^req_/)
})
