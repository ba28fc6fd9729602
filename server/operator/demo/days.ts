import { DAY_MS, MINUTE_MS } from '../../platform/values/durations.ts'
import { zoneOffsetSeconds } from '../../platform/values/time.ts'

/** Demo data is made around this day, whatever the clock says, so that two machines hold the same rows. */
export const DEMO_NOW = new Date('2026-03-01T00:00:00Z')

/** The midnight (UTC) with which a day begins. */
export const dayOf = (at: Date): Date => new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS)

export const addMs = (at: Date, ms: number): Date => new Date(at.getTime() + ms)
export const addDays = (at: Date, days: number): Date => addMs(at, days * DAY_MS)
export const earliest = (...dates: Date[]): Date => new Date(Math.min(...dates.map((at) => at.getTime())))

/** So many days from today, at a time such as 19:30 by the clock of a zone. */
export function atWallClock(today: Date, day: number, time: string, zone: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const wall = today.getTime() + day * DAY_MS + (hours * 60 + minutes) * MINUTE_MS
  const near = wall - zoneOffsetSeconds(new Date(wall), zone) * 1000
  return new Date(wall - zoneOffsetSeconds(new Date(near), zone) * 1000)
}

/** What every maker of demo rows may be told. */
export type DemoOptions = { today?: Date; onRows?: ((count: number) => void) | undefined }
