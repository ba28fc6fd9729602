import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import { currencyExponent } from '../values/money.ts'
import {
  StatementFileError,
  type StatementLine,
  StatementLines,
  statementAmount,
  statementCurrency,
  statementDay,
} from './statement.ts'

/** How a bank's own CSV says what a statement says: its headings, and how it writes amounts and days. */
export type StatementMapping = {
  delimiter?: ',' | ';' | '\t' | '|' | undefined
  decimal: ',' | '.'
  dates: 'dmy' | 'mdy' | 'ymd'
  /** For files without such a column, and its rows that say none. */
  currency: string
  columns: {
    date: string
    /** With its sign; or else what came and what went, in columns of their own. */
    amount?: string | undefined
    credit?: string | undefined
    debit?: string | undefined
    currency?: string | undefined
    name?: string | undefined
    counter_account?: string | undefined
    reference?: string | undefined
    account?: string | undefined
    text?: string[] | undefined
  }
}

type CsvRow = { cells: string[]; line: number }

/** Banks write some lines of their own before the headings. */
const HEADING_LINES_MAX = 50
const ROWS_MAX = 20_000
const CELLS_MAX = 200
const RECORD_CHARACTERS_MAX = 20_000

export function readStatementCsv(text: string, mapping: StatementMapping): StatementLine[] {
  const { columns } = mapping
  if ((columns.amount === undefined) === (columns.credit === undefined && columns.debit === undefined))
    throw new StatementFileError(1, 'either amount is a column, or credit and debit are')
  const plain = text.replace(/^\ufeff/, '')
  const rows = rowsOf(plain, mapping.delimiter ?? delimiterOf(plain, mapping))
  const { places, below } = headingOf(rows, mapping)
  const lines = new StatementLines()
  for (const row of below) {
    const cell = (name: string | undefined) =>
      name === undefined ? '' : (row.cells[places.get(name) ?? -1] ?? '').trim()
    const date = cell(columns.date)
    const amounts = [columns.amount, columns.credit, columns.debit].map(cell)
    // Sums below the movements, and remarks.
    if (date === '' && (row.cells.length === 1 || amounts.every((each) => each === '') || cell(columns.name) === ''))
      continue
    const currency = statementCurrency(cell(columns.currency) || mapping.currency, row.line)
    lines.add({
      line: row.line,
      account: cell(columns.account) || null,
      bookedOn: dayIn(date, mapping.dates, row.line),
      amountMinor: amountIn(amounts, mapping, currency, row.line),
      currency,
      bankReference: cell(columns.reference) || null,
      name: cell(columns.name) || null,
      counterAccount: cell(columns.counter_account) || null,
      text: (columns.text ?? []).map(cell).join(' '),
      kind: 'payment',
    })
  }
  return lines.lines
}

