import assert from 'node:assert/strict'
import { join, posix } from 'node:path'
import { test } from 'node:test'
import Fastify from 'fastify'
import { type AreaDeps, operations } from '../../server/app.ts'
import type { App } from '../../server/platform/http/app.ts'
import type { Operation, PlatformDeps } from '../../server/platform/operation.ts'
import { layers } from './layers.ts'
import { importsOf, readSource, readSources } from './source-files.ts'

const root = join(import.meta.dirname, '..', '..')

type Route = { operation: string; folder: string }
type Row = { folder: string; pattern: string }

/** The folder of the file that each operation of a plugin comes from. */
async function foldersOf(): Promise<Map<Operation<AreaDeps>, string>> {
  const plugins = (await readSources(['server'], ['plugin.ts'])).filter(({ path }) => path.endsWith('/plugin.ts'))
  const files = plugins.flatMap(importsOf).filter(({ isType }) => !isType)
  const exported = await Promise.all(
    files.map(async ({ path }) => {
      const values: unknown[] = Object.values(await import(join(root, path)))
      return values.flat().map((value) => [value as Operation<AreaDeps>, posix.dirname(path)] as const)
    }),
  )
  return new Map(exported.flat())
}

/** What each operation registers, on an app that is never started. */
async function routesOf(): Promise<Route[]> {
  const folders = await foldersOf()
  const routes: Route[] = []
  // Whatever an operation makes of its dependencies before the first request, it makes of these.
  const anything: PlatformDeps & AreaDeps = new Proxy(() => anything, { get: () => anything }) as never
  const app = Fastify()
  for (const operation of operations) {
    const folder = folders.get(operation) ?? 'nowhere'
    await app.register(async (scope) => {
      scope.addHook('onRoute', ({ method, url }) => {
        if (method !== 'HEAD') routes.push({ operation: `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`, folder })
      })
      operation(scope as unknown as App, anything)
    })
  }
  return routes
}

/** The rows of the table: a folder, and each pattern of a path that it answers. */
const rowsOf = (page: string): Row[] =>
  [...page.matchAll(/^\| `(server\/[\w/-]+)` \| (`.*`) \|$/gm)].flatMap(([, folder = '', cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, pattern = '']) => ({ folder, pattern })),
  )

function isMatch(pattern: string, operation: string): boolean {
  const said = pattern.startsWith('/') ? operation.slice(operation.indexOf('/')) : operation
  return pattern.endsWith('…') ? said.startsWith(pattern.slice(0, -1)) : said === pattern
}

/** Every operation is in the folder that its longest match names, and every pattern has an operation. */
function tableFindings(rows: Row[], routes: Route[]): string[] {
  const longestFirst = rows.toSorted((one, other) => other.pattern.length - one.pattern.length)
  const used = new Set<Row>()
  const wrong = routes.flatMap(({ operation, folder }) => {
    const row = longestFirst.find(({ pattern }) => isMatch(pattern, operation))
    if (row) used.add(row)
    return row?.folder === folder ? [] : [`${operation} is in ${folder}, the table says ${row?.folder ?? 'nothing'}`]
  })
  const idle = rows.filter((row) => !used.has(row)).map(({ pattern }) => `${pattern} is no operation’s longest match`)
  return [...wrong, ...idle]
}

test('the table in docs/architecture.md leads to the folder of every operation', async () => {
  const routes = await routesOf()
  assert.ok(routes.length > 150, `only ${routes.length} routes were found`)
  assert.deepEqual(tableFindings(rowsOf(await readSource('docs/architecture.md')), routes), [])
})

test('is caught: a wrong folder, an operation without a row, a row without an operation', () => {
  const rows = rowsOf('| `server/a` | `/v1/things…` `/v1/gone` |\n| `server/b` | `POST /v1/things` |\n')
  const at = (operation: string, folder: string) => ({ operation, folder })
  const routes = [at('GET /v1/things', 'server/a'), at('POST /v1/things', 'server/a'), at('GET /v1/stuff', 'server/a')]
  assert.deepEqual(tableFindings(rows, routes), [
    'POST /v1/things is in server/a, the table says server/b',
    'GET /v1/stuff is in server/a, the table says nothing',
    '/v1/gone is no operation’s longest match',
  ])
})

test('both pages draw the layers alike, and as the rule has them', async () => {
  const pages = await Promise.all(['docs/architecture.md', 'CONTRIBUTING.md'].map(readSource))
  const [picture, other] = pages.map((page) => /^```\napp ·.*?^```/ms.exec(page)?.[0])
  assert.ok(picture)
  assert.equal(other, picture)
  const drawn = [...picture.matchAll(/^(\w+) {2,}/gm)].map(([, name = '']) => name)
  assert.deepEqual(
    drawn.filter((name) => layers.includes(name)),
    layers.toReversed(),
  )
})
