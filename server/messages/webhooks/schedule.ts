import { HOUR_MS, MINUTE_MS } from '../../platform/values/durations.ts'

const SECOND_MS = 1000

/** From the failure of one attempt to the next: ten attempts within three days, so that a weekend loses nothing. */
const DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const
export const ATTEMPTS_MAX = DELAYS_MS.length + 1

/** A receiver may ask for more time than the schedule gives, but not to be forgotten. */
const RETRY_AFTER_MAX_MS = HOUR_MS
/** What fails together must not come back together. */
const JITTER = 0.2

/** How long to wait after this many attempts, or undefined when that was the last one. `random` is from 0 to 1. */
export function delayAfter(attempts: number, retryAfterMs: number | undefined, random: number): number | undefined {
  const scheduled = DELAYS_MS[attempts - 1]
  if (scheduled === undefined) return undefined
  const delayByReceiver = Math.min(retryAfterMs ?? 0, Math.max(RETRY_AFTER_MAX_MS, 2 * scheduled))
  return Math.round(Math.max(scheduled, delayByReceiver) * (1 + JITTER * random))
}

/** Seconds, or a date; anything else is not there. */
export function readRetryAfter(header: string | string[] | undefined, now: Date): number | undefined {
  const text = String(Array.isArray(header) ? header[0] : (header ?? '')).trim()
  if (/^[0-9]{1,9}$/.test(text)) return Number(text) * SECOND_MS
  const at = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime())
}
