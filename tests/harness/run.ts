import { readFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '../../server/platform/postgres/database.ts'
import { migrate } from '../../server/platform/postgres/migrate.ts'
import { filesWith } from './by-name.ts'
import { startCluster } from './citus.ts'
import { readDurations, recordDurations } from './durations.ts'
import { findChromium } from './find-chromium.ts'
import { groupsOf, programOf, readTestFiles, type SourceFile, writePrograms } from './groups.ts'
import { isForCluster, notOnCluster } from './not-on-cluster.ts'
import { createTemplate, quickFolder, startTestServer } from './postgres.ts'
import { runFiles } from './run-files.ts'

/**
 * Runs the tests on one real PostgreSQL: a throw-away one, or the server that `--database <url>` names (`npm run test:pg`); or on a
 * Citus cluster (`npm run test:citus`), of the Citus that is installed or of the sources in the folder that `--citus-source` names.
 * Further arguments are files; none means all. `--name <pattern>` runs only the tests whose name matches this regular expression. `--record`
 * writes down how long each file took, which says in which order they begin.
 */
const options = {
  database: { type: 'string' },
  name: { type: 'string' },
  record: { type: 'boolean' },
  citus: { type: 'boolean' },
  'citus-source': { type: 'string' },
} as const
const { values, positionals } = parseArgs({ options, allowPositionals: true })
if (values.database !== undefined) process.env.TEST_DATABASE_URL = values.database

const root = join(import.meta.dirname, '..', '..')
const name = values.name === undefined ? undefined : new RegExp(values.name)

/** The files that were named, or all; and of them those that may have a test of the name that is asked for. */
async function readFiles(): Promise<SourceFile[]> {
  const files =
    positionals.length === 0
      ? (await readTestFiles(root)).filter(({ path }) => !values.citus || isForCluster(path))
      : await Promise.all(
          positionals.map(async (path) => ({ path: relative(root, path), text: await readFile(path, 'utf8') })),
        )
  return name === undefined ? files : filesWith(files, name)
}

/** What a cluster cannot show. */
const skipped = values.citus ? notOnCluster.flatMap(({ tests = [] }) => tests) : []

/** Runs the tests in the environment of this process; whether all went well. */
async function runTests(): Promise<boolean> {
  if (name === undefined && positionals.length === 1) return (await runFiles(positionals, { skipped })).passed
  const groups = groupsOf(await readFiles(), await readDurations(), availableParallelism())
  const programs = await writePrograms(groups.map((group) => programOf(group, root)))
  try {
    const { passed, durations } = await runFiles(programs.files, { name, skipped })
    if (values.record && passed) await recordDurations(durations)
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
  // Last, so that it is not overlooked.
  if (positionals.length === 0 && (await findChromium()) === undefined)
    console.log(
      '\nNO BROWSER: there is no Chromium in PATH, nor does CHROME name one. The tests of the pages were SKIPPED.\n',
    )
}
