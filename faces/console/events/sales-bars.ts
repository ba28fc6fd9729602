import type { Bar } from '../../kit/scale.ts'
import { localDay } from '../parts/days.ts'
import { wallTime } from '../parts/zone-time.ts'

type Bucket = { start: number; date: string; hour: number | null; days_before: number | null; gross_sales: number }
type Sold = { timezone: string; data: Bucket[]; compared?: { data: Bucket[] } | undefined }

export type Interval = 'day' | 'hour'

const HOUR_S = 3600
const DAY_MS = 86_400_000

/** So many bars up to now; nothing sold is a bar too. What is compared with stands where it was so long before its own event. */
export function salesBars(
  { timezone, data, compared }: Sold,
  { interval, bars, eventStart, now }: { interval: Interval; bars: number; eventStart: number; now: number },
): Bar[] {
  const values = sumBy(data, ({ start, date }) => (interval === 'day' ? date : String(start)))
  const earlier = compared && sumBy(compared.data, ({ days_before, hour }) => placeOf(days_before ?? 0, hour))
  const eventDay = Date.parse(localDay(eventStart, timezone))
  return slots(interval, bars, timezone, now).map(({ key, date, hour }) => {
    const daysBefore = (eventDay - Date.parse(date)) / DAY_MS
    return {
      key,
      label: hour === null ? date : `${date} ${hour}:00`,
      value: values.get(key) ?? 0,
      ...(earlier ? { compared: earlier.get(placeOf(daysBefore, hour)) ?? 0 } : {}),
    }
  })
}

const placeOf = (daysBefore: number, hour: number | null) => `${daysBefore} ${hour ?? ''}`

function sumBy(buckets: Bucket[], keyOf: (bucket: Bucket) => string): Map<string, number> {
  const sums = new Map<string, number>()
  for (const bucket of buckets) sums.set(keyOf(bucket), (sums.get(keyOf(bucket)) ?? 0) + bucket.gross_sales)
  return sums
}

type Slot = { key: string; date: string; hour: number | null }

/** Days by the calendar; hours one after the other, so that one which comes twice is two. */
function slots(interval: Interval, bars: number, zone: string, now: number): Slot[] {
  const back = Array.from({ length: bars }, (_, index) => bars - 1 - index)
  if (interval === 'day') {
    const today = Date.parse(localDay(now, zone))
    return back.map((days) => {
      const date = new Date(today - days * DAY_MS).toISOString().slice(0, 10)
      return { key: date, date, hour: null }
    })
  }
  const thisHour = Math.floor(now) - (Math.floor(now) % 60) - Number(wallTime(now, zone).slice(14)) * 60
  return back.map((hours) => {
    const start = thisHour - hours * HOUR_S
    return { key: String(start), date: localDay(start, zone), hour: Number(wallTime(start, zone).slice(11, 13)) }
  })
}
