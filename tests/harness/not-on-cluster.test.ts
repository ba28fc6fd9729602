import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { readTestFiles } from './groups.ts'
import { notOnCluster } from './not-on-cluster.ts'

test('whatever is left out on a cluster is there: a name that has changed would be forgotten in the list', async () => {
  const files = await readTestFiles(join(import.meta.dirname, '..', '..'))
  const isThere = (start: string) => files.some(({ path }) => path.startsWith(start))
  // Some are named by a prefix and a sentence.
  const isWritten = (name: string) => files.some(({ text }) => text.includes(`'${name.replace(/^is caught: /, '')}'`))
  const gone = notOnCluster.flatMap(({ files: starts = [], tests = [] }) => [
    ...starts.filter((start) => !isThere(start)),
    ...tests.filter((name) => !isWritten(name)),
  ])
  assert.deepEqual(gone, [])
})
