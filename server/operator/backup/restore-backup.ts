import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { allOrganisations } from '../../access/organisations.ts'
import { copyIn } from '../../platform/postgres/copy-blocks.ts'
import type { Db, Sql, Tx } from '../../platform/postgres/database.ts'
import { type Migration, migrate, readMigrations } from '../../platform/postgres/migrate.ts'
import { checks } from '../audit/audit.ts'
import { BackupError, type BackupLine, END_OF_ROWS, type EndLine, type Header } from './backup-format.ts'
import { readTables, requireOnePostgres } from './write-backup.ts'

export type Restored = { taken_at: string; tables: number; rows: number; differences: number }

/**
 * Puts a backup into a database that has nothing in it yet, then proves the result: as many rows as were saved, every rule of the
 * schema, and books that an audit finds right. The rows come in one transaction, so that a restore that fails can be tried again.
 */
export async function restoreBackup(
  sql: Sql,
  path: string,
  onRows: (count: number) => void = () => {},
): Promise<Restored> {
  await requireOnePostgres(sql)
  const lines = readLines(path)
  const header = await readHeader(lines)
  const known = await readMigrations()
  await requireEmpty(sql)
  await migrate(sql, migrationsOf(header, known))
  const rows = await sql.plain.begin((tx) => restoreRows(tx, lines, onRows))
  await migrate(sql, known)
  await sql`analyze`
  let differences = 0
  for (const orgId of await allOrganisations(sql))
    for (const check of Object.values(checks)) differences += (await check(orgId, sql)).length
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
  return { taken_at: header.taken_at, tables: Object.keys(rows).length, rows: total, differences }
}

async function readHeader(lines: Lines): Promise<Header> {
  const line = (await lines.next()) as Partial<Header> | undefined
  if (line?.format !== 'grandstand backup') throw new BackupError('the file is not a backup of Grandstand')
  if (line.version !== 1) throw new BackupError('the backup was made by a newer program')
  return line as Header
}

/** The tables are made as they were then; what the program has added since comes after the rows. */
function migrationsOf({ migrations }: Header, known: Migration[]): Migration[] {
  const differing = migrations.find(({ checksum }, at) => known[at]?.checksum !== checksum)
  if (differing) throw new BackupError(`the backup has migration ${differing.name}, which this program does not know`)
  return known.slice(0, migrations.length)
}

async function requireEmpty(sql: Sql): Promise<void> {
  const [table] = await sql<{ exists: boolean }[]>`select to_regclass('organisations') is not null as exists`
  const [organisation] = table?.exists ? await sql`select 1 as one from organisations limit 1` : []
  if (organisation)
    throw new BackupError('the database has organisations already: a backup is restored into an empty one')
}

async function restoreRows(tx: Tx, lines: Lines, onRows: (count: number) => void): Promise<EndLine['rows']> {
  await tx`set local idle_in_transaction_session_timeout = 0`
  await clearWhatMigrationsLeft(tx)
  const restored: EndLine['rows'] = {}
  for (;;) {
    const line = (await lines.next()) as BackupLine | undefined
    if (line === undefined) throw new BackupError('the backup is cut short: its last line is missing')
    if ('table' in line) {
      const count = await copyIn(tx`copy ${tx(line.table)} (${tx(line.columns)}) from stdin`, lines.rows())
      restored[line.table] = count
      onRows(count)
    } else if ('sequence' in line) await tx`select setval(${line.sequence}::text::regclass, ${line.value})`
    else if ('rows' in line) {
      const wrong = Object.entries(line.rows).find(([table, count]) => restored[table] !== count)
      if (wrong)
        throw new BackupError(`the backup has ${restored[wrong[0]] ?? 0} rows of ${wrong[0]} and says ${wrong[1]}`)
      return restored
    }
  }
}

/** Some come with a row of their own, such as the cell's; those of the backup take their place. */
async function clearWhatMigrationsLeft(tx: Db): Promise<void> {
  for (const { name } of await readTables(tx)) {
    const [row] = await tx`select 1 as one from ${tx(name)} limit 1`
    if (row) await tx`delete from ${tx(name)}`
  }
}

type Lines = {
  /** The next line that is not a row; undefined at the end. */
  next(): Promise<unknown>
  /** The rows up to the end of a table. */
  rows(): AsyncGenerator<Buffer>
}

const NEWLINE = 0x0a
const ROWS_MARK = Buffer.from(`${END_OF_ROWS}\n`)

function readLines(path: string): Lines {
  const blocks = createReadStream(path).pipe(createGunzip())[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  /** False at the end of the file. */
  async function more(): Promise<boolean> {
    const { value, done } = await blocks.next().catch((error: NodeJS.ErrnoException) => {
      throw error.code?.startsWith('Z_') ? new BackupError(`the backup cannot be read: ${error.message}`) : error
    })
    if (!done) rest = Buffer.concat([rest, value as Buffer])
    return !done
  }
  return {
    async next() {
      let end = rest.indexOf(NEWLINE)
      while (end < 0) {
        if (!(await more())) return undefined
        end = rest.indexOf(NEWLINE)
      }
      const text = rest.toString('utf8', 0, end)
      rest = rest.subarray(end + 1)
      try {
        return JSON.parse(text) as unknown
      } catch {
        throw new BackupError('the file is not a backup of Grandstand')
      }
    },
    async *rows() {
      for (;;) {
        // Only whole lines are looked at, so that the mark is never cut in two.
        if (rest.subarray(0, ROWS_MARK.length).equals(ROWS_MARK)) break
        const mark = rest.indexOf(`\n${END_OF_ROWS}\n`)
        const end = mark >= 0 ? mark + 1 : rest.lastIndexOf(NEWLINE) + 1
        if (end > 0) {
          yield rest.subarray(0, end)
          rest = rest.subarray(end)
        } else if (!(await more())) throw new BackupError('the backup is cut short, in the middle of a table')
      }
      rest = rest.subarray(ROWS_MARK.length)
    },
  }
}
