import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { runBench } from '../../bench/run-bench.ts'
import { readSource } from './source-files.ts'

const resultsFolder = join(import.meta.dirname, '..', '..', 'bench', 'results')
const names = (await readdir(resultsFolder)).map((file) => file.replace(/\.json$/, ''))
const results = new Map(
  await Promise.all(names.map(async (name) => [name, await readSource(`bench/results/${name}.json`)] as const)),
)

/** `| \`name\` | what | … |`: a row about a benchmark, and the numbers in it. A digit behind a letter (p99) is a word. */
const rowsOf = (text: string): { name: string; numbers: string[] }[] =>
  [...text.matchAll(/^\| `([a-z-]+)` \|(.*)$/gm)].map(([, name = '', cells = '']) => ({
    name,
    numbers: [...cells.matchAll(/(?<![\w.])\d[\d,]*(?:\.\d+)?/g)].map(([number]) => number.replaceAll(',', '')),
  }))

/** Every number that a page gives for a benchmark is one of its committed result. */
function figureFindings(page: string, known: Map<string, string>): string[] {
  return rowsOf(page).flatMap(({ name, numbers }) => {
    const result = known.get(name)
    if (result === undefined) return [`${name} has no result`]
    const measured = new Set(result.match(/\d+(?:\.\d+)?/g))
    return numbers.filter((number) => !measured.has(number)).map((number) => `${name}: ${number} is not in its result`)
  })
}

test('the figures in bench/README.md and README.md are the committed results', async () => {
  const pages = await Promise.all(['bench/README.md', 'README.md'].map(readSource))
  assert.deepEqual(
    pages.flatMap((page) => figureFindings(page, results)),
    [],
  )
})

test('every result is in bench/README.md', async () => {
  const named = new Set(rowsOf(await readSource('bench/README.md')).map(({ name }) => name))
  assert.deepEqual(
    names.filter((name) => !named.has(name)),
    [],
  )
})

test('is caught: another figure than the measured one, and a benchmark without a result', () => {
  const page = '| `http` | p99 of 1,200 reads | 3.5 ms |\n| `nothing` | 1 |\n'
  assert.deepEqual(figureFindings(page, new Map([['http', '{"p99 ms": 3.4, "reads": 1200}']])), [
    'http: 3.5 is not in its result',
    'nothing has no result',
  ])
})

test('a benchmark prints its figures, and only one that is told to record writes them; it names the targets that were missed', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'grandstand-bench-'))
  t.after(() => rm(folder, { recursive: true }))
  const source = `export const run = async ([most]: string[]) => ({
      figures: { reads: 1200 },
      targets: [{ isMet: true, text: 'ratio' }, { isMet: most === undefined, text: 'p99' }],
    })`
  await writeFile(join(folder, 'quick.ts'), source)
  const print = t.mock.method(console, 'log', () => {})
  assert.equal(await runBench(folder, ['quick']), 0)
  const printed = JSON.parse(String(print.mock.calls[0]?.arguments[0]))
  assert.deepEqual([printed.figures.reads, printed.passed, printed.missed], [1200, true, undefined])
  assert.deepEqual(await readdir(folder), ['quick.ts'])

  assert.equal(await runBench(folder, ['quick', '5', '--record']), 1)
  const recorded = JSON.parse(await readFile(join(folder, 'results', 'quick.json'), 'utf8'))
  assert.deepEqual([recorded.command, recorded.passed, recorded.missed], ['npm run bench -- quick 5', false, ['p99']])
})
