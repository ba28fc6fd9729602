import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readBankStatement } from '../server/platform/bank-statements/read-bank-statement.ts'
import { csvMapping, writeCamt, writeMt940, writeStatementCsv } from '../tests/builders/bank-statements.ts'
import type { Result } from './run.ts'
import { rounded } from './seed/ask.ts'
import { atMost } from './targets.ts'

/** The last revision whose parsers took the time that a hostile file asked for. */
const BEFORE = '8ec9a8d5'
const TIMES_MOST = 1.3
const FILE_BYTES = 5_000_000
const MOVEMENTS = 9_990
const TURNS = 9

type Read = typeof readBankStatement

/** Honest files of 5 MB, read by the parsers of this revision and by those of `BEFORE`, in turns, in seconds of processor. */
export async function run([revision = BEFORE]: string[]): Promise<Result> {
  const root = join(import.meta.dirname, '..')
  const folder = await mkdtemp(join(tmpdir(), 'grandstand-statements-'))
  try {
    const before = await parserOf(revision, root, folder)
    const figures: Result['figures'] = { bytes: FILE_BYTES, turns: TURNS, 'times at most': TIMES_MOST }
    const targets: Result['targets'] = []
    for (const [name, write, mapping] of formats) {
      const text = fileOf(write)
      const { now, before: earlier } = inTurns(
        () => readBankStatement(text, mapping),
        () => before(text, mapping),
      )
      const times = rounded(now / earlier, 2)
      figures[`${name}, ms of processor`] = rounded(now, 0)
      figures[`${name} before, ms of processor`] = rounded(earlier, 0)
      figures[`${name}, times`] = times
      targets.push(atMost(`${name}, times what it took`, times, TIMES_MOST))
    }
    return { figures, targets }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const formats = [
  ['CAMT.053', writeCamt, undefined],
  ['MT940', writeMt940, undefined],
  ['CSV', writeStatementCsv, csvMapping],
] as const

async function parserOf(revision: string, root: string, folder: string): Promise<Read> {
  const archive = join(folder, 'parsers.tar')
  const paths = ['server/package.json', 'server/platform/bank-statements', 'server/platform/values']
  await promisify(execFile)('git', ['archive', '-o', archive, revision, ...paths], { cwd: root })
  await promisify(execFile)('tar', ['-xf', archive, '-C', folder])
  // The old parsers find the packages that they import.
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const file = join(folder, 'server/platform/bank-statements/read-bank-statement.ts')
  return ((await import(file)) as { readBankStatement: Read }).readBankStatement
}

/** As many movements as a file may have, each with as much text as makes it so long. */
function fileOf(write: (typeof formats)[number][1]): string {
  const written = (letters: number) => write(Array.from({ length: MOVEMENTS }, (_, index) => movement(index, letters)))
  const short = written(100).length
  const long = written(200).length
  return written(100 + Math.floor((FILE_BYTES - short) / ((long - short) / 100)))
}

const movement = (index: number, letters: number) => ({
  amountMinor: (index % 900) + 100,
  bankReference: `2026${String(index).padStart(10, '0')}`,
  name: `Adaeze Okafor ${index}`,
  counterAccount: 'DE89370400440532013000',
  text: `Order ${index}, two tickets for the match on Saturday `.repeat(10).slice(0, Math.max(1, letters)),
})

/** The median of each, read once after the other: what else the machine does meets both. */
function inTurns(now: () => void, before: () => void): { now: number; before: number } {
  const [mine, theirs]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < TURNS; turn += 1) {
    mine.push(processorMs(now))
    theirs.push(processorMs(before))
  }
  return { now: medianOf(mine), before: medianOf(theirs) }
}

function processorMs(work: () => void): number {
  const startedAt = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(startedAt)
  return (user + system) / 1_000
}

const medianOf = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
