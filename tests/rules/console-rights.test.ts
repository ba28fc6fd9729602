import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operationsBySdkName } from './console-lists.ts'
import { rightFindings } from './console-rights.ts'
import { isTestFile, readSource, readSources } from './source-files.ts'

const operations = operationsBySdkName(JSON.parse(await readSource('openapi.json')))
const files = (await readSources(['faces/console'], ['.ts', '.tsx'])).filter(
  ({ path }) => !isTestFile(path) && !path.startsWith('faces/console/words/'),
)

test('whatever the console changes it offers after asking for the right that the operation wants', () => {
  assert.deepEqual(rightFindings(files, operations), [])
})

test('is caught: a dialog that cancels an order, on a page that asks for the right to sell', () => {
  const dialog = { path: 'faces/console/a/dialog.tsx', text: 'await api.orders.cancel(orderId)' }
  const page = (scope: string) => ({
    path: 'faces/console/a/page.tsx',
    text: `import { Dialog } from './dialog.tsx'\nconst why = whyNot('${scope}')`,
  })
  assert.match(rightFindings([dialog, page('orders:manage')], operations).join(), /nobody asks for refunds:manage/)
  assert.deepEqual(rightFindings([dialog, page('refunds:manage')], operations), [])
})
