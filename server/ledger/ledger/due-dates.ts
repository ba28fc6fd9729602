import { endOfDay } from '../../people/members/membership-end.ts'
import { HOUR_MS } from '../../platform/values/durations.ts'
import { zoneOffsetSeconds } from '../../platform/values/time.ts'

/** When an instalment is charged that charges itself: at that hour of its day, or once clocks have jumped over it. */
export const collectedAt = (day: string, zone: string, hour: number): Date => {
  const wall = Date.parse(`${day}T00:00:00Z`) + hour * HOUR_MS
  const near = wall - zoneOffsetSeconds(new Date(wall), zone) * 1000
  return new Date(wall - zoneOffsetSeconds(new Date(near), zone) * 1000)
}

/** The last second of its day, so that every clock in the zone shows that day; an instalment is overdue once it has passed. */
export const dueAt = (day: string, zone: string): Date => new Date(endOfDay(day, zone).getTime() - 1000)
