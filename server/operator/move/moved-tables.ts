import { storedColumns } from '../../platform/postgres/catalogue.ts'
import type { Db } from '../../platform/postgres/database.ts'

/** A table with rows of organisations: the columns that are copied, and its primary key without the organisation. */
export type MovedTable = { name: string; columns: string[]; key: KeyColumn[] }
export type KeyColumn = { name: string; type: keyof typeof KEY_TYPES }

/** What a key may be made of, for the way back from the text that a change is noted as. */
export const KEY_TYPES = {
  bigint: (sql: Db) => sql`bigint`,
  integer: (sql: Db) => sql`integer`,
  smallint: (sql: Db) => sql`smallint`,
  text: (sql: Db) => sql`text`,
  uuid: (sql: Db) => sql`uuid`,
  bytea: (sql: Db) => sql`bytea`,
  'timestamp with time zone': (sql: Db) => sql`timestamptz`,
}

/** What a cell knows of the moves themselves stays with it. */
const OF_THE_CELL = ['organisation_moves', 'organisation_changes']

type TableRow = { name: string; columns: string[]; key_names: string[]; key_types: string[] }

/** Read from the catalogue, so that no table is forgotten: whatever has an organisation goes along. */
export async function readMovedTables(sql: Db): Promise<MovedTable[]> {
  const rows = await sql<TableRow[]>`
    select c.relname::text as name, ${storedColumns(sql)} as columns, k.names as key_names, k.types as key_types
    from pg_class c
    join pg_attribute o on o.attrelid = c.oid and o.attname = 'org_id'
    join pg_index i on i.indrelid = c.oid and i.indisprimary
    cross join lateral (
      select coalesce(array_agg(a.attname::text order by p.place), '{}') as names,
        coalesce(array_agg(format_type(a.atttypid, null) order by p.place), '{}') as types
      from unnest(i.indkey::smallint[]) with ordinality as p (attnum, place)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = p.attnum
      where a.attname <> 'org_id'
    ) k
    where c.relkind = 'r'
      and c.relnamespace = 'public'::regnamespace
      and c.relname <> all (${OF_THE_CELL}::text[])
    order by c.relname`
  return rows.map(({ name, columns, key_names, key_types }) => ({
    name,
    columns,
    key: key_names.map((column, at) => ({ name: column, type: keyTypeOf(name, column, key_types[at]) })),
  }))
}

function keyTypeOf(table: string, column: string, type: string | undefined): KeyColumn['type'] {
  if (type !== undefined && Object.hasOwn(KEY_TYPES, type)) return type as KeyColumn['type']
  throw new Error(`${table}.${column} is of the type ${type}, which a move does not know as part of a key`)
}
