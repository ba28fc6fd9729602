import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importFindings } from './import-table.ts'
import { importsOf, readSources } from './source-files.ts'

const file = (path: string, ...imported: string[]) => ({
  path,
  text: imported.map((from) => `import { x } from '${from}'\n`).join(''),
})

test('the program keeps to the import table', async () => {
  const files = await readSources(['server'], ['.ts'])
  assert.ok(files.length > 50)
  assert.deepEqual(importFindings(files), [])
})

test('imports are found in every spelling, over several lines too; packages are not ours', () => {
  const text = `import './a.ts'
import type { B } from '../b.ts'
import {
  c,
} from './c.ts'
export { d } from './d.ts'
import postgres from 'postgres'
const e = await import('./e.ts')`
  const found = importsOf({ path: 'server/kit/x.ts', text })
  const paths = found.map(({ path }) => path).sort()
  const types = found.filter(({ isType }) => isType).map(({ path }) => path)
  assert.deepEqual(paths, ['server/b.ts', 'server/kit/a.ts', 'server/kit/c.ts', 'server/kit/d.ts', 'server/kit/e.ts'])
  assert.deepEqual(types, ['server/b.ts'])
})

const faults: [sentence: string, files: ReturnType<typeof file>[], finding: RegExp][] = [
  ['the kit imports a slice', [file('server/kit/lists.ts', '../customers/customer.ts')], /does not allow/],
  ['access imports a slice', [file('server/access/scopes.ts', '../members/member.ts')], /does not allow/],
  ['one slice imports another', [file('server/customers/a.ts', '../members/member.ts')], /does not allow/],
  [
    'a slice imports the inside of access',
    [file('server/customers/a.ts', '../access/authenticate.ts')],
    /does not allow/,
  ],
  ['a slice imports the program', [file('server/customers/a.ts', '../app.ts')], /does not allow/],
  [
    'a file other than app.ts imports a plugin',
    [file('server/main.ts', './customers/plugin.ts')],
    /only server\/app.ts/,
  ],
  ['the program imports a test', [file('server/kit/a.ts', '../../tests/harness.ts')], /never needs its tests/],
  ['the program imports a fixture', [file('server/kit/a.ts', './b-fixture.ts')], /never needs its tests/],
  ['two files import each other', [file('server/kit/a.ts', './b.ts'), file('server/kit/b.ts', './a.ts')], /circle/],
  [
    'two slices import each other',
    [file('server/baskets/a.ts', '../orders/b.ts'), file('server/orders/c.ts', '../baskets/d.ts')],
    /baskets → orders → baskets: is a circle/,
  ],
]

for (const [sentence, files, finding] of faults) {
  test(`is caught: ${sentence}`, () => assert.match(importFindings(files).join('\n'), finding))
}

test('is fine: a slice that imports the kit, its own files, and what the table names', () => {
  const slice = file(
    'server/baskets/add-item.ts',
    '../kit/errors.ts',
    './basket.ts',
    '../inventory/hold.ts',
    '../operation.ts',
  )
  assert.deepEqual(importFindings([slice, file('server/app.ts', './baskets/plugin.ts')]), [])
})
