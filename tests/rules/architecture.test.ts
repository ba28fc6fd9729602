import assert from 'node:assert/strict'
import { posix } from 'node:path'
import { test } from 'node:test'
import { layers } from './layers.ts'
import { registeredOperations } from './registered-operations.ts'
import { readSource } from './source-files.ts'

type Route = { operation: string; folder: string }
type Row = { folder: string; pattern: string }

/** What each operation registers, and the folder of the file that it comes from. */
const routesOf = async (): Promise<Route[]> =>
  (await registeredOperations()).map(({ route, path }) => ({ operation: route, folder: posix.dirname(path) }))

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
