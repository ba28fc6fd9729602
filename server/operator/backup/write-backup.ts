import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import packageJson from '../../package.json' with { type: 'json' }
import { referredTables, storedColumns } from '../../platform/postgres/catalogue.ts'
import { copyOut } from '../../platform/postgres/copy-blocks.ts'
import type { Db, Sql, Tx } from '../../platform/postgres/database.ts'
import { isCitus } from '../../platform/postgres/distribute.ts'
import type { SystemClock } from '../../platform/values/clock.ts'
import {
  BackupError,
  type BackupLine,
  END_OF_ROWS,
  type EndLine,
  type Header,
  type SequenceLine,
  type TableLine,
} from './backup-format.ts'

export type WrittenBackup = { tables: number; rows: number }

/** Everything that one snapshot of the database shows, while selling goes on. The file appears when it is whole. */
export async function writeBackup(
  sql: Sql,
  systemClock: SystemClock,
  path: string,
  onRows: (count: number) => void = () => {},
): Promise<WrittenBackup> {
  await requireOnePostgres(sql)
  const unfinished = `${path}.unfinished`
  const gzip = createGzip({ level: 4 })
  // It is about people and holds their keys: its owner's alone.
  const stored = pipeline(gzip, createWriteStream(unfinished, { mode: 0o600, flush: true }))
  stored.catch(() => {})
  const write = async (block: Buffer | string) => {
    if (!gzip.write(block)) await Promise.race([once(gzip, 'drain'), stored])
  }
  try {
    const rows = await sql.plain.begin('isolation level repeatable read read only', (tx) =>
      writeTables(tx, systemClock, write, onRows),
    )
    gzip.end()
    await stored
    await rename(unfinished, path)
    return { tables: Object.keys(rows).length, rows: Object.values(rows).reduce((sum, count) => sum + count, 0) }
  } catch (error) {
    gzip.destroy()
    await rm(unfinished, { force: true })
    throw error
  }
}

/** Nodes of a cluster share no snapshot, and each has ids of its own to go on with. */
export async function requireOnePostgres(sql: Sql): Promise<void> {
  if (await isCitus(sql))
    throw new BackupError(
      'this is a Citus cluster, which is backed up and restored node by node (docs/operating.md, A Citus cluster)',
    )
}

async function writeTables(
  tx: Tx,
  systemClock: SystemClock,
  write: (block: Buffer | string) => Promise<void>,
  onRows: (count: number) => void,
): Promise<EndLine['rows']> {
  const say = (line: BackupLine) => write(`${JSON.stringify(line)}\n`)
  await say(await readHeader(tx, systemClock))
  const rows: EndLine['rows'] = {}
  for (const { name: table, columns } of referredFirst(await readTables(tx))) {
    await say({ table, columns } satisfies TableLine)
    const count = await copyOut(tx`copy ${tx(table)} (${tx(columns)}) to stdout`, write)
    await write(`${END_OF_ROWS}\n`)
    rows[table] = count
    onRows(count)
  }
  // Last of all: whatever a row has for an id was given before.
  for (const sequence of await readSequences(tx)) await say(sequence)
  await say({ rows } satisfies EndLine)
  return rows
}

async function readHeader(tx: Tx, systemClock: SystemClock): Promise<Header> {
  const migrations = await tx<Header['migrations']>`
    select version, name, checksum
    from schema_migrations
    order by version`
  const [server] = await tx<{ version: string }[]>`select current_setting('server_version') as version`
  return {
    format: 'grandstand backup',
    version: 1,
    taken_at: systemClock().toISOString(),
    program: packageJson.version,
    postgres: server?.version ?? '',
    migrations: [...migrations],
  }
}

type Table = { name: string; columns: string[]; refers_to: string[] }

/** Read from the catalogue, so that no table is forgotten. */
export const readTables = (sql: Db) => sql<Table[]>`
  select c.relname::text as name, ${storedColumns(sql)} as columns, ${referredTables(sql)} as refers_to
  from pg_class c
  where c.relkind = 'r'
    and c.relnamespace = 'public'::regnamespace
    and c.relname <> 'schema_migrations'
  order by c.relname`

/** Those that others refer to come first. */
export function referredFirst(tables: Table[]): Table[] {
  const ordered: Table[] = []
  const placed = new Set<string>()
  while (ordered.length < tables.length) {
    const next = tables.filter(
      ({ name, refers_to }) => !placed.has(name) && refers_to.every((other) => placed.has(other)),
    )
    if (next.length === 0) throw new Error('tables refer to each other in a circle: a backup has no order for them')
    for (const table of next) {
      ordered.push(table)
      placed.add(table.name)
    }
  }
  return ordered
}

const readSequences = (tx: Tx) => tx<SequenceLine[]>`
  select sequencename::text as sequence, last_value as value
  from pg_sequences
  where schemaname = 'public'
    and last_value is not null
  order by 1`
