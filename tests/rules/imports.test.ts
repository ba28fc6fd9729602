import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importsOf } from '../harness/imports.ts'
import { BESIDE_THE_SERVICE, besideFindings, browserFindings, importFindings, SHARED_BY_THE_KIT } from './layers.ts'
import { readSource, readSources } from './source-files.ts'

const file = (path: string, ...imported: string[]) => ({
  path,
  text: imported.map((from) => `import { x } from '${from}'\n`).join(''),
})

test('the program keeps to its layers', async () => {
  const files = await readSources(['server'], ['.ts'])
  assert.ok(files.length > 50)
  assert.deepEqual(importFindings(files), [])
})

test('faces, SDK and harness import what they stand on, without a circle', async () => {
  const files = await readSources(BESIDE_THE_SERVICE, ['.ts', '.tsx'])
  for (const part of BESIDE_THE_SERVICE) assert.ok(files.some(({ path }) => path.startsWith(part)))
  assert.deepEqual(besideFindings(files), [])
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
  const found = importsOf({ path: 'server/platform/x.ts', text })
  const paths = found.map(({ path }) => path).sort()
  const types = found.filter(({ isType }) => isType).map(({ path }) => path)
  assert.deepEqual(paths, [
    'server/b.ts',
    'server/platform/a.ts',
    'server/platform/c.ts',
    'server/platform/d.ts',
    'server/platform/e.ts',
  ])
  assert.deepEqual(types, ['server/b.ts'])
})

const faults: [sentence: string, files: ReturnType<typeof file>[], finding: RegExp][] = [
  ['the platform imports an area', [file('server/platform/http/a.ts', '../../payments/b.ts')], /stands above it/],
  ['access imports what needs it', [file('server/access/scopes.ts', '../people/members/b.ts')], /stands above it/],
  ['people import tickets', [file('server/people/sso/a.ts', '../../tickets/orders/b.ts')], /stands above it/],
  ['papers import collection', [file('server/papers/wallet/a.ts', '../../collection/bank/b.ts')], /stands beside it/],
  ['an area imports the program', [file('server/checkout/baskets/a.ts', '../../app.ts')], /stands above it/],
  [
    'a slice takes what its area needs as a whole',
    [file('server/tickets/orders/a.ts', '../deps.ts')],
    /only server\/app.ts/,
  ],
  [
    'a file other than app.ts imports a plugin',
    [file('server/main.ts', './people/customers/plugin.ts')],
    /only server\/app.ts/,
  ],
  ['the program imports a test', [file('server/access/a.ts', '../../tests/harness/house.ts')], /never needs its tests/],
  ['the program imports a fixture', [file('server/access/a.ts', './b-fixture.ts')], /never needs its tests/],
  [
    'two files import each other',
    [file('server/tickets/a.ts', './b.ts'), file('server/tickets/b.ts', './a.ts')],
    /circle/,
  ],
  [
    'two slices import each other',
    [file('server/tickets/search/a.ts', '../orders/b.ts'), file('server/tickets/orders/c.ts', '../search/d.ts')],
    /tickets\/search → tickets\/orders → tickets\/search: is a circle/,
  ],
  [
    'two slices describe each other by their types',
    [
      { path: 'server/tickets/search/a.ts', text: "import type { B } from '../orders/b.ts'\n" },
      { path: 'server/tickets/orders/c.ts', text: "import type { D } from '../search/d.ts'\n" },
    ],
    /tickets\/search → tickets\/orders → tickets\/search: is a circle/,
  ],
  [
    'one type of everything ties the slices together',
    [
      { path: 'server/platform/operation.ts', text: '' },
      { path: 'server/tickets/deps.ts', text: "import type { B } from './orders/b.ts'\n" },
      { path: 'server/tickets/orders/b.ts', text: "import type { TicketsDeps } from '../deps.ts'\n" },
    ],
    /tickets\/deps.ts → tickets\/orders → tickets\/deps.ts: is a circle/,
  ],
]

for (const [sentence, files, finding] of faults) {
  test(`is caught: ${sentence}`, () => assert.match(importFindings(files).join('\n'), finding))
}

test('what the service has of the kit stands by itself; no other file of a face is its business', async () => {
  for (const path of SHARED_BY_THE_KIT) {
    const imported = importsOf({ path, text: await readSource(path) }).map((each) => each.path)
    assert.deepEqual(
      imported.filter((other) => !SHARED_BY_THE_KIT.includes(other)),
      [],
    )
  }
  const mail = (imported: string) => importFindings([file('server/messages/mail/a.ts', imported)])
  assert.deepEqual(mail('../../../faces/kit/contrast.ts'), [])
  assert.equal(mail('../../../faces/kit/storage.ts').length, 1)
})

