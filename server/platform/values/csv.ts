import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'

export type CsvRecord = { line: number; cells: string[] }

/** The file as a whole cannot be read: which line, and why. */
export class CsvFileError extends Error {}

const RECORD_CHARACTERS_MAX = 100_000

/** Record by record, never the file: UTF-8, commas, quotes as in RFC 4180, a byte order mark if there is one. */
export async function* readCsv(file: Readable): AsyncGenerator<CsvRecord> {
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: RECORD_CHARACTERS_MAX,
  })
  const text = Readable.from(decoded(file))
  text.on('error', (error) => parser.destroy(error))
  text.pipe(parser)
  try {
    for await (const { info, record } of parser as AsyncIterable<{ info: { lines: number }; record: string[] }>) {
      yield { line: info.lines, cells: record.map(withoutMark) }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new CsvFileError(`line ${String(error.lines ?? '?')}: ${error.message}`)
  } finally {
    file.destroy()
  }
}

/** A file in another encoding would come out as other names; better not at all. */
async function* decoded(file: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of file) yield decoder.decode(chunk as Buffer, { stream: true })
    yield decoder.decode()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new CsvFileError('the file is not UTF-8; save it as CSV UTF-8')
  }
}

export type CsvCell = string | number | boolean | null

/** A cell is quoted when it must be, and marked where a spreadsheet would run it; null is an empty cell. */
export const csvLine = (cells: CsvCell[]): string =>
  `${cells.map((cell) => (cell === null ? '' : quoted(typeof cell === 'string' ? marked(cell) : String(cell)))).join(',')}\r\n`

/** What a spreadsheet takes for a formula when a cell begins with it; a name is whatever its owner typed. */
const FORMULA = /^'*[=+\-@\t\r\n]/

/** The apostrophe says that text follows. Texts that begin like a marked one get one too, so that reading takes off what writing put on. */
const marked = (text: string) => (FORMULA.test(text) ? `'${text}` : text)

const withoutMark = (cell: string) => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell)

const quoted = (text: string) => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
