import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { behaviour } from '../../../tests/workers/hostile-parser.ts'
import { UnreadableFile } from '../values/unreadable-file.ts'
import { createParsers } from './parsers.ts'

const parsers = createParsers()
after(() => parsers.close())
/** Only what hangs reaches its limit, however slow the machine is. */
const ways = (how: string) => (how === 'hang' ? behaviour : { ...behaviour, timeoutMs: 60_000 })
const read = (how: string, owner: number | string = 1) => parsers.read(ways(how), owner, how)

test('a file is read in a thread, and why it cannot be read is said to the one who sent it', async () => {
  assert.equal(await read('plain'), 'plain')
  await assert.rejects(read('refuse'), (error) => error instanceof UnreadableFile && error.message === 'line 7: no')
  await assert.rejects(read('fail'), /reading of behaviour failed: TypeError: a fault of ours/)
  assert.equal(await read('plain'), 'plain', 'and another thread takes the place of the one that failed')
})

test('a thread knows no setting of the process, so that no parser can tell a secret', async () => {
  assert.equal(await read('environment'), '{}')
})

test('the event loop runs on while a file hangs, which is given up in its time', async () => {
  let isOver = false
  const hanging = read('hang').finally(() => {
    isOver = true
  })
  let turns = 0
  const counting = (async () => {
    for (; !isOver; turns += 1) await setImmediate()
  })()
  await assert.rejects(hanging, { code: 'file_too_complex', status: 422 })
  await counting
  assert.ok(turns > 100, `${turns} turns`)
  assert.equal(await read('plain'), 'plain')
})

test('a file that fills the memory ends its thread alone', async () => {
  const small = createParsers({ heapMb: 24 })
  after(() => small.close())
  await assert.rejects(
    small.read(ways('fill'), 1, 'fill'),
    (error: { code?: string; field?: (name: string) => unknown }) => {
      assert.deepEqual([error.code, error.field?.('limit')], ['file_too_complex', 'memory'])
      return true
    },
  )
  assert.equal(await small.read(ways('plain'), 1, 'plain'), 'plain')
})

test('a thread that ends by itself says nothing about the file, which may be sent again', async () => {
  await assert.rejects(read('exit'), { code: 'service_unavailable' })
  assert.equal(await read('plain'), 'plain')
})

/** What is read one after the other shows in which order it was taken. */
const alone = createParsers({ threadsMax: 1 })
after(() => alone.close())
const inTurn = (how: string, owner: number | string) => alone.read(ways(how), owner, how)

test('slow files of a club let those of others go first', async () => {
  const ended: string[] = []
  const note = (name: string) => () => ended.push(name)
  const slow = ['first', 'second', 'third'].map((name) => inTurn('hang', 'slow').catch(note(name)))
  const others = Array.from({ length: 6 }, (_, club) => inTurn('plain', club).then(note('other')))
  await Promise.all([...slow, ...others])
  assert.deepEqual(ended, ['first', ...Array.from({ length: 6 }, () => 'other'), 'second', 'third'])
})

test('a club whose files are quick comes before the next ones of several slow clubs', async () => {
  const ended: string[] = []
  const files = ['one', 'two', 'one', 'two'].map((owner) => inTurn('hang', owner).catch(() => ended.push('slow')))
  const quick = inTurn('plain', 'quick').then(() => ended.push('quick'))
  await Promise.all([...files, quick])
  assert.deepEqual(ended, ['slow', 'slow', 'quick', 'slow', 'slow'])
})

test('so many files may wait, of one club and of all, and the next is told to come again', async () => {
  const few = createParsers({ threadsMax: 1, waitingMax: 3, waitingEachMax: 2 })
  const send = (owner: number) => few.read(ways('plain'), owner, 'plain')
  const taken = [send(1), send(1), send(1)]
  await assert.rejects(send(1), { code: 'service_unavailable', status: 503, headers: { 'retry-after': '5' } })
  taken.push(send(2))
  await assert.rejects(send(3), { code: 'service_unavailable' })
  assert.deepEqual(await Promise.all(taken), ['plain', 'plain', 'plain', 'plain'])
  await few.close()
})

test('a file that is in work or waits when the process closes is refused and keeps nothing open', async () => {
  const closing = createParsers({ threadsMax: 1 })
  const files = [closing.read(behaviour, 1, 'hang'), closing.read(behaviour, 2, 'plain')]
  const refused = Promise.all(files.map((file) => assert.rejects(file, { code: 'service_unavailable' })))
  await closing.close()
  await refused
  await assert.rejects(closing.read(behaviour, 1, 'plain'), { code: 'service_unavailable' })
})

test('two files of one club are not in work at once, and two of different clubs are', async () => {
  const two = createParsers({ threadsMax: 2 })
  const slow = two.read(ways('hang'), 1, 'hang').catch(() => 'slow')
  const same = two.read(ways('plain'), 1, 'plain').then(() => 'same')
  const other = two.read(ways('plain'), 2, 'plain').then(() => 'other')
  assert.notEqual(await Promise.race([slow, same]), 'same')
  await Promise.all([slow, same, other])
  await two.close()
})
