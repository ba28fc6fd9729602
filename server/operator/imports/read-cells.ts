import type { OrgId } from '../../access/principal.ts'
import { endOfDay } from '../../people/members/membership-end.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { unixSeconds } from '../../platform/values/clock.ts'
import { DAY_MS } from '../../platform/values/durations.ts'

/** Makes of a cell, as people and spreadsheets write it, what the API would be sent. */
export type CellReader = (cell: string) => string
export type CellReaders = Record<string, CellReader>

/** The row is bad for what stands in this cell. */
export class UnreadableCell extends Error {}

/** In which order a column writes its dates; 3/4 cannot be told from 4/3 by looking at it. */
export const dateOrders = ['ymd', 'dmy', 'mdy'] as const
export type DateOrder = (typeof dateOrders)[number]
export type DateOrders = Readonly<Record<string, DateOrder>>

const WRITTEN = { ymd: 'year, month, day', dmy: 'day, month, year', mdy: 'month, day, year' }

/** `Yes` of a person, `TRUE` of a spreadsheet; whatever else stands there is left to be refused. */
export const wordReader =
  (words: Record<string, string>): CellReader =>
  (cell) => {
    const word = cell.toLowerCase()
    return Object.hasOwn(words, word) ? (words[word] ?? cell) : cell
  }

export const booleanReader = wordReader({
  yes: 'true',
  y: 'true',
  true: 'true',
  no: 'false',
  n: 'false',
  false: 'false',
})
export const flagReader = wordReader({ yes: '1', y: '1', true: '1', no: '0', n: '0', false: '0' })
export const yesNoReader = wordReader({
  yes: 'yes',
  y: 'yes',
  true: 'yes',
  1: 'yes',
  no: 'no',
  n: 'no',
  false: 'no',
  0: 'no',
})

/** A day, as YYYY-MM-DD. Two digits of a year could be either century, and a spreadsheet adds midnight to some. */
export const dateReader =
  (column: string, order: DateOrder = 'ymd'): CellReader =>
  (cell) => {
    const [, ...parts] = /^(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})(?:[ T]00?:00(?::00)?)?$/.exec(cell) ?? []
    const part = (name: string) => parts[order.indexOf(name)] ?? ''
    const [year, month, day] = [part('y'), part('m').padStart(2, '0'), part('d').padStart(2, '0')]
    if (year.length !== 4 || !isDay(`${year}-${month}-${day}`)) {
      throw new UnreadableCell(`${column} is no date written ${WRITTEN[order]}, the year in four digits.`)
    }
    return `${year}-${month}-${day}`
  }

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return /^(?!0000)\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** Unix seconds as they are, or a day on the organisation's clock: its first moment, or the midnight that ends it. */
export const timeReader = (column: string, zone: string, edge: 'start' | 'end', order?: DateOrder): CellReader => {
  const toDate = dateReader(column, order)
  return (cell) => {
    if (/^\d{5,}$/.test(cell) || cell === '0') return cell
    const date = toDate(cell)
    const day = edge === 'end' ? date : new Date(Date.parse(date) - DAY_MS).toISOString().slice(0, 10)
    return String(unixSeconds(endOfDay(day, zone)))
  }
}

export async function zoneOf(orgId: OrgId, tx: Tx): Promise<string> {
  const [row] = await tx<{ timezone: string }[]>`
    select timezone
    from organisations
    where org_id = ${orgId}`
  return row?.timezone ?? 'UTC'
}
