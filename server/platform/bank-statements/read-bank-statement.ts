import { parser } from '../parsing/parser.ts'
import { readCamt } from './read-camt.ts'
import { readMt940 } from './read-mt940.ts'
import { readStatementCsv, type StatementMapping } from './read-statement-csv.ts'
import { STATEMENT_CHARACTERS_MAX, StatementFileError, type StatementLine } from './statement.ts'

export const statementFormats = ['camt.053', 'mt940', 'csv'] as const
export type StatementFormat = (typeof statementFormats)[number]

/** By how it begins; a CSV begins anyhow. */
export function formatOf(text: string): StatementFormat {
  const start = text
    .slice(0, 5_000)
    .replace(/^\ufeff/, '')
    .trimStart()
  if (start.startsWith('<')) return 'camt.053'
  return /^(?:\{1:|:20:)/m.test(start) ? 'mt940' : 'csv'
}

/** The movements that a bank's file has, all of them, or an error that says which line of it cannot be read. */
export function readBankStatement(text: string, mapping?: StatementMapping): StatementLine[] {
  if (text.length > STATEMENT_CHARACTERS_MAX)
    throw new StatementFileError(1, `the file has more than ${STATEMENT_CHARACTERS_MAX} characters: send it in parts`)
  if (text.includes('\0')) throw new StatementFileError(1, 'this is no file of text')
  const format = formatOf(text)
  if (format === 'camt.053') return readCamt(text)
  if (format === 'mt940') return readMt940(text)
  if (!mapping)
    throw new StatementFileError(1, 'this is no CAMT.053 and no MT940; a CSV needs a mapping of its columns')
  return readStatementCsv(text, mapping)
}

export const bankStatements = parser<typeof import('./read-bank-statement.ts'), 'readBankStatement'>({
  name: 'bank statement',
  file: new URL(import.meta.url),
  function: 'readBankStatement',
  timeoutMs: 10_000,
})
