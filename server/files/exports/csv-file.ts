import type { Db, Sql } from '../../platform/postgres/database.ts'
import { type CsvCell, csvLine } from '../../platform/values/csv.ts'

/** Rows that are read at a time: few at first, so that the reader sees the file begin, and twice as many each time. */
const PAGE_MAX = 2000
const FIRST_PAGE = 100

type CsvFile<Row> = {
  columns: string[]
  /** The rows behind this one, or the first ones: `most` of them while there are so many, or until `isEnd` says so. */
  page: (db: Db, after: Row | undefined, most: number) => Promise<Row[]>
  isEnd?: () => boolean
  /** One line of the file, or several that belong together. */
  cells: (row: Row) => Record<string, CsvCell> | Record<string, CsvCell>[]
}

/**
 * Lines of a file, a page of rows at a time by key: flat in memory and without a transaction that stays open for as long
 * as the reader takes.
 */
export async function* csvFile<Row>(sql: Sql, file: CsvFile<Row>): AsyncGenerator<Buffer, undefined> {
  let head = csvLine(file.columns)
  let after: Row | undefined
  for (let most = FIRST_PAGE; ; most = Math.min(PAGE_MAX, 2 * most)) {
    const rows = await sql.readLong((tx) => file.page(tx, after, most))
    const lines = rows
      .flatMap((row): Record<string, CsvCell>[] => [file.cells(row)].flat())
      .map((cells) => csvLine(file.columns.map((name) => cells[name] ?? null)))
    if (head !== '' || lines.length > 0) yield Buffer.from(head + lines.join(''))
    head = ''
    if (file.isEnd?.() ?? rows.length < most) return
    after = rows.at(-1)
  }
}
