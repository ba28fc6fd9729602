import type { Fragment } from 'postgres'
import type { Db } from './database.ts'
import { asTemplate } from './template.ts'

/** The names and types of columns, in the order of a statement. */
export type Columns = Record<string, 'bigint' | 'boolean' | 'integer' | 'text' | 'timestamptz' | 'uuid'>

/** As an insert lists them. */
export const namesOf = (sql: Db, columns: Columns): Fragment => asTemplate(sql, [Object.keys(columns).join(', ')])

/**
 * Rows for a statement to read from, as `r`: an array for each column. PostgreSQL takes two thirds of the time that the same rows
 * take in JSON, all of which it reads twice, with every name in every row.
 */
export function records<C extends Columns>(sql: Db, columns: C, rows: { [Name in keyof C]: unknown }[]): Fragment {
  const names = Object.keys(columns)
  const types = Object.values(columns)
  const texts = [
    'unnest(',
    ...types.slice(0, -1).map((type) => `::${type}[], `),
    `::${types.at(-1)}[]) as r (${names.join(', ')})`,
  ]
  const arrays = names.map((name) => `{${rows.map((row) => literal(row[name])).join(',')}}`)
  return asTemplate(sql, texts, arrays)
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value === 'string') return `"${value.replace(/["\\]/g, '\\$&')}"`
  return value instanceof Date ? value.toISOString() : String(value)
}
