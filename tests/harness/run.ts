import { readFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '../../server/platform/postgres/database.ts'
import { migrate } from '../../server/platform/postgres/migrate.ts'
import { filesWith } from './by-name.ts'
import { describeSelection, readChanges, selectByChanges } from './changed.ts'
import { startCluster } from './citus.ts'
import { readDurations, recordDurations } from './durations.ts'
import { findChromium } from './find-chromium.ts'
import { groupsOf, programOf, readProgramFiles, readTestFiles, type SourceFile, writePrograms } from './groups.ts'
import { isForCluster, notOnCluster } from './not-on-cluster.ts'
import { createTemplate, quickFolder, startTestServer } from './postgres.ts'
import { processorTime } from './processor-time.ts'
import { runFiles } from './run-files.ts'
import { isOfSize, type Size } from './sizes.ts'

/**
 * Runs the tests on one real PostgreSQL: a throw-away one, or the server that `--database <url>` names (`npm run test:pg`); or on a
 * Citus cluster (`npm run test:citus`), of the Citus that is installed or of the sources in the folder that `--citus-source` names.
 * Further arguments are files. Without any it takes those of the quick run, with `--long` those of the long run, with `--all` both.
 * `--name <pattern>` runs only the tests whose name matches this regular expression, of both. `--changed [<revision>]` takes only those
 * that can tell what has changed since a revision broke, the last commit where none is named. `--record` writes down how much processor time each
 * file took, which says in which order they begin.
 */
const options = {
  database: { type: 'string' },
  name: { type: 'string' },
  record: { type: 'boolean' },
  long: { type: 'boolean' },
  all: { type: 'boolean' },
  changed: { type: 'boolean' },
  citus: { type: 'boolean' },
  'citus-source': { type: 'string' },
} as const
const { values, positionals } = parseArgs({ options, allowPositionals: true })
if (values.database !== undefined) process.env.TEST_DATABASE_URL = values.database

const root = join(import.meta.dirname, '..', '..')
const name = values.name === undefined ? undefined : new RegExp(values.name)

const size: Size = values.all || name !== undefined ? 'all' : values.long ? 'long' : 'quick'

/** The tests of the size, and by `--changed` only those that what has changed can reach. */
async function readTestsOfSize(): Promise<SourceFile[]> {
  const tests = (await readTestFiles(root)).filter(({ path }) => isOfSize(path, size))
  if (!values.changed) return tests
  const changes = readChanges(root, positionals[0] ?? 'HEAD')
  const paths = tests.map(({ path }) => path)
  const selection = selectByChanges(changes, await readProgramFiles(root), paths)
  console.log(describeSelection(selection, changes, tests.length))
  return 'everything' in selection ? tests : tests.filter(({ path }) => selection.reasons.has(path))
}

/** The files that were named, or those of the size; and of them those that may have a test of the name that is asked for. */
async function readFiles(): Promise<SourceFile[]> {
  const files =
    positionals.length === 0 || values.changed
      ? (await readTestsOfSize()).filter(({ path }) => !values.citus || isForCluster(path))
      : await Promise.all(
          positionals.map(async (path) => ({ path: relative(root, path), text: await readFile(path, 'utf8') })),
        )
  return name === undefined ? files : filesWith(files, name)
}

/** What a cluster cannot show. */
const skipped = values.citus ? notOnCluster.flatMap(({ tests = [] }) => tests) : []

const readPaths = async () => (await readTestFiles(root)).map(({ path }) => path)

/** Runs the tests in the environment of this process; whether all went well. */
async function runTests(): Promise<boolean> {
  if (name === undefined && positionals.length === 1 && !values.changed && !values.record)
    return (await runFiles(positionals, { skipped })).passed
  const groups = groupsOf(await readFiles(), await readDurations(), availableParallelism())
  const programs = await writePrograms(groups.map((group) => programOf(group, root)))
  try {
    const { passed, durations } = await runFiles(programs.files, { name, skipped })
    if (values.record) await recordDurations(durations, await readPaths())
    return passed
  } finally {
    await programs.remove()
  }
}

const cluster = values.citus ? await startCluster(await quickFolder(), values['citus-source']) : undefined
if (cluster) {
  process.env.TEST_DATABASE_URL = cluster.url
  process.env.TEST_WORKER_URLS = cluster.workerUrls.join(' ')
}
const server = await startTestServer()
try {
  await createTemplate(server.url, async (url) => {
    const sql = openDatabase(url, { poolSize: 1 })
    await migrate(sql)
    await sql.end()
  })
  // Compiled code is shared between the processes, those of the program among them: each loads the whole of it.
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache')
  process.env.TEST_SERVER_URL = server.url
  // Ctrl-C reaches those who run the tests as well; waiting for them lets the database be stopped in order.
  process.on('SIGINT', () => {})
  process.exitCode = (await runTests()) ? 0 : 1
} finally {
  await server.stop()
  await cluster?.stop()
  // PostgreSQL has ended, so its part is in it. What a server of another address did is not.
  console.log(`processor time ${Math.round(processorTime())} s`)
  // Last, so that it is not overlooked.
  if ((positionals.length === 0 || values.changed) && (await findChromium()) === undefined)
    console.log(
      '\nNO BROWSER: there is no Chromium in PATH, nor does CHROME name one. The tests of the pages were SKIPPED.\n',
    )
}
