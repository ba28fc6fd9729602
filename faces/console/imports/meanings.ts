import type { ImportResult } from '@grandstand/sdk'
import { count } from '../parts/format.ts'
import { customerColumns, type DateOrder, dateOrderOf, type ImportColumn, memberColumns } from './columns.ts'
import type { FileTable } from './read-table.ts'

export const ROWS_MAX = 20_000
const CHARACTERS_MAX = 6_000_000

/** What a heading means, and how its dates are written: empty where it was not said. */
export type Meaning = { to: string; dates: DateOrder | '' }

export function datesOf(columns: ImportColumn[], to: string, { rows }: FileTable, at: number): DateOrder | '' {
  const isDate = columns.some((column) => column.name === to && column.isDate)
  return isDate ? (dateOrderOf(rows.map((row) => row[at] ?? '')) ?? '') : ''
}

/** What is missing before the file can be tried. */
export function whyNotYet(file: FileTable | undefined, meanings: Meaning[], names: string[]): string | undefined {
  const meant = meanings.map(({ to }) => to).filter((to) => to !== '')
  const twice = meant.find((to, at) => meant.indexOf(to) !== at)
  const labelOf = (name: string) => memberColumns.find((column) => column.name === name)?.label ?? name
  const unclear = meanings.findIndex(
    ({ to, dates }) =>
      dates === '' && [...memberColumns, ...customerColumns].some((column) => column.isDate && column.name === to),
  )
  const missing = names.find((name) => !meant.includes(name))
  if (!file) return 'Choose a file first'
  if (file.rows.length === 0) return 'There is nothing below its headings'
  if (file.rows.length > ROWS_MAX || file.text.length > CHARACTERS_MAX)
    return `More than ${count(ROWS_MAX)} rows: cut it in parts, or use the command line`
  if (twice !== undefined) return `Two columns are ${labelOf(twice)}`
  if (missing !== undefined) return `Say which column is ${labelOf(missing)}`
  if (!meant.includes('org_customer_id') && !meant.includes('email_address'))
    return 'Say which column is the customer number or the e-mail'
  if (unclear !== -1) return `Say which comes first in ${file.headings[unclear]}, the day or the month`
  return undefined
}

export const whyNoImport = ({ created, changed }: ImportResult) =>
  created + changed === 0 ? 'It would change nothing' : undefined

export function importLabel({ created, changed, rejected }: ImportResult): string {
  const leaving = rejected === 0 ? '' : `, leave ${count(rejected)} out`
  return `Import ${count(created + changed)}${leaving}`
}
