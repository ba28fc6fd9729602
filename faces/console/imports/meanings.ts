import type { ImportResult } from '@grandstand/sdk'
import { type DateOrder, dateOrderOf } from '../../kit/date-order.ts'
import { count } from '../parts/format.ts'
import { words } from '../words/imports.ts'
import { customerColumns, type ImportColumn, memberColumns } from './columns.ts'
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
  if (!file) return words.chooseAFileFirst
  if (file.rows.length === 0) return words.thereIsNothingBelowIts
  if (file.rows.length > ROWS_MAX || file.text.length > CHARACTERS_MAX)
    return words.moreThanRowsCutIt({ rowsmax: count(ROWS_MAX) })
  if (twice !== undefined) return words.twoColumnsAre({ twice: labelOf(twice) })
  if (missing !== undefined) return words.sayWhichColumnIs({ missing: labelOf(missing) })
  if (!meant.includes('org_customer_id') && !meant.includes('email_address')) return words.sayWhichColumnIsThe
  if (unclear !== -1) return words.sayWhichComesFirst({ heading: file.headings[unclear] ?? '' })
  return undefined
}

export const whyNoImport = ({ created, changed }: ImportResult) =>
  created + changed === 0 ? words.itWouldChangeNothing : undefined

export function importLabel({ created, changed, rejected }: ImportResult): string {
  const rows = count(created + changed)
  return rejected === 0
    ? words.import({ created: rows })
    : words.importAndSkip({ created: rows, rejected: count(rejected) })
}
