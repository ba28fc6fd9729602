import { pipeCopy } from '../../platform/postgres/copy.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
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
    const changes = await takeNotes(way, source)
    await to.plain.begin(async (target) => {
      await writeAsReplica(target)
      for (const change of changes) await sendKeys(source, target, change)
      for (const { table } of changes) await removeRows(target, table)
      for (const { table } of changes) await sendRows(source, target, table)
      for (const { table } of changes) await checkRows(source, target, table)
      if (check === 'everything') await compareTables(way, source, target)
    })
    return changes.reduce((sum, { count }) => sum + count, 0)
  }) as Promise<number>
}

type TableChanges = { table: MovedTable; count: number }

/** By table, the keys of the rows that have changed; each table's in a temporary one. */
async function takeNotes({ orgId, tables }: Way, source: Tx): Promise<TableChanges[]> {
  await source`create temporary table moving_keys (table_name text, row_key text[]) on commit drop`
  await source`
    with taken as (
      delete from organisation_changes
      where org_id = ${orgId}
      returning table_name, row_key
    )
    insert into moving_keys (table_name, row_key)
    select distinct table_name, row_key
    from taken`
  const counts = await source<{ table_name: string; count: number }[]>`
    select table_name, count(*)::integer as count
    from moving_keys
    group by table_name`
  const countByName = new Map(counts.map(({ table_name, count }) => [table_name, count]))
  const changed = tables.flatMap((table) => {
    const count = countByName.get(table.name)
    return count === undefined ? [] : [{ table, count }]
  })
  for (const { table } of changed) {
    await createKeys(source, table)
    await source`
      insert into ${source(keysName(table))} (${source(['org_id', ...table.key.map(({ name }) => name)])})
      select ${orgId}::bigint ${forEach(source, table.key, ({ type }, at) => source`, row_key[${at + 1}]::${KEY_TYPES[type](source)}`)}
      from moving_keys
      where table_name = ${table.name}`
  }
  return changed
}

/** Of some tables the organisation is the whole key. */
const forEach = (tx: Tx, key: KeyColumn[], part: (column: KeyColumn, at: number) => Fragment): Fragment =>
  key.length === 0 ? tx`` : tx`${key.map(part)}`

const keysName = ({ name }: MovedTable) => `moving_${name}`

const createKeys = (tx: Tx, table: MovedTable) => tx`
  create temporary table ${tx(keysName(table))}
  on commit drop
  as select ${tx(['org_id', ...table.key.map(({ name }) => name)])}
  from ${tx(table.name)}
  with no data`

/** So few are found one by one, whatever the planner expects. */
const FEW_KEYS = 2_000

async function sendKeys(source: Tx, target: Tx, { table, count }: TableChanges): Promise<void> {
  await createKeys(target, table)
  const name = keysName(table)
  await pipeCopy(source`copy ${source(name)} to stdout`, target`copy ${target(name)} from stdin`)
  if (count > FEW_KEYS) for (const tx of [source, target]) await tx`analyze ${tx(name)}`
}

const isNamed = (tx: Tx, { key }: MovedTable) => tx`
  t.org_id = k.org_id
  ${forEach(tx, key, ({ name }) => tx`and t.${tx(name)} = k.${tx(name)}`)}`

const removeRows = (target: Tx, table: MovedTable) => target`
  delete from ${target(table.name)} t
  using ${target(keysName(table))} k
  where ${isNamed(target, table)}`

const namedRows = (tx: Tx, table: MovedTable) => tx`
  select ${tx(table.columns.map((column) => `t.${column}`))}
  from ${tx(table.name)} t
  join ${tx(keysName(table))} k on ${isNamed(tx, table)}`

const sendRows = (source: Tx, target: Tx, table: MovedTable) =>
  pipeCopy(
    source`copy (${namedRows(source, table)}) to stdout`,
    target`copy ${target(table.name)} (${target(table.columns)}) from stdin`,
  )

async function checkRows(source: Tx, target: Tx, table: MovedTable): Promise<void> {
  const [here, there] = await Promise.all([
    fingerprint(source, namedRows(source, table)),
    fingerprint(target, namedRows(target, table)),
  ])
  if (here !== there) throw new MoveError(`${table.name}: ${there} arrived of ${here}`)
}
