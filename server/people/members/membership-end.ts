import { UNIX_SECONDS_MAX } from '../../platform/http/schema.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { zoneOffsetSeconds } from '../../platform/values/time.ts'

/** A season that has this day as its last ends with the midnight after it, on the clock of the organisation. */
export function endOfDay(date: string, zone: string): Date {
  const midnight = Date.parse(`${date}T00:00:00Z`) + DAY_MS
  const midnightAsAt = (instant: number) => midnight - zoneOffsetSeconds(new Date(instant), zone) * 1000
  // The offset is asked for near the instant sought; when clocks change at that very midnight, the second answer counts.
  const near = midnightAsAt(midnight)
  const end = midnightAsAt(near)
  // A midnight that clocks jump over is no instant: the day ends when they jump, which is the later of the two.
  const ended = midnightAsAt(end) === end ? end : Math.max(near, end)
  // 31 December 9999 is how many write a season that never ends.
  return new Date(Math.min(ended, UNIX_SECONDS_MAX * 1000))
}
