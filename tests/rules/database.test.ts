import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTestFile, readSources, type SourceFile } from './source-files.ts'

const DRIVERS = ['postgres', 'pg', 'pg-pool', 'pg-cursor', 'pg-query-stream', 'pg-copy-streams', 'pg-protocol']
const ITS_PLACE = 'server/platform/postgres/'

const packagesOf = (text: string) =>
  [...text.matchAll(/(?:\bfrom|\bimport\(?|\brequire\()\s*'([^'.][^']*)'/g)].map(([, name = '']) => name)

/** One folder knows which driver there is, and even that none of its internals: another one can then take its place. */
function driverImports({ path, text }: SourceFile): string[] {
  const own = packagesOf(text).filter((name) => DRIVERS.includes(name.split('/')[0] ?? ''))
  const internals = own
    .filter((name) => name.includes('/'))
    .map((name) => `${path} imports ${name}, of the driver’s inside`)
  const elsewhere = own.length > 0 && !path.startsWith(ITS_PLACE)
  return [...internals, ...(elsewhere ? [`${path} imports the driver; take it from ${ITS_PLACE}`] : [])]
}

/** It answers where a file is and changes nothing in it: ADR 26. */
const ONLY_FINDS = 'server/quick-imports.js'

/** Code that is changed while it is loaded is code that a reader cannot follow. */
const loadHooks = ({ path, text }: SourceFile): string[] =>
  path !== ONLY_FINDS &&
  /\bregisterHooks\b|\b(?:module|Module)\.register\(|\bimport \{[^}]*\bregister\b[^}]*\} from 'node:module'/.test(text)
    ? [`${path} changes modules while they are loaded`]
    : []

const NUMBERED = /\b\w*status(?:_id)?\s*(?:=|<>|!=|\bin\b|\bnot\s+in\b)\s*\(?\s*[0-9]/

/** What 3 stands for is known to `server/programme/statuses.ts`; a statement says it by name, as the code around it does. */
const numberedStatuses = ({ path, text }: SourceFile): string[] =>
  text.split('\n').flatMap((line, n) => (NUMBERED.test(line) ? [`${path}:${n + 1} ${line.trim()}`] : []))

const files = (await readSources(['server', 'bench'], ['.ts', '.js'])).filter(({ path }) => !isTestFile(path))
const program = files.filter(({ path }) => path.startsWith('server/'))

test('the driver of the database is known to one folder, and its inside to none', () =>
  assert.deepEqual(program.flatMap(driverImports), []))

test('no module is changed while it is loaded', () => assert.deepEqual(files.flatMap(loadHooks), []))

test('statements say statuses by name', () => assert.deepEqual(program.flatMap(numberedStatuses), []))

const file = (path: string, text: string) => ({ path, text })

test('is caught: the driver in another folder, its types too, and its inside anywhere', () => {
  for (const text of [
    `import postgres from 'postgres'`,
    `import type { Fragment } from 'postgres'`,
    `import {\n  Pool,\n} from 'pg'`,
    `const { Cursor } = await import('pg-cursor')`,
  ]) {
    assert.equal(driverImports(file('server/tickets/a.ts', text)).length, 1, text)
    assert.equal(driverImports(file('server/platform/postgres/a.ts', text)).length, 0, text)
  }
  assert.equal(
    driverImports(file('server/platform/postgres/a.ts', `import x from 'postgres/src/connection.js'`)).length,
    1,
  )
  assert.deepEqual(driverImports(file('server/a.ts', `import { PgBoss } from 'pg-boss'\nimport './postgres.ts'`)), [])
})

test('is caught: a load hook, in every spelling', () => {
  for (const text of [
    `import { registerHooks } from 'node:module'`,
    `module.register('./hooks.js', import.meta.url)`,
    `import { register } from 'node:module'`,
  ])
    assert.equal(loadHooks(file('server/a.ts', text)).length, 1, text)
  assert.deepEqual(loadHooks(file('server/a.ts', 'app.register(plugin)')), [])
})

test('is caught: a status as a number', () => {
  for (const sql of [
    'where ticket_status_id = 1',
    'set event_status_id = 2, changed_at = now()',
    'and t.ticket_status_id in (0, 1)',
    'and m.membership_member_status_id <> 3',
    'and status not in (2)',
  ])
    assert.equal(numberedStatuses(file('server/a.ts', sql)).length, 1, sql)
  for (const sql of [
    `ticket_status_id = \${ACTIVE}`,
    "order_status = 'paid'",
    'status_id integer',
    'response_status int',
  ])
    assert.deepEqual(numberedStatuses(file('server/a.ts', sql)), [], sql)
})
