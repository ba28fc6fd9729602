import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Examples } from '../../server/platform/docs/snippet.ts'
import { openHouse } from '../harness/house.ts'
import { openapiOf, readOperations } from '../harness/operations.ts'
import { makeExample, newTenant } from '../rules/owed.ts'
import type { OperationExample } from './example.ts'
import { examples } from './examples.ts'
import { snippetOf } from './snippets.ts'

/** `npm run examples`: what the reference shows for each operation, made of the requests that the tests send. */
test('docs/examples.json is written', async () => {
  const house = await openHouse()
  const written: Examples = {}
  const entries: Record<string, OperationExample> = examples
  for (const operation of readOperations(openapiOf(house))) {
    const entry = entries[operation.id] ?? {}
    const [one, other] = await Promise.all([newTenant(house, operation), newTenant(house, operation)])
    const first = await makeExample(house, one, entry)
    written[operation.id] = snippetOf(operation, first, await makeExample(house, other, entry))
  }
  const lines = Object.entries(written).map(([id, snippet]) => `  ${JSON.stringify(id)}: ${JSON.stringify(snippet)}`)
  await writeFile(join(import.meta.dirname, '..', '..', 'docs', 'examples.json'), `{\n${lines.join(',\n')}\n}\n`)
})
