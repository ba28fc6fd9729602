import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { merged, toRecord } from './durations.ts'
import { groupsOf, programOf } from './groups.ts'
import { isOfSize } from './sizes.ts'

const folder = await mkdtemp(join(tmpdir(), 'grandstand-groups-'))
after(() => rm(folder, { recursive: true, force: true }))

const plain = (...paths: string[]) => paths.map((path) => ({ path, text: `import { openHouse } from './house.ts'` }))

test('every file is in one group, and only those that change their process are alone', () => {
  const clock = { path: 'clock', text: `t.mock.timers.enable()` }
  const setting = { path: 'setting', text: `process.env.PORT = '1'` }
  const reading = {
    path: 'reading',
    text: `spawn('sh', { env: { ...process.env, PORT: '1' } })\nif (process.env.A === '1') skip()`,
  }
  const groups = groupsOf([...plain('a', 'b', 'c', 'd', 'e'), clock, reading, setting], {}, 1)
  assert.deepEqual(groups.flat().toSorted(), ['a', 'b', 'c', 'clock', 'd', 'e', 'reading', 'setting'])
  assert.deepEqual(
    groups.filter((group) => group.includes('clock') || group.includes('setting')),
    [['clock'], ['setting']],
  )
  assert.equal(groups.length, 4 + 2)
})

test('groups take about as long, and the longest begins first, also where nothing is recorded of a file', () => {
  const files = plain('short', 'long', 'new', 'middle', 'longest', 'other', 'another')
  const groups = groupsOf(files, { longest: 50, long: 30, middle: 28, short: 1 }, 1)
  assert.deepEqual(groups, [['longest'], ['long'], ['middle'], ['short', 'new', 'other', 'another']])
  assert.equal(groupsOf(files, {}, 1).length, 4)
  assert.deepEqual(groupsOf([], {}, 2), [])
})

test('of what was measured the long files are recorded, the longest first, in whole seconds', () => {
  assert.deepEqual(Object.entries(toRecord({ a: 2.4, b: 0.3, c: 17.6, d: 2.1 })), [
    ['c', 18],
    ['a', 2],
    ['d', 2],
  ])
})

test('a record of some files keeps what is known of the others, and forgets those that are gone', () => {
  const known = { a: 9, b: 4, gone: 7 }
  assert.deepEqual(merged(known, { a: 2 }, ['a', 'b', 'new']), { a: 2, b: 4, new: 0 })
})

test('a file belongs to the quick or the long run by its name, and to the run of all', () => {
  const paths = ['server/a.test.ts', 'server/a.long.test.ts']
  const taken = (size: 'quick' | 'long' | 'all') => paths.filter((path) => isOfSize(path, size))
  assert.deepEqual(taken('quick'), ['server/a.test.ts'])
  assert.deepEqual(taken('long'), ['server/a.long.test.ts'])
  assert.deepEqual(taken('all'), paths)
})

/** Runs files as one group, and says the exit code and the output. */
async function run(files: Record<string, string>): Promise<{ code: number; output: string }> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  await writeFile(join(folder, 'group.mjs'), programOf(Object.keys(files), folder))
  // Of the run that we are part of: with it the child would report to our parent instead of us.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const args = [
    '--test',
    '--test-timeout=1000',
    '--test-concurrency=2',
    '--test-reporter=tap',
    join(folder, 'group.mjs'),
  ]
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [output, [code]] = await Promise.all([child.stdout.setEncoding('utf8').toArray(), once(child, 'exit')])
  return { code, output: output.join('') }
}

test('a file of a group has its own hooks, and has cleared up before the next one is loaded', async () => {
  const first = `
    import { after, beforeEach, test } from 'node:test'
    globalThis.open = true
    after(() => { globalThis.open = false })
    beforeEach(() => { globalThis.hooked = (globalThis.hooked ?? 0) + 1 })
    test('is open', async (t) => t.assert.equal(globalThis.open, true))`
  const second = `
    import { test } from 'node:test'
    const { open } = globalThis
    test('closed', (t) => t.assert.deepEqual([open, globalThis.hooked], [false, 1]))`
  const { code, output } = await run({ 'first.mjs': first, 'second.mjs': second })
  assert.equal(code, 0, output)
  assert.match(output, /^# pass 4$/m)
})

test('one that fails, hangs, cannot be loaded or leaves a rejection behind fails the run; the others run all the same', async () => {
  const good = `import { test } from 'node:test'; test('good', () => {})`
  const bad = {
    wrong: `import { test } from 'node:test'; test('wrong', () => { throw new Error('wrong') })`,
    hanging: `import { test } from 'node:test'; test('hanging', () => new Promise((r) => setTimeout(r, 60_000).unref()))`,
    broken: `import './absent.mjs'`,
    late: `import { test } from 'node:test'; test('late', () => { setImmediate(() => Promise.reject(new Error('late'))) })`,
  }
  for (const [name, text] of Object.entries(bad)) {
    const { code, output } = await run({ [`${name}.mjs`]: text, 'good.mjs': good })
    assert.deepEqual([name, code], [name, 1], output)
    assert.match(output, /^ +ok 1 - good$/m)
  }
})
