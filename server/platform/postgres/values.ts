import pg from 'pg'
import { UnsendableError } from './errors.ts'

/** A value as PostgreSQL reads it: text, or bytes as they are. */
export type SentValue = string | Buffer | null

/**
 * Every value is written here and none by the driver, so that a wrong one is found before anything is sent. What type the text
 * is read as, the statement decides: by the column it is compared with or by a cast, as in `${ids}::bigint[]`.
 */
export function toParameter(value: unknown): SentValue {
  if (value === null) return null
  if (typeof value === 'string') return value
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  return Array.isArray(value) ? arrayText(value) : toText(value)
}

function toText(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) throw new UnsendableError('INVALID_DATE', 'a date that is none cannot be sent')
    return value.toISOString()
  }
  if (typeof value === 'object') return JSON.stringify(value)
  throw new UnsendableError('UNDEFINED_VALUE', `a value that is ${typeof value} cannot be sent`)
}

/** As PostgreSQL writes an array: `{1,NULL,"two words"}`. */
export function arrayText(values: readonly unknown[]): string {
  let text = '{'
  for (let n = 0; n < values.length; n += 1) text += n === 0 ? elementText(values[n]) : `,${elementText(values[n])}`
  return `${text}}`
}

function elementText(value: unknown): string {
  if (typeof value === 'number') return String(value)
  if (value === null) return 'NULL'
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return arrayText(value)
  if (value instanceof Uint8Array) return `"\\\\x${Buffer.from(value).toString('hex')}"`
  return quoted(toText(value))
}

const quoted = (text: string) => `"${/["\\]/.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`

/** Identity columns and minor-unit sums stay far below 2^53; a value beyond it is a bug, not something to round. */
function toSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint out of the safe range: ${text}`)
  return value
}

/** In ISO 8601, which is read several times as fast as the form that PostgreSQL has for `2026-03-01 09:30:00.125+00`. */
const toDate = (text: string): Date =>
  text.endsWith('+00') ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : new Date(text)

type Reader = (text: string) => unknown
const asIs: Reader = (text) => text
/** The driver's own reader of text[]. */
const elementsOf = pg.types.getTypeParser(1009 as never) as (text: string) => unknown[]

/** Any depth of arrays, each element as one of its type. */
const arrayOf = (read: Reader): Reader => {
  const readAll = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(readAll) : value === null ? null : read(value as string)
  return (text) => readAll(elementsOf(text))
}

/** By the number of the type and that of its array. Whatever is not named here, numeric for one, stays the text that it is. */
const READERS: [type: number, array: number, read: Reader][] = [
  [16, 1000, (text) => text === 't'],
  [17, 1001, (text) => Buffer.from(text.slice(2), 'hex')],
  [19, 1003, asIs],
  [20, 1016, toSafeInteger],
  [21, 1005, Number],
  [23, 1007, Number],
  [25, 1009, asIs],
  [26, 1028, Number],
  [114, 199, JSON.parse],
  [700, 1021, Number],
  [701, 1022, Number],
  [1042, 1014, asIs],
  [1043, 1015, asIs],
  [1082, 1182, toDate],
  [1114, 1115, toDate],
  [1184, 1185, toDate],
  [1700, 1231, asIs],
  [2950, 2951, asIs],
  [3802, 3807, JSON.parse],
]

const readers = new Map(
  READERS.flatMap(([type, array, read]) => [[type, read] as const, [array, arrayOf(read)] as const]),
)

/** The driver calls this for each column of a result. */
export const types = { getTypeParser: (type: number) => readers.get(type) ?? asIs } as pg.CustomTypesConfig
