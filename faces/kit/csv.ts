/** One line of a file that spreadsheets open. */
export const csvLine = (cells: (string | number | null | undefined)[]): string => `${cells.map(csvCell).join(',')}\r\n`

/** A spreadsheet runs what begins with one of these, in letters of full width too; behind an apostrophe it is text. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/

function csvCell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const safe = FORMULA.test(value) ? `'${value}` : value
  // A spreadsheet that separates by semicolons or tabs would begin a cell behind one.
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A cell, in quotes or not, and what ends it. */
const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/gy
/** What the service marks as text, so that no spreadsheet runs it. */
const MARKED = /^'+[=+\-@\t\r\n＝＋－＠]/

/** The rows of a file as the service writes them, by the titles of its columns. */
export function csvRows(text: string): Record<string, string>[] {
  const records: string[][] = [[]]
  for (const [cell, quoted, plain = '', end] of text.matchAll(CELL)) {
    if (cell === '') break
    const value = quoted === undefined ? plain : quoted.replaceAll('""', '"')
    records.at(-1)?.push(MARKED.test(value) ? value.slice(1) : value)
    if (end === '\r\n') records.push([])
  }
  const [titles = [], ...rows] = records
  return rows
    .filter((cells) => cells.length > 0)
    .map((cells) => Object.fromEntries(titles.map((title, at) => [title, cells[at] ?? ''])))
}
