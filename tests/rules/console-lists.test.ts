import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { AnyList } from '../../faces/console/parts/list/description.ts'
import { listFindings, operationsBySdkName } from './console-lists.ts'
import { loadAllWords } from './console-words.ts'
import { readSource, readSources } from './source-files.ts'

const root = join(import.meta.dirname, '..', '..')
const operations = operationsBySdkName(JSON.parse(await readSource('openapi.json')))

await loadAllWords()

/** Each in a file of its own, which exports nothing else. */
const files = (await readSources(['faces/console'], ['-list.ts'])).map(({ path }) => path)
const lists = new Map<string, AnyList>()
for (const path of files) {
  const exported: unknown[] = Object.values(await import(join(root, path)))
  assert.equal(exported.length, 1, `${path} exports one list and nothing else`)
  lists.set(path, exported[0] as AnyList)
}

test('every list of the console asks for what the API has, under words of its own', () => {
  const wanted = ['orders', 'members', 'customers', 'events', 'tills', 'debts', 'mails', 'audit-log', 'deliveries']
  for (const name of wanted)
    assert.ok(
      files.some((path) => path.endsWith(`/${name}-list.ts`)),
      `${name} is a list`,
    )
  const findings = [...lists].flatMap(([path, list]) =>
    listFindings(list, operations).map((line) => `${path}: ${line}`),
  )
  assert.deepEqual(findings, [])
})

test('a page of rows is never saved as a file: that is the server’s to make', async () => {
  const sources = await readSources(['faces/console/parts/list'], ['.ts', '.tsx'])
  for (const { path, text } of sources) assert.doesNotMatch(text, /csvOf|csvLine|new Blob/, path)
})

const orders = lists.get('faces/console/orders/orders-list.ts') as AnyList
const column = { label: 'Order', cell: () => '' }

const faults: [sentence: string, fault: Partial<AnyList>, finding: RegExp][] = [
  ['an operation that there is not', { operation: 'orders.listLost' }, /no operation orders.listLost/],
  ['an operation that is no list', { operation: 'orders.retrieveManaged' }, /is not a list/],
  ['a list that is said to come whole', { isWhole: true }, /has pages/],
  ['a column without a label', { columns: [{ ...column, label: ' ' }] }, /no label/],
  ['two columns of one name', { columns: [column, column] }, /two columns are Order/],
  ['a list of which a phone shows nothing', { columns: [{ ...column, isMinor: true }] }, /a phone would show/],
  [
    'a choice that the operation does not know',
    {
      filters: [
        { kind: 'choice', name: 'paid', label: 'Paid', options: [{ value: '', label: 'Any', sends: { paid: true } }] },
      ],
    },
    /has no parameter paid/,
  ],
  [
    'a choice with a value that the operation refuses',
    {
      filters: [
        {
          kind: 'choice',
          name: 'order_status',
          label: 'Status',
          options: [
            { value: '', label: 'Any', sends: {} },
            { value: 'lost', label: 'lost', sends: { order_status: 'lost' } },
          ],
        },
      ],
    },
    /order_status: /,
  ],
  [
    'a filter without a first choice',
    { filters: [{ kind: 'choice', name: 'x', label: 'X', options: [{ value: 'a', label: 'a', sends: {} }] }] },
    /no choice that counts without one/,
  ],
  [
    'a day that the operation does not take',
    { filters: [{ kind: 'day', name: 'since', label: 'Since', parameter: 'updated_since', edge: 'from' }] },
    /has no parameter updated_since/,
  ],
  [
    'a link that narrows by nothing',
    { filters: [{ kind: 'linked', label: 'of', parameters: ['gate_id'] }] },
    /gate_id/,
  ],
  ['a search where there is none', { operation: 'boxOffice.listTills', filters: [] }, /has no parameter search/],
  ['a file that the server does not make', { csv: csvWith({ export: 'exportRunsCsv' }) }, /no export exportRunsCsv/],
  ['a file for others than the server gives it to', { csv: csvWith({ needs: 'orders:read' }) }, /needs orders:manage/],
  [
    'a file that the filters of its list do not narrow',
    { csv: csvWith({ isFiltered: undefined }) },
    /exportOrdersCsv has more than the list shows/,
  ],
  [
    'a file of what the filters leave that does not take them',
    { csv: csvWith({ export: 'exportTicketsCsv' }) },
    /exportTicketsCsv has no parameter sales_channel/,
  ],
  ['a file that does not say how much is in it', { csv: csvWith({ label: 'CSV' }) }, /does not say that it has all/],
  ['an empty list that says nothing', { empty: { title: 'Nothing', text: '' } }, /says nothing/],
]

for (const [sentence, fault, finding] of faults) {
  test(`is caught: ${sentence}`, () => {
    assert.match(listFindings({ ...orders, ...fault }, operations).join('\n'), finding)
  })
}

function csvWith(part: object): NonNullable<AnyList['csv']> {
  return { ...(lists.get('faces/console/orders/orders-list.ts')?.csv as NonNullable<AnyList['csv']>), ...part }
}

/** Settings, what is gone within days, and what a club has a handful of. */
const WITHOUT_FILE = [
  'awaited-transfers',
  'bank-lines',
  'bank-statements',
  'documents',
  'mails',
  'missing-payments',
  'price-lists',
  'webhooks',
  'deliveries',
  'runs',
  'seasons',
]

test('every list of data has its file', () => {
  const without = [...lists].flatMap(([path, { csv }]) => (csv ? [] : [path.replace(/^.*\/|-list\.ts$/g, '')]))
  assert.deepEqual(without.toSorted(), WITHOUT_FILE.toSorted())
})
