import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { curlOf, type Examples } from '../../server/platform/docs/snippet.ts'
import { openapiOf, readOperations } from '../harness/operations.ts'
import { makeExample, newTenant } from '../rules/owed.ts'
import { openServer } from '../sdk/server.ts'
import type { OperationExample } from './example.ts'
import { examples } from './examples.ts'
import { environmentOf } from './snippets.ts'

const { house, url } = await openServer()
const snippets = JSON.parse(
  await readFile(join(import.meta.dirname, '..', '..', 'docs', 'examples.json'), 'utf8'),
) as Examples

/** The command stays as the reader pastes it; what a test wants beside it stands in curl's own settings. */
const settings = await mkdtemp(join(tmpdir(), 'grandstand-curl-'))
after(() => rm(settings, { recursive: true, force: true }))
await writeFile(join(settings, '.curlrc'), 'silent\noutput = "/dev/null"\nwrite-out = "%{http_code}"\nmax-time = 20\n')

const paste = (command: string, env: Record<string, string>): Promise<string> =>
  new Promise((resolve) => {
    const options = { env: { ...process.env, CURL_HOME: settings, URL: url, ...env } }
    // A live stream has no end: its status is told when the time is over.
    execFile('sh', ['-c', command], options, (_error, printed) => resolve(printed))
  })

for (const operation of readOperations(openapiOf(house))) {
  test(`${operation.id}: the example of the reference works when it is pasted`, async () => {
    const snippet = snippets[operation.id]
    assert.ok(snippet, 'it has no example: run npm run examples')
    const tenant = await newTenant(house, operation)
    const entries: Record<string, OperationExample> = examples
    const example = await makeExample(house, tenant, entries[operation.id] ?? {})
    const command = curlOf(operation.method, operation.path, snippet, operation.scope === undefined)
    const status = await paste(command, { KEY: tenant.key, ...environmentOf(snippet, example) })
    assert.equal(status, String(operation.success.status), command)
  })
}
