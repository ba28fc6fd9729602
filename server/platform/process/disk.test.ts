import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDisk, isDiskFullError } from './disk.ts'

test('a disk that cannot be measured is full from the moment in which the database says so', () => {
  const disk = createDisk(undefined)
  assert.equal(disk.noteError(Object.assign(new Error('deadlock'), { code: '40P01' })), false)
  assert.equal(disk.state(), 'ok')
  assert.equal(disk.noteError(Object.assign(new Error('could not extend file'), { code: '53100' })), true)
  assert.deepEqual([disk.state(), disk.freeBytes()], ['full', undefined])
})

test('a disk that can be measured is judged by what is free, whatever was refused before there was room', async () => {
  const disk = createDisk('/')
  disk.noteError(Object.assign(new Error('could not extend file'), { code: '53100' }))
  await disk.measure()
  assert.ok((disk.freeBytes() ?? 0) > 0)
  assert.ok(['ok', 'low'].includes(disk.state()))
})

test('only what PostgreSQL says of a full disk is one', () => {
  assert.deepEqual([null, undefined, 'x', {}, { code: '53200' }].map(isDiskFullError), Array(5).fill(false))
})
