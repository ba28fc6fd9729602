import { pipeCopy } from '../../platform/postgres/copy.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { type Fragment, literal } from '../../platform/postgres/sql.ts'
import { type Way, writeAsReplica } from './copy-organisation.ts'
import { KEY_TYPES, type KeyColumn, type MovedTable } from './moved-tables.ts'
import { compareTables, fingerprint, MoveError } from './verify-copy.ts'

/**
 * Brings the copy up to one moment: takes all notes that are there, reads the rows that they name as they are in the same snapshot,
 * and puts them in the place of the copied ones. Whatever differs has its note in that snapshot, so afterwards the copy is what the
 * snapshot is; it is taken out first and put in afterwards, so that no unique value is there twice in between. The notes are gone
 * when all of it is written: a mover that was killed finds them again. Answers how many rows it looked at.
 */
export async function replayChanges(way: Way, check: 'changes' | 'everything' = 'changes'): Promise<number> {
  const { from, to } = way
  return from.plain.begin(async (source) => {
    await source`set transaction isolation level repeatable read`
    await source`set local idle_in_transaction_session_timeout = 0`
    const { changed, count } = await takeNotes(way, source)
    await to.plain.begin(async (target) => {
      await writeAsReplica(target)
      await createKeys(target)
      await pipeCopy(source`copy moving_keys to stdout`, target`copy moving_keys from stdin`)
      if (count > FEW_KEYS) await Promise.all([source, target].map((tx) => tx`analyze moving_keys`))
      for (const table of changed) await removeRows(way, target, table)
      for (const table of changed) await sendRows(way, source, target, table)
      if (changed.length > 0) await checkRows(way, source, target, changed)
      if (check === 'everything') await compareTables(way, source, target)
    })
    return count
  }) as Promise<number>
}

/** So few are found one by one, whatever the planner expects. */
const FEW_KEYS = 2_000

/** One of the tables, by its place among all: a `copy` takes no parameters. */
type NumberedTable = MovedTable & { number: number }

/** The keys of the rows that have changed, and the tables that they are of. */
async function takeNotes({ orgId, tables }: Way, source: Tx): Promise<{ changed: NumberedTable[]; count: number }> {
  await createKeys(source)
  await source`
    with taken as (
      delete from organisation_changes
      where org_id = ${orgId}
      returning table_name, row_key
    )
    insert into moving_keys (table_number, row_key)
    select distinct t.number, taken.row_key
    from taken
    join unnest(${tables.map(({ name }) => name)}::text[]) with ordinality as t (name, number) on t.name = taken.table_name`
  const counts = await source<{ table_number: number; count: number }[]>`
    select table_number, count(*)::integer as count
    from moving_keys
    group by table_number`
  const numbers = new Set(counts.map(({ table_number }) => table_number))
  return {
    changed: tables.map((table, at) => ({ ...table, number: at + 1 })).filter(({ number }) => numbers.has(number)),
    count: counts.reduce((sum, { count }) => sum + count, 0),
  }
}

const createKeys = (tx: Tx) => tx`
  create temporary table moving_keys (table_number integer, row_key text[])
  on commit drop`

/** Of some tables the organisation is the whole key. */
const forEach = (tx: Tx, key: KeyColumn[], part: (column: KeyColumn, at: number) => Fragment): Fragment =>
  key.length === 0 ? tx`` : tx`${key.map(part)}`

const isNamed = ({ orgId }: Way, tx: Tx, { key, number }: NumberedTable) => tx`
  k.table_number = ${literal(tx, number)}
  and t.org_id = ${literal(tx, orgId)}
  ${forEach(tx, key, ({ name, type }, at) => tx`and t.${tx(name)} = k.row_key[${literal(tx, at + 1)}]::${KEY_TYPES[type](tx)}`)}`

const removeRows = (way: Way, target: Tx, table: NumberedTable) => target`
  delete from ${target(table.name)} t
  using moving_keys k
  where ${isNamed(way, target, table)}`

const namedRows = (way: Way, tx: Tx, table: NumberedTable) => tx`
  select ${tx(table.columns.map((column) => `t.${column}`))}
  from ${tx(table.name)} t
  join moving_keys k on ${isNamed(way, tx, table)}`

const sendRows = (way: Way, source: Tx, target: Tx, table: NumberedTable) =>
  pipeCopy(
    source`copy (${namedRows(way, source, table)}) to stdout`,
    target`copy ${target(table.name)} (${target(table.columns)}) from stdin`,
  )

async function checkRows(way: Way, source: Tx, target: Tx, changed: NumberedTable[]): Promise<void> {
  const rowsIn = (tx: Tx) => changed.map((table) => ({ name: table.name, rows: namedRows(way, tx, table) }))
  const [sourceRows, targetRows] = await Promise.all([
    fingerprint(source, rowsIn(source)),
    fingerprint(target, rowsIn(target)),
  ])
  if (sourceRows !== targetRows)
    throw new MoveError(`what arrived is not what was sent: ${sourceRows} here, ${targetRows} there`)
}
