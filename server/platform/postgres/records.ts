import type { Fragment } from 'postgres'
import type { Db } from './database.ts'

/** The names and types of columns, in the order of a statement. */
export type Columns = Record<string, 'bigint' | 'boolean' | 'integer' | 'text' | 'timestamptz' | 'uuid'>

/** As an insert lists them. */
export const namesOf = (sql: Db, columns: Columns): Fragment => sql(templatesOf(columns).names)

/**
 * Rows for a statement to read from, as `r`: an array for each column. PostgreSQL takes two thirds of the time that the same rows
 * take in JSON, all of which it reads twice, with every name in every row.
 */
export function records<C extends Columns>(sql: Db, columns: C, rows: { [Name in keyof C]: unknown }[]): Fragment {
  const arrays = Object.keys(columns).map((name) => `{${rows.map((row) => elementOf(row[name])).join(',')}}`)
  return sql(templatesOf(columns).rows, ...arrays)
}

type Templates = { names: TemplateStringsArray; rows: TemplateStringsArray }

/** Made once: the driver remembers every template that it is given, for ever, and with it where in the program that was. */
const kept = new WeakMap<Columns, Templates>()

function templatesOf(columns: Columns): Templates {
  const there = kept.get(columns) ?? makeTemplates(columns)
  kept.set(columns, there)
  return there
}

function makeTemplates(columns: Columns): Templates {
  const names = Object.keys(columns).join(', ')
  const types = Object.values(columns)
  const between = types.slice(0, -1).map((type) => `::${type}[], `)
  return {
    names: asTemplate([names]),
    rows: asTemplate(['unnest(', ...between, `::${types.at(-1)}[]) as r (${names})`]),
  }
}

/** What the driver is given for a template: texts, with a parameter between each two of them. */
const asTemplate = (texts: string[]) => Object.assign(texts, { raw: texts }) as TemplateStringsArray

function elementOf(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value === 'string') return `"${value.replace(/["\\]/g, '\\$&')}"`
  return value instanceof Date ? value.toISOString() : String(value)
}
