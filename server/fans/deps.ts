import type { ClockDeps } from './clock/clock-deps.ts'
import type { SeasonMapDeps } from './season-map/season-map.ts'

/** The sum of what the slices of this area need. Only server/app.ts uses it, which makes it; an operation names its own part. */
export type FansDeps = SeasonMapDeps & ClockDeps
