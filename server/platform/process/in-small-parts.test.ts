import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { inSmallParts } from './in-small-parts.ts'

test('the first few are done at once, and everything else has its turn before the next few', async () => {
  const run = inSmallParts(2)
  const log: string[] = []
  for (const name of ['a', 'b', 'c', 'd', 'e']) run(() => log.push(name))
  assert.deepEqual(log, ['a', 'b'])
  await setImmediate()
  assert.deepEqual(log, ['a', 'b', 'c', 'd'])
  run(() => log.push('f'))
  assert.equal(log.at(-1), 'd', 'no later one overtakes')
  await setImmediate()
  await setImmediate()
  assert.deepEqual(log, ['a', 'b', 'c', 'd', 'e', 'f'])
})

test('after a rest the next is done at once again', async () => {
  const run = inSmallParts(1)
  const log: string[] = []
  run(() => log.push('a'))
  await setImmediate()
  await setImmediate()
  run(() => log.push('b'))
  assert.deepEqual(log, ['a', 'b'])
})
