import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/values/durations.ts'
import { zoneOffsetSeconds } from '../../platform/values/time.ts'
import { eventStatus } from '../../programme/statuses.ts'
import { addDays, addMs, earliest } from './demo-day.ts'
import { type DemoPlace, STUDIO } from './places.ts'

type EventStatusId = (typeof eventStatus)[keyof typeof eventStatus]

export type DemoEvent = {
  title: string
  /** Index of its venue; null: online. */
  venue: number | null
  currency: string
  timezone: string
  startsAt: Date
  statusId: EventStatusId
  createdAt: Date
  publishedAt: Date | null
  cancelledAt: Date | null
  archivedAt: Date | null
}

const OPPONENTS = [
  'Northgate United',
  'Kestrel Rovers',
  'Southbank Athletic',
  'Yokohama Waves',
  'Old Quarry',
  'Tidewater',
  'Mount Lofty',
  'Eastern Reds',
  'Granite Vale',
] as const
/** A round every fortnight, from eight weeks ago. */
const BEGAN_DAYS_AGO = 70
const ROUND_DAYS = 14
const ROUNDS_A_YEAR = 26
const KICK_OFF_MINUTES = [19 * 60 + 30, 15 * 60, 17 * 60 + 45] as const

/** Event number n of an organisation that plays at these venues. The first twelve are a season, four of it gone by. */
export function eventOf(n: number, places: readonly DemoPlace[], today: Date): DemoEvent {
  const venue = n % 12 === 3 ? null : (n - 1) % places.length
  const { timezone, currency } = (venue === null ? STUDIO : places[venue]) ?? STUDIO
  const day = daysFromToday(n)
  const startsAt = atWallClock(today, day, KICK_OFF_MINUTES[n % KICK_OFF_MINUTES.length] ?? 0, timezone)
  const createdAt = earliest(addDays(startsAt, -100), addDays(today, -30 - (n % 30)))
  const statusId = statusOf(n, day < 0)
  return {
    title: n % 9 === 0 ? `Harbour Nights, concert ${n / 9}` : `Round ${n}: v ${OPPONENTS[n % OPPONENTS.length]}`,
    venue,
    currency,
    timezone,
    startsAt,
    statusId,
    createdAt,
    publishedAt: statusId === eventStatus.draft ? null : addDays(createdAt, 1),
    cancelledAt: statusId === eventStatus.cancelled ? earliest(addDays(startsAt, -7), addDays(today, -3)) : null,
    archivedAt: statusId === eventStatus.archived ? earliest(addDays(startsAt, 3), today) : null,
  }
}

/** Every other year of rounds lies in the past; each is a day later than the one before, so that the days fill up. */
function daysFromToday(n: number): number {
  const year = Math.floor(n / ROUNDS_A_YEAR)
  const inYear = (n * ROUND_DAYS + year) % (ROUNDS_A_YEAR * ROUND_DAYS)
  return inYear - BEGAN_DAYS_AGO - (year % 2) * ROUNDS_A_YEAR * ROUND_DAYS
}

function statusOf(n: number, past: boolean): EventStatusId {
  if (n % 11 === 10) return eventStatus.cancelled
  if (past) return n % 8 === 1 ? eventStatus.archived : eventStatus.live
  return n % 6 === 0 ? eventStatus.draft : eventStatus.live
}

export function atWallClock(today: Date, day: number, minutes: number, zone: string): Date {
  const wall = today.getTime() + day * DAY_MS + minutes * MINUTE_MS
  const near = wall - zoneOffsetSeconds(new Date(wall), zone) * 1000
  return new Date(wall - zoneOffsetSeconds(new Date(near), zone) * 1000)
}

export const doorsAt = ({ startsAt }: DemoEvent): Date => addMs(startsAt, -90 * MINUTE_MS)
export const endsAt = ({ startsAt }: DemoEvent): Date => addMs(startsAt, 2 * HOUR_MS)