function rowsOf(text: string, delimiter: string): CsvRow[] {
  refuseLongLines(text)
  try {
    const records = parse(text, {
      delimiter,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: RECORD_CHARACTERS_MAX,
      to: ROWS_MAX + 1,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    if (records.length > ROWS_MAX)
      throw new StatementFileError(
        records.at(-1)?.info.lines ?? 1,
        `there are more than ${ROWS_MAX} rows: send it in parts`,
      )
    return records.map(({ record, info }) => {
      if (record.length > CELLS_MAX) throw new StatementFileError(info.lines, `there are more than ${CELLS_MAX} cells`)
      return { cells: record, line: info.lines }
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new StatementFileError(
      Number(error.lines ?? 1),
      'it is not written as CSV: a quote is not closed, or a row is too long',
    )
  }
}

/** Before the parser sees them: it takes its time over a million cells. */
function refuseLongLines(text: string): void {
  for (let line = 1, start = 0; start < text.length; line += 1) {
    const end = text.indexOf('\n', start)
    const stop = end < 0 ? text.length : end
    if (stop - start > RECORD_CHARACTERS_MAX)
      throw new StatementFileError(line, `it is longer than ${RECORD_CHARACTERS_MAX} characters`)
    start = stop + 1
  }
}

/** The one that the line of the headings has most of. */
function delimiterOf(text: string, { columns }: StatementMapping): string {
  const heading = text.split('\n', HEADING_LINES_MAX).find((line) => line.includes(columns.date)) ?? ''
  const count = (delimiter: string) => heading.split(delimiter).length
  const [best = ','] = [';', ',', '\t', '|'].sort((one, other) => count(other) - count(one))
  return best
}

function headingOf(rows: CsvRow[], { columns }: StatementMapping) {
  const wanted = [
    ...new Set(
      Object.values(columns)
        .flat()
        .filter((name) => name !== undefined),
    ),
  ]
  const trimmed = rows.slice(0, HEADING_LINES_MAX).map(({ cells }) => cells.map((cell) => cell.trim()))
  const index = trimmed.findIndex((cells) => wanted.every((name) => cells.includes(name.trim())))
  if (index < 0) {
    const nearest = trimmed.find((cells) => cells.includes(columns.date.trim()))
    const lacking = wanted.filter((name) => !nearest?.includes(name.trim()))
    throw new StatementFileError(
      1,
      `there is no line of headings with ${lacking.map((name) => JSON.stringify(name)).join(', ')}`,
    )
  }
  const heading = trimmed[index] ?? []
  const twice = wanted.find((name) => heading.indexOf(name.trim()) !== heading.lastIndexOf(name.trim()))
  if (twice !== undefined)
    throw new StatementFileError(rows[index]?.line ?? 1, `the heading ${JSON.stringify(twice)} stands twice`)
  return { places: new Map(wanted.map((name) => [name, heading.indexOf(name.trim())])), below: rows.slice(index + 1) }
}

const ORDERS = { dmy: [2, 1, 0], mdy: [2, 0, 1], ymd: [0, 1, 2] } as const

function dayIn(cell: string, order: StatementMapping['dates'], line: number): string {
  const numbers =
    /^(\d{1,4})[./\s-]{1,2}(\d{1,2})[./\s-]{1,2}(\d{1,4})(?:[T ].*)?$/.exec(cell)?.slice(1) ?? packed(cell, order)
  const [year = 0, month = 0, day = 0] = ORDERS[order].map((place) => Number(numbers?.[place]))
  const known = statementDay(year < 100 ? 2000 + year : year, month, day)
  if (known === undefined)
    throw new StatementFileError(line, `${JSON.stringify(cell.slice(0, 40))} is no day (${order})`)
  return known
}

/** 20260301, or 01032026. */
function packed(cell: string, order: StatementMapping['dates']): string[] | undefined {
  if (!/^\d{8}$/.test(cell)) return undefined
  const cuts = order === 'ymd' ? [0, 4, 6, 8] : [0, 2, 4, 8]
  return [0, 1, 2].map((index) => cell.slice(cuts[index], cuts[index + 1]))
}

function amountIn(
  [signed = '', credit = '', debit = '']: string[],
  mapping: StatementMapping,
  currency: string,
  line: number,
) {
  if (mapping.columns.amount !== undefined) return signedMinor(signed, mapping, currency, line)
  const came = credit === '' ? 0 : Math.abs(signedMinor(credit, mapping, currency, line))
  const went = debit === '' ? 0 : Math.abs(signedMinor(debit, mapping, currency, line))
  if (came > 0 && went > 0) throw new StatementFileError(line, 'it came and went at once')
  return came - went
}

/** 1.234,56 and -1 234.56 and 12,00- and +5: points, commas, blanks and apostrophes that part thousands stand three digits apart. */
function signedMinor(cell: string, { decimal }: StatementMapping, currency: string, line: number): number {
  const wrong = () => new StatementFileError(line, `${JSON.stringify(cell.slice(0, 40))} is no amount of ${currency}`)
  const [front = ''] = /^[+\-\u2212]/.exec(cell) ?? []
  const unsigned = cell.slice(front.length)
  const [back = ''] = /[+-]$/.exec(unsigned) ?? []
  if (front !== '' && back !== '') throw wrong()
  const digits = unsigned.slice(0, unsigned.length - back.length).trim()
  if (!/^[\d.,'\u2019\s]{1,40}$/.test(digits)) throw wrong()
  const [whole = '', decimals, ...more] = digits.split(decimal)
  if (more.length > 0) throw wrong()
  const isGrouped = /^\d{1,3}(?:[.,'\u2019\s]\d{3})*$/.test(whole)
  if (!isGrouped && !/^\d+$/.test(whole)) throw wrong()
  // 1.234 with a decimal comma is grouped; 12.34 is written with the other decimal than was said.
  if (decimals !== undefined && !/^\d*$/.test(decimals)) throw wrong()
  const minor = statementAmount(
    `${whole.replaceAll(/\D/g, '')}.${decimals ?? ''.padEnd(currencyExponent(currency), '0')}`,
    currency,
  )
  if (minor === undefined) throw wrong()
  return /[-\u2212]/.test(front + back) ? -minor : minor
}
