import { LRUCache } from 'lru-cache'
import { DAY_MS, MINUTE_MS } from '../../platform/values/durations.ts'
import { zoneOffsetSeconds } from '../../platform/values/time.ts'

/** The local time of a zone as iCalendar writes it. */
export const localStamp = (at: Date, zone: string): string =>
  stamp(new Date(at.getTime() + zoneOffsetSeconds(at, zone) * 1000))

export const utcStamp = (at: Date): string => `${stamp(at)}Z`

const stamp = (wall: Date) => wall.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')

const QUARTER_MS = 15 * MINUTE_MS
const known = new LRUCache<string, string[]>({ max: 500 })

/**
 * The lines of a VTIMEZONE that holds for the year around an instant (RFC 5545, 3.6.5): every change of the offset in it, written out.
 * A reader that knows the zone by its name takes its own rules.
 */
export function zoneLines(zone: string, around: Date): string[] {
  const year = around.getUTCFullYear()
  const key = `${zone} ${year}`
  const lines = known.get(key) ?? describe(zone, year)
  known.set(key, lines)
  return lines
}

function describe(zone: string, year: number): string[] {
  const from = new Date(Date.UTC(year - 1, 6, 1))
  const until = new Date(Date.UTC(year + 1, 6, 1))
  const first = zoneOffsetSeconds(from, zone)
  const least = Math.min(...changesBetween(zone, from, until).map(({ after }) => after), first)
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${zone}`,
    ...observance(localStamp(from, zone), first, first, first > least),
    ...changesBetween(zone, from, until).flatMap(({ at, before, after }) =>
      // It begins at the local time that the clocks showed until then.
      observance(stamp(new Date(at.getTime() + before * 1000)), before, after, after > least),
    ),
    'END:VTIMEZONE',
  ]
}

function observance(begins: string, before: number, after: number, summer: boolean): string[] {
  const name = summer ? 'DAYLIGHT' : 'STANDARD'
  return [
    `BEGIN:${name}`,
    `DTSTART:${begins}`,
    `TZOFFSETFROM:${offset(before)}`,
    `TZOFFSETTO:${offset(after)}`,
    `END:${name}`,
  ]
}

function offset(seconds: number): string {
  const minutes = Math.abs(Math.trunc(seconds / 60))
  const digits = (Math.floor(minutes / 60) * 100 + (minutes % 60)).toString().padStart(4, '0')
  return `${seconds < 0 ? '-' : '+'}${digits}`
}

type Change = { at: Date; before: number; after: number }

/** Found day by day, then to the quarter of an hour on which every zone changes. */
function changesBetween(zone: string, from: Date, until: Date): Change[] {
  const changes: Change[] = []
  for (let day = from.getTime(); day < until.getTime(); day += DAY_MS) {
    const before = zoneOffsetSeconds(new Date(day), zone)
    const after = zoneOffsetSeconds(new Date(day + DAY_MS), zone)
    if (before === after) continue
    let at = day
    while (zoneOffsetSeconds(new Date(at), zone) === before) at += QUARTER_MS
    changes.push({ at: new Date(at), before, after })
  }
  return changes
}
