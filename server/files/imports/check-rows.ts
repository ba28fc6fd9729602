import { Compile } from 'typebox/compile'
import { coercerOf, type JsonSchema } from '../../platform/http/coerce.ts'
import { problemsOf } from '../../platform/http/input-problems.ts'
import type { CopyValue } from '../../platform/postgres/copy.ts'
import type { CsvRecord } from '../../platform/values/csv.ts'
import { CsvFileError } from '../../platform/values/csv-error.ts'
import type { Importer, ImportReport, Rejection } from './importer.ts'
import { type CellReaders, UnreadableCell } from './read-cells.ts'

/** With what is wrong with it, where that is known before it is looked at. */
export type FileRecord = CsvRecord & { problem?: string }

type Checking = {
  now: () => Date
  readers: CellReaders
  report: ImportReport
  reject: (rejection: Rejection) => void
}

/** The rows that can be judged by themselves to be good, ready to be copied. */
export async function* checkedRows(
  importer: Importer,
  records: AsyncGenerator<FileRecord>,
  { now, readers, report, reject }: Checking,
): AsyncGenerator<CopyValue[]> {
  const header = await records.next()
  if (header.done) throw new CsvFileError('the file is empty; its first line must name the columns')
  const columns = columnsOf(importer, header.value.cells)
  const rowIn = rowReader(importer, columns, readers)
  for await (const { line, cells, problem } of records) {
    report.rows += 1
    const row = problem ?? rowIn(cells)
    if (typeof row === 'string') reject({ line, reason: row })
    else yield [line, ...importer.toStaging(row, now)]
  }
}

/** The row that the cells are, or what is wrong with them. */
function rowReader(importer: Importer, columns: string[], readers: CellReaders) {
  const validator = Compile(importer.row)
  const coerceRow = coercerOf(importer.row as JsonSchema)
  return (cells: string[]): Record<string, unknown> | string => {
    if (cells.length !== columns.length) return `has ${cells.length} cells where the header has ${columns.length}`
    if (cells.some((cell) => cell.includes('\0'))) return 'has a character that no text can have (NUL)'
    const { texts, reasons } = textsOf(columns, cells, readers)
    const row = coerceRow(texts) as Record<string, unknown>
    if (!validator.Check(row)) {
      const problems = problemsOf(validator.Errors(row), row, importer.row as JsonSchema)
      reasons.unshift(...problems.map(({ message }) => message))
    }
    if (!importer.oneOf.some((name) => row[name] !== undefined))
      reasons.push(`${importer.oneOf.join(' or ')} is missing.`)
    return reasons.length === 0 ? row : reasons.join(' ')
  }
}

/** An empty cell is a value that is not there. */
function textsOf(columns: string[], cells: string[], readers: CellReaders) {
  const texts: Record<string, string> = Object.create(null)
  const reasons: string[] = []
  for (const [index, name] of columns.entries()) {
    const cell = cells[index]?.trim() ?? ''
    if (cell === '') continue
    try {
      texts[name] = readers[name]?.(cell) ?? cell
    } catch (error) {
      if (!(error instanceof UnreadableCell)) throw error
      reasons.push(error.message)
    }
  }
  return { texts, reasons }
}

function columnsOf(importer: Importer, cells: string[]): string[] {
  const names = cells.map((cell) => cell.trim())
  const columns = importer.row.properties
  const unknownName = names.find((name) => !Object.hasOwn(columns, name))
  if (unknownName !== undefined) {
    throw new CsvFileError(`line 1: ${unknownName} is not a column; known are ${Object.keys(columns).join(', ')}`)
  }
  const repeatedName = names.find((name, index) => names.indexOf(name) !== index)
  if (repeatedName !== undefined) throw new CsvFileError(`line 1: the column ${repeatedName} appears twice`)
  const missingName = (importer.row.required ?? []).find((name) => !names.includes(name))
  if (missingName !== undefined) throw new CsvFileError(`line 1: the column ${missingName} is missing`)
  if (!importer.oneOf.some((name) => names.includes(name))) {
    throw new CsvFileError(`line 1: the column ${importer.oneOf.join(' or ')} is missing`)
  }
  return names
}
