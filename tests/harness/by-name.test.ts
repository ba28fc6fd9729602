import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { filesWith, namedOtherwise, namesIn, type TestEvent, withoutFiles } from './by-name.ts'
import { programOf } from './groups.ts'

test('names that are written out are read from the file, in every spelling', () => {
  const text = [
    `test('a plain name', () => {})`,
    `test("it's in double quotes", () => {})`,
    'test(\n  `a template without holes`, async () => {})',
    `test.skip('not \\'now\\'', () => {})`,
    `if (pattern.test('no name at all')) t.test('part of one', () => {})`,
  ].join('\n')
  assert.deepEqual(namesIn(text), ['a plain name', `it's in double quotes`, 'a template without holes', `not 'now'`])
})

/** Its name is made up as it runs. */
const TEMPLATE = `test(\`\${operation} is refused\`, () => {})`

test('a file may have the name if it is written in it, or if it makes up names or has them made elsewhere', () => {
  const texts = {
    written: `test('sold out', f)\ntest('other', f)`,
    unwritten: `test('sold', f)`,
    template: TEMPLATE,
    variable: `test('one', f)\ntest(sentence, f)`,
    elsewhere: `import './other.ts'`,
  }
  const files = Object.entries(texts).map(([path, text]) => ({ path, text }))
  const paths = filesWith(files, /sold out$/).map(({ path }) => path)
  assert.deepEqual(paths, ['written', 'template', 'variable', 'elsewhere'])
})

test('of the files of a group only the tests of that name run, and those around them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'grandstand-by-name-'))
  after(() => rm(folder, { recursive: true, force: true }))
  const fails = `() => { throw new Error('not asked for') }`
  const imported = `import { test } from 'node:test'\n`
  const files = {
    'one.test.ts': `${imported}test('is sold out', () => {})\ntest('is left', ${fails})`,
    'two.test.ts': `${imported}test('out', ${fails})\nfor (const n of [1, 2]) test('sold ' + n, () => {})`,
    'three.test.ts': `${imported}test('neither', ${fails})`,
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  await writeFile(join(folder, 'group.mjs'), programOf(Object.keys(files), folder))
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const args = ['--test', '--test-reporter=tap', `--test-skip-pattern=${namedOtherwise(/sold (out|2)$/)}`]
  const child = spawn(process.execPath, [...args, join(folder, 'group.mjs')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output = (await child.stdout.setEncoding('utf8').toArray()).join('')
  const run = [...output.matchAll(/^ *ok \d+ - (.*)$/gm)].map(([, name]) => name)
  assert.deepEqual(run, ['is sold out', 'one.test.ts', 'sold 2', 'two.test.ts', 'three.test.ts'], output)
  assert.doesNotMatch(output, /not ok/)
})

test('the report is of tests, not of the files around them, unless a file itself is broken', async () => {
  const told = async function* (): AsyncGenerator<TestEvent> {
    const ended = (name: string, nesting: number, failureType?: string) => ({
      type: failureType ? 'test:fail' : 'test:pass',
      data: { name, nesting, details: failureType ? { error: { failureType } } : {} },
    })
    yield ended('good', 1)
    yield ended('server/a.test.ts', 0)
    yield ended('bad', 1, 'testCodeFailure')
    yield ended('server/b.test.ts', 0, 'subtestsFailed')
    yield ended('server/c.test.ts', 0, 'testCodeFailure')
    for (const message of ['tests 5', 'suites 0', 'pass 2', 'fail 3', 'duration_ms 7'])
      yield { type: 'test:diagnostic', data: { message, nesting: 0 } }
  }
  const lines: string[] = []
  for await (const { data } of withoutFiles(told())) {
    const { name, message, nesting } = data as { name?: string; message?: string; nesting: number }
    lines.push(`${nesting} ${name ?? message}`)
  }
  assert.deepEqual(lines, [
    '0 good',
    '0 bad',
    '0 server/c.test.ts',
    '0 tests 3',
    '0 suites 0',
    '0 pass 1',
    '0 fail 2',
    '0 duration_ms 7',
  ])
})