const typesOf = (path: string, ...imported: string[]) => ({
  path,
  text: imported.map((from) => `import type { X } from '${from}'\n`).join(''),
})

const faultsBeside: [sentence: string, files: ReturnType<typeof file>[], finding: RegExp][] = [
  ['a face imports another', [file('faces/shop/a.tsx', '../console/b.ts')], /stands on faces\/kit/],
  ['the kit imports a face', [file('faces/kit/a.ts', '../shop/b.ts')], /stands on nothing/],
  ['a face imports the service', [typesOf('faces/shop/a.tsx', '../../server/app.ts')], /stands on faces\/kit/],
  ['the SDK imports a face', [file('sdk/src/a.ts', '../../faces/kit/money.ts')], /stands on nothing/],
  ['the SDK imports the service', [typesOf('sdk/src/a.ts', '../../server/platform/operation.ts')], /stands on nothing/],
  ['the harness imports a test', [typesOf('tests/harness/a.ts', '../examples/b.ts')], /stands on server/],
  ['a face that is not in the list', [file('faces/kiosk/main.tsx', '../kit/a.ts')], /no part of the house/],
  [
    'two files of a face describe each other',
    [typesOf('faces/ticket/a.tsx', './b.tsx'), file('faces/ticket/b.tsx', './a.tsx')],
    /faces\/ticket\/a.tsx → faces\/ticket\/b.tsx → faces\/ticket\/a.tsx: is a circle/,
  ],
  [
    'two folders of a face need each other, once by a type and once by a page that is loaded later',
    [
      typesOf('faces/console/members/a.tsx', '../customers/b.ts'),
      { path: 'faces/console/customers/c.tsx', text: "const page = lazy(() => import('../members/d.tsx'))" },
    ],
    /faces\/console\/members → faces\/console\/customers → faces\/console\/members: is a circle/,
  ],
  [
    'the kit needs a folder of its own that needs it',
    [file('faces/kit/chart.tsx', './seat-map/a.ts'), file('faces/kit/seat-map/b.ts', '../button.tsx')],
    /faces\/kit → faces\/kit\/seat-map → faces\/kit: is a circle/,
  ],
]

for (const [sentence, files, finding] of faultsBeside) {
  test(`is caught: ${sentence}`, () => assert.match(besideFindings(files).join('\n'), finding))
}

test('is fine: a page on the parts of its face, the kit, and rules that run in browsers', () => {
  const page = file('faces/console/orders/orders-page.tsx', '../parts/list.tsx', '../../kit/table.tsx', './words.ts')
  const scanner = file('faces/scan/a.ts', '../../server/gates/rules/decide.ts')
  assert.deepEqual(besideFindings([page, file('faces/console/main.tsx', './orders/orders-page.tsx'), scanner]), [])
})

test('is fine: a slice that imports its own files, its area, and what stands below', () => {
  const slice = file(
    'server/checkout/baskets/add-item.ts',
    '../../platform/http/errors.ts',
    './basket.ts',
    '../../programme/stock/holds.ts',
    '../../tickets/orders/order.ts',
    '../../platform/operation.ts',
  )
  assert.deepEqual(importFindings([slice, file('server/app.ts', './checkout/baskets/plugin.ts')]), [])
})

test('what runs in a browser has nothing of Node', async () => {
  assert.deepEqual(browserFindings(await readSources(['faces', 'server'], ['.ts', '.tsx'])), [])
  const text = (path: string, line: string) => ({ path, text: line })
  const wrong = [
    text('server/gates/rules/a.ts', "import { createHmac } from 'node:crypto'"),
    text('server/gates/rules/b.ts', "import { sealed } from '../supervision/sealed-code.ts'"),
    text('faces/scan/c.ts', 'const bytes = Buffer.from(text)'),
  ]
  assert.equal(browserFindings(wrong).length, wrong.length)
  const fine = [
    text('server/gates/rules/a.ts', "import type { Row } from '../scans/holders.ts'"),
    text('server/gates/scans/b.ts', "import { createHmac } from 'node:crypto'"),
    text('server/gates/rules/c.test.ts', "import { test } from 'node:test'"),
  ]
  assert.deepEqual(browserFindings(fine), [])
})
