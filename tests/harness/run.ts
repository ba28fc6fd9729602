import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '../../server/platform/postgres/database.ts'
import { migrate } from '../../server/platform/postgres/migrate.ts'
import { writeGroups } from './groups.ts'
import { createTemplate, startTestServer } from './postgres.ts'

/**
 * Runs the tests on one real PostgreSQL: a throw-away one, or the server that `--database <url>` names (`npm run test:pg`).
 * Further arguments are files or patterns; none means all.
 */
const { values, positionals } = parseArgs({ options: { database: { type: 'string' } }, allowPositionals: true })
if (values.database !== undefined) process.env.TEST_DATABASE_URL = values.database

const root = join(import.meta.dirname, '..', '..')
const server = await startTestServer()
try {
  await createTemplate(server.url, async (url) => {
    const sql = openDatabase(url, { poolSize: 1 })
    await migrate(sql)
    await sql.end()
  })
  const groups = positionals.length > 0 ? undefined : await writeGroups(root)
  const files = groups ? [groups.pattern] : positionals
  const child = spawn(process.execPath, ['--test', '--test-timeout=120000', '--test-concurrency=2', ...files], {
    stdio: 'inherit',
    // Compiled code is shared between the processes: each of them loads the whole program.
    env: {
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
      ...process.env,
      TEST_SERVER_URL: server.url,
    },
  })
  // Ctrl-C reaches the child as well; waiting for it lets the database be stopped in order.
  process.on('SIGINT', () => {})
  const [code] = await once(child, 'exit')
  process.exitCode = code ?? 1
  await groups?.remove()
} finally {
  await server.stop()
}
