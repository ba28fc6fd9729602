import type { DateOrder } from '../../../faces/kit/date-order.ts'
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
export const dateOrders = ['ymd', 'dmy', 'mdy'] as const satisfies DateOrder[]
export type DateOrders = Readonly<Record<string, DateOrder | undefined>>

const WRITTEN = { ymd: 'year, month, day', dmy: 'day, month, year', mdy: 'month, day, year' }

/** What a person, a form or a spreadsheet writes, in the languages of the console and its neighbours. */
const YES = ['yes', 'y', 'true', '1', 'x', '✓', 'ja', 'j', 'wahr', 'sí', 'si', 's', 'verdadero', 'oui']
const NO = ['no', 'n', 'false', '0', 'nein', 'falsch', 'falso', 'non', 'nej', 'nee']

/** Whatever else stands there is left to be refused. */
export const wordReader =
  (words: Record<string, string>): CellReader =>
  (cell) => {
    const word = cell.normalize('NFC').toLowerCase()
    return Object.hasOwn(words, word) ? (words[word] ?? cell) : cell
  }

/** Words for yes and no, as the API would write the two. */
export const eitherOf = (yes: string, no: string): Record<string, string> => ({
  ...Object.fromEntries(YES.map((word) => [word, yes])),
  ...Object.fromEntries(NO.map((word) => [word, no])),
})

export const booleanReader = wordReader(eitherOf('true', 'false'))
export const flagReader = wordReader(eitherOf('1', '0'))
export const yesNoReader = wordReader(eitherOf('yes', 'no'))

/** Three numbers; a spreadsheet adds midnight to some. */
const DATE = /^(\d{1,4})([./-])(\d{1,2})[./-](\d{1,4})(?:[ T]00?:00(?::00)?)?$/

/**
 * A day, as YYYY-MM-DD. A year that stands first says the order by itself, and so do points where nothing else was said. Two
 * digits of a year could be either century.
 */
export const dateReader =
  (column: string, given?: DateOrder): CellReader =>
  (cell) => {
    const [, first = '', mark = '', second = '', third = ''] = DATE.exec(cell) ?? []
    const order = first.length === 4 ? 'ymd' : (given ?? (mark === '.' ? 'dmy' : undefined))
    if (order === undefined && third.length === 4) {
      throw new UnreadableCell(
        `${column}: ${cell} can be read in two ways; say whether the day or the month comes first.`,
      )
    }
    const parts = [first, second, third]
    const part = (name: string) => parts[(order ?? 'ymd').indexOf(name)] ?? ''
    const year = part('y')
    const month = part('m').padStart(2, '0')
    const day = part('d').padStart(2, '0')
    if (year.length !== 4 || !isDay(`${year}-${month}-${day}`)) {
      throw new UnreadableCell(`${column} is no date written ${WRITTEN[given ?? 'ymd']}, the year in four digits.`)
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
