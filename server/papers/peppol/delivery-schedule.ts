import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/values/durations.ts'

/** After the first attempt in vain, the second, …: five days in all, over a weekend. */
const HAND_AGAIN_MS = [
  ...[1, 5, 15].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 4, 8, 12].map((hours) => hours * HOUR_MS),
  ...[1, 1, 1, 1].map((days) => days * DAY_MS),
]

/** How long to wait before it is handed over again; undefined when that was the last time. */
export const handAgainMs = (attempts: number): number | undefined => HAND_AGAIN_MS[attempts]

const ASK_AGAIN_MS = [1, 5, 15, 60, 240, 720].map((minutes) => minutes * MINUTE_MS)
const UNANSWERED_MS = 7 * DAY_MS

/** How long to wait before it is asked what became of it; undefined when it was asked for a week. */
export const askAgainMs = (asked: number, sinceSentMs = 0): number | undefined =>
  sinceSentMs >= UNANSWERED_MS ? undefined : (ASK_AGAIN_MS[asked] ?? DAY_MS)
