import { currencyExponent, isCurrency } from '../values/money.ts'
import { UnreadableFile } from '../values/unreadable-file.ts'

/** One movement of money on an account, as the bank reports it. */
export type StatementLine = {
  /** Where it stands in the file, from 1. */
  line: number
  /** The account that the statement is of, without blanks; null where the file does not say. */
  account: string | null
  /** The day, as in 2026-03-01. */
  bookedOn: string
  /** Above zero it came in, below zero it went out. */
  amountMinor: number
  currency: string
  /** The bank's number for the movement, where it has one. */
  bankReference: string | null
  /** Who paid, or was paid, and by which account. */
  name: string | null
  counterAccount: string | null
  /** The remittance text, with references first. */
  text: string
  /** charge: the bank's price for something, or interest. return: of an earlier movement, in the other direction. */
  kind: 'payment' | 'charge' | 'return'
}

/** What is read out of one file: at most so much, in characters and lines. */
export const STATEMENT_CHARACTERS_MAX = 6_000_000
export const STATEMENT_LINES_MAX = 10_000

const NAME_MAX = 140
const TEXT_MAX = 1_000
const REFERENCE_MAX = 64

/** The file cannot be read: where, and why. None of it is taken then. */
export class StatementFileError extends UnreadableFile {
  readonly line: number

  constructor(line: number, why: string) {
    super(`line ${line}: ${why}`)
    this.line = line
  }
}

/** As banks have it: texts within their bounds, without line breaks and control characters; what is empty is not there. */
export function statementLine(raw: StatementLine): StatementLine {
  return {
    ...raw,
    account: raw.account && compact(raw.account).slice(0, REFERENCE_MAX),
    bankReference: textOrNull(raw.bankReference, REFERENCE_MAX),
    name: textOrNull(raw.name, NAME_MAX),
    counterAccount: raw.counterAccount ? textOrNull(compact(raw.counterAccount), REFERENCE_MAX) : null,
    text: shortText(raw.text),
  }
}

const compact = (text: string) => text.replaceAll(/\s/g, '').toUpperCase()

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const plain = (text: string) => text.replaceAll(/[\s\u0000-\u001f\u007f]+/g, ' ').trim()

/** As much of a text as is stored of it. What many movements share is shortened once, before it is copied to each of them. */
export const shortText = (text: string): string => plain(text).slice(0, TEXT_MAX).toWellFormed()

function textOrNull(text: string | null, max: number): string | null {
  const short = text === null ? '' : plain(text).slice(0, max).toWellFormed()
  return short === '' ? null : short
}

/** 12 digits before the decimals are a million millions: more is a mistake, and would not be counted exactly. */
const AMOUNT = /^(\d{1,12})(?:[.,](\d{0,5}))?$/

/** An amount without sign, in minor units; the decimals of a currency and no finer. Undefined: it is none. */
export function statementAmount(text: string, currency: string): number | undefined {
  const parts = AMOUNT.exec(text.trim())
  if (!parts) return undefined
  const exponent = currencyExponent(currency)
  const [, whole = '', decimals = ''] = parts
  if (/[^0]/.test(decimals.slice(exponent))) return undefined
  return Number(whole + decimals.slice(0, exponent).padEnd(exponent, '0'))
}

export function statementCurrency(text: string | undefined, line: number): string {
  const currency = text?.trim().toUpperCase() ?? ''
  if (!isCurrency(currency)) throw new StatementFileError(line, `there is no currency ${JSON.stringify(text ?? '')}`)
  return currency
}

/** A day of the calendar; undefined where there is no such day. */
export function statementDay(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isDay = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isDay && year >= 1990 && year <= 2100 ? date.toISOString().slice(0, 10) : undefined
}

/** Lines as they are read, so many at most. */
export class StatementLines {
  readonly lines: StatementLine[] = []

  add(line: StatementLine): void {
    if (this.lines.length === STATEMENT_LINES_MAX)
      throw new StatementFileError(line.line, `there are more than ${STATEMENT_LINES_MAX} movements: send it in parts`)
    this.lines.push(statementLine(line))
  }
}
