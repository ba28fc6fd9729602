import { LRUCache } from 'lru-cache'
import { MINUTE_MS } from './durations.ts'
import { timeZoneLinks } from './time-zone-links.ts'

/** Dates as the API words them: always in the event's zone, never in the server's. */

const names = ['UTC', ...Intl.supportedValuesOf('timeZone'), ...timeZoneLinks]
const spellings = new Map(names.map((name) => [name.toLowerCase(), name]))
/** How a link is spelled that is younger than our list. */
const LIKE_A_LINK = /^[A-Z][a-z]+(?:\/[A-Z][a-z]+(?:[_-][A-Za-z][a-z]*)*)+$/

/**
 * In the spelling of IANA only. JavaScript knows names in any case of letters, which others do not: what we give out must be
 * found in the reader's own database.
 */
export function isTimeZone(name: string): boolean {
  const spelling = spellings.get(name.toLowerCase())
  if (spelling !== undefined) return spelling === name
  return LIKE_A_LINK.test(name) && isKnown(name)
}

function isKnown(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()
const offsets = new LRUCache<string, number>({ max: 10_000 })
/** Every zone rule in use changes its offset on a quarter of an hour, so one answer serves the whole quarter. */
const QUARTER_MS = 15 * MINUTE_MS

/** Seconds to add to UTC to get the wall clock of the zone at that instant. */
export function zoneOffsetSeconds(at: Date, zone: string): number {
  const quarter = Math.floor(at.getTime() / QUARTER_MS)
  const key = `${zone} ${quarter}`
  const cached = offsets.get(key)
  if (cached !== undefined) return cached
  const offset = computeOffset(new Date(quarter * QUARTER_MS), zone)
  offsets.set(key, offset)
  return offset
}

function computeOffset(at: Date, zone: string): number {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(zone, format)
  }
  const part: Record<string, number> = {}
  for (const { type, value } of format.formatToParts(at)) part[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Math.round((Date.UTC(year, month - 1, day, hour, minute, second) - at.getTime()) / 1000)
}

/** The wall clock of the zone, read through the UTC getters of the result. */
const wallClock = (at: Date, zone: string) => new Date(at.getTime() + zoneOffsetSeconds(at, zone) * 1000)

const two = (value: number) => String(value).padStart(2, '0')

export const localDate = (at: Date, zone: string): string => wallClock(at, zone).toISOString().slice(0, 10)
export const localTime = (at: Date, zone: string): string => wallClock(at, zone).toISOString().slice(11, 19)
export const localUnixSeconds = (at: Date, zone: string): number =>
  Math.floor(at.getTime() / 1000) + zoneOffsetSeconds(at, zone)

/** ISO 8601 with Z, whole seconds. */
export const utcIso = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`

/** ISO 8601 with the zone's offset at that instant, whole seconds. */
export function zonedIso(at: Date, zone: string): string {
  const offset = zoneOffsetSeconds(at, zone)
  const minutes = Math.abs(Math.trunc(offset / 60))
  const sign = offset < 0 ? '-' : '+'
  const wall = wallClock(at, zone).toISOString().slice(0, 19)
  return `${wall}${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** The English pieces behind the `formatted_*` fields of an event. */
export function englishDate(at: Date, zone: string) {
  const wall = wallClock(at, zone)
  const day = DAYS[wall.getUTCDay()] ?? ''
  const month = MONTHS[wall.getUTCMonth()] ?? ''
  const date = String(wall.getUTCDate())
  const year = String(wall.getUTCFullYear())
  const hour = wall.getUTCHours()
  const time = `${hour % 12 === 0 ? 12 : hour % 12}:${two(wall.getUTCMinutes())} ${hour < 12 ? 'AM' : 'PM'}`
  return { full: `${day} ${date} ${month} ${year}, ${time}`, day, time, month, date, year }
}
