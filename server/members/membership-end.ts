import { zoneOffsetSeconds } from '../kit/time.ts'

const DAY_MS = 24 * 3600 * 1000

/** A season that has this day as its last ends with the midnight after it, on the clock of the organisation. */
export function endOfDay(date: string, zone: string): Date {
  const midnight = Date.parse(`${date}T00:00:00Z`) + DAY_MS
  // The offset is asked for near the instant sought; when clocks change at that very midnight, the second answer counts.
  const near = midnight - zoneOffsetSeconds(new Date(midnight), zone) * 1000
  return new Date(midnight - zoneOffsetSeconds(new Date(near), zone) * 1000)
}
