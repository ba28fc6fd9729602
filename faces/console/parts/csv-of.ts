import { csvLine } from '../../kit/csv.ts'
import type { Column } from '../../kit/table.tsx'

/** A whole table as a file. A mark at the beginning tells a spreadsheet that it is UTF-8. */
export function csvOf<Row>(columns: Column<Row>[], rows: Row[]): Blob {
  const written = columns.flatMap(({ title, text }) => (text ? [{ title, text }] : []))
  const lines = [
    csvLine(written.map(({ title }) => title)),
    ...rows.map((row) => csvLine(written.map(({ text }) => text(row)))),
  ]
  return new Blob(['\ufeff', ...lines], { type: 'text/csv' })
}
