import assert from 'node:assert/strict'
import { test } from 'node:test'
import { packedIn } from './packed-lines.ts'
import { isTestFile, readSource, readSources, type SourceFile } from './source-files.ts'

/** Statements that were packed to save lines. The numbers of those that are left may only fall. */
const findings = (files: SourceFile[], left: Record<string, number>): string[] =>
  files
    .map((file) => ({ path: file.path, count: packedIn(file) }))
    .filter(({ path, count }) => count > (left[path] ?? 0))
    .map(({ path, count }) => `${path} packs ${count} times: write one statement or field a line`)

test('statements and fields are not packed to keep a file or a function short', async () => {
  const files = await readSources(['server', 'sdk', 'faces', 'bench'], ['.ts', '.tsx'])
  const left = JSON.parse(await readSource('tests/rules/packed-lines.json')) as Record<string, number>
  const held = files.filter(({ path }) => !path.includes('/generated/') && !isTestFile(path))
  assert.deepEqual(findings(held, left), [])
})

const file = (text: string) => [{ path: 'server/a.ts', text }]

test('is caught: a spread that saves lines, and a tuple of statements, also one more than are left', () => {
  assert.equal(findings(file('const a = { ...{ b, c, d }, e }'), {}).length, 1)
  assert.equal(findings(file('const [a, b] = [await one(), await two()]\n'), {}).length, 1)
  assert.equal(findings(file('const [a, b] = [c, d]\nconst [e, f] = [g, h]\n'), { 'server/a.ts': 1 }).length, 1)
})

test('is fine: a list that is mapped, a pair that is returned, fields that are there under a condition', () => {
  const texts = [
    "const [a, b] = ['x', 'y'].map(read)",
    'const [a, b] = await Promise.all([c, d])',
    'const [first] = [...rows]',
    'const a = { ...(b && { b }), ...c }',
  ]
  for (const text of texts) assert.deepEqual(findings(file(text), {}), [])
})
