import { access, constants, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { Command } from 'commander'
import type { Sql } from '../../platform/postgres/database.ts'
import { createDatabaseClock, noteworthySeconds } from '../../platform/postgres/database-clock.ts'
import { checkHistory, readHistory, readMigrations } from '../../platform/postgres/migrate.ts'
import { type Config, readConfig } from '../../program/config.ts'
import { withDatabase } from '../../program/connect.ts'
import { secretState, wrongSecret } from '../../program/secret.ts'
import { readProcesses, troubleOf } from '../status/processes.ts'
import { clusterChecks } from './doctor-citus.ts'

type Finding = { subject: string; ok: boolean; sentence: string }

export function doctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('check settings, database, migrations and port, and say what is wrong')
    .option('--json', 'print one JSON object for each finding')
    .action(async ({ json }: { json?: boolean }) => {
      const config = readConfig(process.env)
      const findings = [
        await check('node', async () => process.version),
        await check('settings', async () => 'valid'),
        ...(config.DATABASE_URL === undefined ? [await check('DATA_DIR', () => dataDir(config))] : []),
        await check('port', () => port(config)),
        ...(await databaseFindings(config)),
      ]
      for (const { subject, ok, sentence } of findings) {
        const line = `${ok ? 'ok  ' : 'FAIL'}  ${subject.padEnd(12)} ${sentence}`
        console.log(json ? JSON.stringify({ subject, ok, sentence }) : line)
      }
      if (findings.some(({ ok }) => !ok)) process.exitCode = 1
    })
}

async function check(subject: string, look: () => Promise<string>): Promise<Finding> {
  try {
    return { subject, ok: true, sentence: await look() }
  } catch (error) {
    return { subject, ok: false, sentence: (error as Error).message }
  }
}

async function dataDir({ DATA_DIR }: Config): Promise<string> {
  const folder = await stat(DATA_DIR).catch(() => undefined)
  if (!folder) return `${DATA_DIR} is not there yet; start makes it`
  await access(DATA_DIR, constants.W_OK)
  return `${DATA_DIR} is writable`
}

/** A taken port is as it should be while a server runs beside this command. */
function port({ HOST, PORT }: Config): Promise<string> {
  const probe = createServer()
  return new Promise((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(`${HOST}:${PORT} is in use, by a running server or something else`)
      else reject(error)
    })
    probe.listen(PORT, HOST, () => probe.close(() => resolve(`${HOST}:${PORT} is free`)))
  })
}

async function databaseFindings(config: Config): Promise<Finding[]> {
  try {
    return await withDatabase(
      config,
      async (sql) => {
        const findings = [
          await check('database', () => version(sql)),
          await check('migrations', () => migrations(sql)),
          await check('secret', () => secret(sql, config)),
          await check('clock', () => clock(sql)),
          await check('processes', () => processes(sql)),
        ]
        const directUrl = config.DATABASE_NODES === 'shards' ? config.DATABASE_URL : undefined
        for (const { subject, look } of await clusterChecks(sql, directUrl)) findings.push(await check(subject, look))
        return findings
      },
      { anyVersion: true },
    )
  } catch (error) {
    return [{ subject: 'database', ok: false, sentence: (error as Error).message }]
  }
}

async function version(sql: Sql): Promise<string> {
  const [row] = await sql<{ version: string; bytes: number }[]>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`
  return `PostgreSQL ${row?.version}, ${((row?.bytes ?? 0) / 2 ** 20).toFixed(1)} MiB`
}

/** Asked of the database and left as it is: a first start leaves its mark, a look does not. */
async function secret(sql: Sql, config: Config): Promise<string> {
  const state = await secretState(sql, config)
  if (state === 'wrong') throw wrongSecret(config)
  return state === 'right' ? 'the one that this database is sealed with' : 'nothing is sealed yet'
}

/** Before the first start none runs, which is as it should be. */
async function processes(sql: Sql): Promise<string> {
  const [table] = await sql<{ exists: boolean }[]>`select to_regclass('processes') is not null as exists`
  const seen = table?.exists ? await readProcesses(sql) : []
  const trouble = seen.length === 0 ? undefined : troubleOf(seen)
  if (trouble !== undefined) throw new Error(trouble)
  return seen.length === 0 ? 'none runs' : seen.map(({ role, host }) => `${role} on ${host}`).join(', ')
}

async function clock(sql: Sql): Promise<string> {
  const seconds = noteworthySeconds((await createDatabaseClock(sql)).aheadMs())
  if (seconds === undefined) return 'that of the database'
  const difference = `${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'}`
  throw new Error(`this machine’s clock is ${difference} the database’s: set both by NTP`)
}

async function migrations(sql: Sql): Promise<string> {
  const files = await readMigrations()
  const [table] = await sql<{ exists: boolean }[]>`select to_regclass('schema_migrations') is not null as exists`
  if (!table?.exists) return 'none yet; start or migrate applies them'
  const applied = await readHistory(sql)
  checkHistory(files, applied)
  const missing = files.length - applied.length
  return missing === 0 ? `current (${applied.length})` : `${missing} to apply; start or migrate does it`
}
