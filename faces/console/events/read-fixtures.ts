import { locale } from '../language/language.ts'
import { momentOf } from '../parts/zone-time.ts'

/** A line of a fixture list as an event, or why it is none. */
export type Fixture = { line: number; title: string; start: number | undefined; problem?: 'title' | 'date' | 'time' }

const TITLE = /title|name|match|event|opponent|gegner|spiel|titel|begegnung|título|partido|evento|rival/i
const DATE = /date|day|datum|tag|fecha|día/i
const TIME = /time|kick|start|uhr|beginn|anpfiff|hora|inicio/i

/** What a table of texts says, by its headings; without any that we know, title, date and time stand in this order. */
export function fixturesOf(headings: string[], rows: string[][], zone: string): Fixture[] {
  const at = (known: RegExp) => headings.findIndex((heading) => known.test(heading))
  const isHeaded = at(TITLE) !== -1 && at(DATE) !== -1
  const [title, date, time] = isHeaded ? [at(TITLE), at(DATE), at(TIME)] : [0, 1, 2]
  const lines = isHeaded ? rows : [headings, ...rows]
  return lines.map((cells, index) => {
    const cell = (column: number) => (cells[column] ?? '').trim()
    const line = index + (isHeaded ? 2 : 1)
    const day = dayIn(cell(date))
    const clock = clockIn(cell(time) === '' ? cell(date).replace(/^\S+/, '') : cell(time))
    const fixture = { line, title: cell(title), start: undefined }
    if (fixture.title === '') return { ...fixture, problem: 'title' }
    if (day === undefined) return { ...fixture, problem: 'date' }
    if (clock === undefined) return { ...fixture, problem: 'time' }
    return { ...fixture, start: momentOf(`${day}T${clock}`, zone) }
  })
}

/** Where the reader's own dates begin with the month: 3/14/2027. */
const isMonthFirst = (tag: string): boolean =>
  new Intl.DateTimeFormat(tag).formatToParts(0).find(({ type }) => type !== 'literal')?.type === 'month'

/** `2027-03-14`, `14/3/2027`, `14.03.27` as 2027-03-14; undefined where it is no day. */
export function dayIn(text: string, tag: string = locale): string | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})/.exec(text) ?? []
  if (year !== undefined) return dayOf(Number(year), Number(month), Number(day))
  const [, first, separator, second, last] = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})/.exec(text) ?? []
  if (last === undefined) return undefined
  const full = Number(last) + (last.length === 2 ? 2000 : 0)
  const isAmerican = separator === '/' && isMonthFirst(tag) && Number(first) <= 12
  return isAmerican ? dayOf(full, Number(first), Number(second)) : dayOf(full, Number(second), Number(first))
}

function dayOf(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isDay ? date.toISOString().slice(0, 10) : undefined
}

/** `19:30`, `19.30`, `7:30 pm`, `7pm`, `19 Uhr` as 19:30; undefined where it is no time. */
export function clockIn(text: string): string | undefined {
  const [, hours, minutes = '0', half = ''] =
    /(?:^|\D)(\d{1,2})(?:[:.h](\d{2}))?(?:\s*(am|pm|a\.m\.|p\.m\.|uhr|h))?$/i.exec(text.trim()) ?? []
  if (hours === undefined) return undefined
  const isPm = /^p/i.test(half)
  const isAm = /^a/i.test(half)
  const hour = (isPm || isAm ? Number(hours) % 12 : Number(hours)) + (isPm ? 12 : 0)
  if (hour > 23 || Number(minutes) > 59) return undefined
  return `${String(hour).padStart(2, '0')}:${minutes.padStart(2, '0')}`
}
