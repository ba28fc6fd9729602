import { MINUTE_MS } from '../../platform/values/durations.ts'

/** After the first attempt, the second, …: grey-listing ends within minutes, an outage within hours. */
const WAITS_MS = [0.5, 2, 5, 15, 30, 60, 120, 240, 480].map((minutes) => minutes * MINUTE_MS)

/** How long to wait after this many attempts; undefined when that was the last. */
export const retryAfterMs = (attempts: number): number | undefined => WAITS_MS[attempts - 1]
