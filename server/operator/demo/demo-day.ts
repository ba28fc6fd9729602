import { DAY_MS } from '../../platform/values/durations.ts'

/** Demo data is made around this day, whatever the clock says, so that two machines hold the same rows. */
export const DEMO_NOW = new Date('2026-03-01T00:00:00Z')

/** The midnight (UTC) with which a day begins. */
export const dayOf = (at: Date): Date => new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS)

export const addMs = (at: Date, ms: number): Date => new Date(at.getTime() + ms)
export const addDays = (at: Date, days: number): Date => addMs(at, days * DAY_MS)
export const earliest = (...dates: Date[]): Date => new Date(Math.min(...dates.map((at) => at.getTime())))

/** What every maker of demo rows may be told. */
export type DemoOptions = { today?: Date; onRows?: (count: number) => void }
