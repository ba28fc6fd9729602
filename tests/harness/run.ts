import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '../../server/platform/postgres/database.ts'
import { migrate } from '../../server/platform/postgres/migrate.ts'
import { filesWith, runNamed } from './by-name.ts'
import { startCluster } from './citus.ts'
import { findChromium } from './find-chromium.ts'
import { groupsOf, programOf, readTestFiles, writePrograms } from './groups.ts'
import { isForCluster, notOnCluster } from './not-on-cluster.ts'
import { createTemplate, quickFolder, startTestServer } from './postgres.ts'

/**
 * Runs the tests on one real PostgreSQL: a throw-away one, or the server that `--database <url>` names (`npm run test:pg`); or on a
 * Citus cluster (`npm run test:citus`), of the Citus that is installed or of the sources in the folder that `--citus-source` names.
 * Further arguments are files; none means all. `--name <pattern>` runs only the tests whose name matches this regular expression.
 */
const options = {
  database: { type: 'string' },
  name: { type: 'string' },
  citus: { type: 'boolean' },
  'citus-source': { type: 'string' },
} as const
const { values, positionals } = parseArgs({ options, allowPositionals: true })
if (values.database !== undefined) process.env.TEST_DATABASE_URL = values.database

const root = join(import.meta.dirname, '..', '..')

/** The files that were named, or all. */
const readFiles = async () =>
  positionals.length === 0
    ? (await readTestFiles(root)).filter(({ path }) => !values.citus || isForCluster(path))
    : Promise.all(positionals.map(async (path) => ({ path: relative(root, path), text: await readFile(path, 'utf8') })))

/** What a cluster cannot show. */
const skipped = values.citus ? notOnCluster.flatMap(({ tests = [] }) => tests) : []

/** Runs the tests in the environment of this process; the exit code. */
async function runTests(): Promise<number> {
  if (values.name === undefined && positionals.length > 0) return runNode(positionals)
  const name = values.name === undefined ? undefined : new RegExp(values.name)
  const files = name ? filesWith(await readFiles(), name) : await readFiles()
  const { pattern, remove } = await writePrograms(groupsOf(files).map((group) => programOf(group, root)))
  const code = name ? Number(!(await runNamed(pattern, name, skipped))) : await runNode([pattern])
  await remove()
  return code
}

async function runNode(files: string[]): Promise<number> {
  const skips = skipped.map((name) => `--test-skip-pattern=${name}`)
  const args = ['--test', '--test-timeout=120000', '--test-concurrency=2', ...skips, ...files]
  // Compiled code is kept, as the program keeps its own: each of some fifty processes loads in half the time.
  const env = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') }
  const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit', env }), 'exit')
  return code ?? 1
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
  // Compiled code is shared between the processes: each of them loads the whole program.
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'compiled')
  process.env.TEST_SERVER_URL = server.url
  // Ctrl-C reaches those who run the tests as well; waiting for them lets the database be stopped in order.
  process.on('SIGINT', () => {})
  process.exitCode = await runTests()
} finally {
  await server.stop()
  await cluster?.stop()
  // Last, so that nobody overlooks it.
  if (positionals.length === 0 && (await findChromium()) === undefined)
    console.log(
      '\nNO BROWSER: there is no Chromium in PATH, nor does CHROME name one. The tests of the pages were SKIPPED.\n',
    )
}
