import type { TObject } from 'typebox'
import type { Sql } from '../../server/platform/postgres/database.ts'
import { describeColumns } from './describe.ts'
import type { Statement } from './statements.ts'

export type Column = { name: string; type: string; mayBeNull: boolean }

/** What the driver makes of a PostgreSQL type, in the words of a schema. Dates and bytes are objects. */
const SCHEMA_TYPES: Record<string, string[]> = {
  int2: ['integer'],
  int4: ['integer'],
  int8: ['integer'],
  float4: ['number'],
  float8: ['number'],
  // The driver leaves these as text, so that no digit is lost.
  numeric: ['string'],
  bool: ['boolean'],
  text: ['string'],
  varchar: ['string'],
  bpchar: ['string'],
  name: ['string'],
  uuid: ['string'],
  inet: ['string'],
  time: ['string'],
  interval: ['string'],
  date: ['object'],
  timestamp: ['object'],
  timestamptz: ['object'],
  bytea: ['object'],
  json: ['object', 'array', 'string', 'number', 'boolean', 'integer'],
  jsonb: ['object', 'array', 'string', 'number', 'boolean', 'integer'],
}

/** The columns that come back, by the database's own description of the statement. */
export async function columnsOf(sql: Sql, { text }: Statement): Promise<Column[]> {
  const described = await describeColumns(sql, text)
  if (described.length === 0) return []
  const rows = await sql<{ type: string; is_nullable: boolean }[]>`
    select t.typname as type, coalesce(not a.attnotnull, false) as is_nullable
    from unnest(
      ${described.map(({ dataTypeID }) => dataTypeID)}::oid[],
      ${described.map(({ tableID }) => tableID)}::oid[],
      ${described.map(({ columnID }) => columnID)}::int[]
    ) with ordinality as c (type, "table", number, place)
    join pg_type t on t.oid = c.type
    left join pg_attribute a on a.attrelid = c."table" and a.attnum = c.number and c.number > 0
    order by c.place`
  return described.map(({ name }, index) => {
    const { type = '', is_nullable = false } = rows[index] ?? {}
    return { name, type, mayBeNull: is_nullable }
  })
}

/** How the columns differ from the row type: one missing, one too many, another type, null where the type has none. */
export function rowFindings(columns: Column[], row: TObject): string[] {
  const properties = row.properties as Record<string, { type?: string | string[] }>
  const names = columns.map(({ name }) => name)
  const twice = names.filter((name, index) => names.indexOf(name) !== index)
  const missing = Object.keys(properties).filter((name) => !names.includes(name))
  return [
    ...twice.map((name) => `${name} comes back twice`),
    ...missing.map((name) => `${name} is not selected`),
    ...columns.flatMap((column) => {
      const property = properties[column.name]
      return property ? columnFindings(column, property) : [`${column.name} is selected and not in the row type`]
    }),
  ]
}

function columnFindings({ name, type, mayBeNull }: Column, property: { type?: string | string[] }): string[] {
  const declared = [property.type ?? []].flat()
  const possible = type.startsWith('_') ? ['array'] : (SCHEMA_TYPES[type] ?? [])
  const isRight = declared.length === 0 || declared.some((candidate) => possible.includes(candidate))
  return [
    ...(isRight ? [] : [`${name} is ${type}, the row type says ${declared.join(' or ')}`]),
    ...(mayBeNull && declared.length > 0 && !declared.includes('null') ? [`${name} may be null`] : []),
  ]
}
