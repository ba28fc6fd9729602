import type { OrgId } from '../../access/principal.ts'
import { pipeCopy } from '../../platform/postgres/copy.ts'
import type { Sql, Tx } from '../../platform/postgres/database.ts'
import { literal } from '../../platform/postgres/sql.ts'
import { readMove } from './move-state.ts'
import type { MovedTable } from './moved-tables.ts'

/** From one cell to another: the tables, and the migrations of both that made them what they are. */
export type Way = { orgId: OrgId; from: Sql; to: Sql; tables: MovedTable[]; migrations: string }

/**
 * Copies table after table, each by one statement and in a transaction of its own, so that nothing is kept from being vacuumed for
 * longer than one table takes. What changes meanwhile is noted, and replayed afterwards. One that was copied before a mover was
 * killed is not copied again.
 */
export async function copyOrganisation(way: Way, say: (line: string) => void): Promise<void> {
  const copied = new Set((await readMove(way.orgId, way.to))?.copied_tables)
  for (const table of way.tables.filter(({ name }) => !copied.has(name))) {
    say(`copying ${table.name}`)
    await copyTable(way, table)
    await way.to`analyze ${way.to(table.name)}`
  }
}

async function copyTable({ orgId, from, to }: Way, { name, columns }: MovedTable): Promise<void> {
  const org = literal(from, orgId)
  const source = from.plain
  await to.plain.begin(async (tx) => {
    await writeAsReplica(tx)
    await tx`
      delete from ${tx(name)}
      where org_id = ${orgId}`
    await pipeCopy(
      source`copy (select ${source(columns)} from ${source(name)} where org_id = ${org}) to stdout`,
      tx`copy ${tx(name)} (${tx(columns)}) from stdin`,
    )
    await tx`
      update organisation_moves
      set copied_tables = copied_tables || ${name}::text, changed_at = now()
      where org_id = ${orgId}`
  })
}

/**
 * What comes was checked where it comes from: foreign keys, whose tables come in any order, and triggers do nothing. A connection
 * that waits for the other side is not idle.
 */
export async function writeAsReplica(tx: Tx): Promise<void> {
  await tx`set local session_replication_role = replica`
  await tx`set local idle_in_transaction_session_timeout = 0`
}

/** Takes an organisation's rows out of a cell, but for what is needed to tell callers with its keys, its staff and
 * visitors of its shop where it is, if they are to be told. */
export async function removeOrganisation(
  { orgId, to, tables }: Pick<Way, 'orgId' | 'to' | 'tables'>,
  keep: 'keys' | 'nothing',
) {
  const keptTables = keep === 'keys' ? ['organisations', 'api_keys', 'staff_members', 'shop_slugs', 'shop_domains'] : []
  for (const { name } of tables.filter((table) => !keptTables.includes(table.name))) {
    await to.plain.begin(async (tx) => {
      await writeAsReplica(tx)
      await tx`
        delete from ${tx(name)}
        where org_id = ${orgId}`
    })
  }
}
