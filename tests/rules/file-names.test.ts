import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTestFile, readSources, type SourceFile } from './source-files.ts'

const ONLY = 'server/platform/http/file-name.ts'

/** Files that write the name of a file into a header by themselves, with whatever its owner typed. */
const selfMade = (sources: SourceFile[]): string[] =>
  sources
    .filter(({ path, text }) => path !== ONLY && !isTestFile(path) && /(?:inline|attachment); *filename/.test(text))
    .map(({ path }) => path)

test('the name of a file goes into its header in one place', async () => {
  const sources = await readSources(['server'], ['.ts'])
  assert.ok(sources.some(({ path }) => path === ONLY))
  assert.deepEqual(selfMade(sources), [])
  const text = 'return reply.header("content-disposition", `inline; filename=` + member.name)'
  assert.deepEqual(selfMade([{ path: 'server/fans/planted.ts', text }]), ['server/fans/planted.ts'])
})
