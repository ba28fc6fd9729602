import {
  endMs,
  handOut,
  isLacking,
  isSpent,
  type LimitWindow,
  remaining,
  secondsToEnd,
  turnTo,
  type WindowCode,
} from './window.ts'

export type Verdict =
  | { allowed: true; limit: number; remaining: number }
  | {
      allowed: false
      code: WindowCode | 'rate_limit_address'
      limit: number
      remaining: 0
      retryAfterSeconds: number
    }

/** What one request counts against: its key's two windows, and the day that all keys of its kind share; gate keys share none. */
export type LimitWindows = {
  readonly minute: LimitWindow
  readonly day: LimitWindow
  readonly organisationDay: LimitWindow | undefined
}

export type Limits = { perMinute: number; perDay: number; organisationPerDay: number | null }

/** The narrower one first. */
export const windowsOf = ({ minute, day, organisationDay }: LimitWindows): LimitWindow[] =>
  organisationDay ? [minute, day, organisationDay] : [minute, day]

export function turnAllTo(windows: LimitWindows, limits: Limits, nowMs: number): void {
  turnTo(windows.minute, limits.perMinute, nowMs)
  turnTo(windows.day, limits.perDay, nowMs)
  if (windows.organisationDay) turnTo(windows.organisationDay, limits.organisationPerDay ?? 0, nowMs)
}

/** All or nothing, from memory alone. `undefined`: only the store can tell. */
export function judge(windows: LimitWindows, nowMs: number): Verdict | undefined {
  const { minute, day, organisationDay } = windows
  if (minute.held > 0 && day.held > 0 && (organisationDay === undefined || organisationDay.held > 0)) {
    handOut(minute)
    handOut(day)
    if (organisationDay) handOut(organisationDay)
    return admission(windows)
  }
  // Another window may be used up as well, with a later end; Retry-After must not promise too early a moment.
  if (isLacking(minute) || isLacking(day) || (organisationDay && isLacking(organisationDay))) return undefined
  return refusal(windows, nowMs)
}

/** The store cannot be asked: only what is known to be used up refuses; what is held is still handed out. */
export function judgeWithoutStore(windows: LimitWindows, nowMs: number): Verdict {
  const all = windowsOf(windows)
  if (all.some(isSpent)) return refusal(windows, nowMs)
  for (const window of all) if (window.held > 0) handOut(window)
  return admission(windows)
}

/** The window with the fewest requests left; the narrower one where two are equal. */
function admission({ minute, day, organisationDay }: LimitWindows): Verdict {
  let least = minute
  if (remaining(day) < remaining(least)) least = day
  if (organisationDay && remaining(organisationDay) < remaining(least)) least = organisationDay
  return { allowed: true, limit: least.limit, remaining: remaining(least) }
}

/** The used-up window that ends last; the narrower one where two end together. */
function refusal(windows: LimitWindows, nowMs: number): Verdict {
  const [first, ...others] = windowsOf(windows).filter(isSpent)
  if (!first) throw new Error('a refusal needs a window that is used up')
  const last = others.reduce((later, other) => (endMs(other) > endMs(later) ? other : later), first)
  return {
    allowed: false,
    code: last.code,
    limit: last.limit,
    remaining: 0,
    retryAfterSeconds: secondsToEnd(last, nowMs),
  }
}
