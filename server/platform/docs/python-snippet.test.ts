import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openapiFile, readOpenapi } from '../../operator/openapi/generate.ts'
import { pythonOf } from './python-snippet.ts'
import { entriesOf } from './reference.ts'
import type { Examples } from './snippet.ts'

test('a call in Python has its address, its key and its values as Python writes them', () => {
  const snippet = {
    params: { basket_id: '$BASKET_ID' },
    body: { price_id: '$PRICE_ID', best_available: true, note: null },
  }
  assert.equal(
    pythonOf('POST', '/v1/baskets/{basket_id}/items', snippet),
    [
      'requests.post(',
      '    f"{URL}/v1/baskets/{BASKET_ID}/items",',
      '    headers={"Authorization": f"Bearer {KEY}"},',
      '    json={"price_id": PRICE_ID, "best_available": True, "note": None},',
      ')',
    ].join('\n'),
  )
})

const python = spawnSync('python3', ['--version']).status === 0

test('every example is Python that compiles', { skip: !python && 'python3 is not installed' }, async () => {
  const file = join(import.meta.dirname, '../../../docs/examples.json')
  const examples = JSON.parse(await readFile(file, 'utf8')) as Examples
  const document = JSON.parse(await readOpenapi(openapiFile))
  const calls = entriesOf(document).flatMap(({ id, method, path }) => {
    const snippet = examples[id]
    return snippet ? [pythonOf(method, path, snippet)] : []
  })
  assert.ok(calls.length > 100)
  const compiled = spawnSync('python3', ['-c', 'import sys, ast; ast.parse(sys.stdin.read())'], {
    input: calls.join('\n'),
  })
  assert.equal(compiled.stderr.toString(), '')
})
