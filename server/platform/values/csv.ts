import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { CsvFileError } from './csv-error.ts'
import { decodeCsv, formOf } from './csv-text.ts'

export type CsvRecord = { line: number; cells: string[] }

const RECORD_CHARACTERS_MAX = 100_000

/** Record by record, never the file: commas, semicolons or tabs, quotes as in RFC 4180, in any encoding that spreadsheets save. */
export async function* readCsv(file: Readable): AsyncGenerator<CsvRecord> {
  const { delimiter, linesBefore, text: decoded } = await formOf(decodeCsv(file))
  const parser = parse({
    delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: RECORD_CHARACTERS_MAX,
  })
  const text = Readable.from(decoded)
  text.on('error', (error) => parser.destroy(error))
  text.pipe(parser)
  try {
    for await (const { info, record } of parser as AsyncIterable<{ info: { lines: number }; record: string[] }>) {
      yield { line: info.lines + linesBefore, cells: record.map(withoutMark) }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new CsvFileError(`line ${String(error.lines ?? '?')}: ${error.message}`)
  } finally {
    file.destroy()
  }
}

export type CsvCell = string | number | boolean | null

/** A cell is quoted when it must be, and marked where a spreadsheet would run it; null is an empty cell. */
export const csvLine = (cells: CsvCell[]): string =>
  `${cells.map((cell) => (cell === null ? '' : quoted(typeof cell === 'string' ? markFormula(cell) : String(cell)))).join(',')}\r\n`

/** What a spreadsheet takes for a formula when a cell begins with it, in letters of full width too; a name is whatever its owner typed. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/

/** The apostrophe says that text follows. Texts that begin like a marked one get one too, so that reading takes off what writing put on. */
export const markFormula = (text: string) => (FORMULA.test(text) ? `'${text}` : text)

const withoutMark = (cell: string) => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell)

const quoted = (text: string) => (/[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
