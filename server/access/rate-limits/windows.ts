import { DAY_MS, MINUTE_MS } from '../../platform/values/durations.ts'
/** The arithmetic of one fixed window, as one process sees it. Pure: time comes in, nothing goes out. */
export type WindowCode = 'rate_limit_minute' | 'rate_limit_day' | 'rate_limit_organisation_day'

export type LimitWindow = {
  readonly subject: string
  readonly code: WindowCode
  readonly spanMs: number
  startMs: number
  limit: number
  /** Tokens leased from the store and not handed out yet. */
  held: number
  /** Requests admitted here that the store has not been told of. */
  unreported: number
  /** Tokens that go back with the next statement. */
  returning: number
  /** What the store said last: tokens that are out at any process, and requests that processes reported. */
  leased: number
  used: number
  /** Tokens to lease next; grows with use. */
  block: number
  /** Somebody ran short: from here on only what is needed at once is leased. */
  tight: boolean
  /** Another process ran short, and is told when tokens of this window are given back. */
  recalled: boolean
  /** Requests that wait for a token of this window. */
  waiting: number
  /** Tokens are out that nobody gave back in time: refuse, and look again at `lookAgainAtMs`. */
  resigned: boolean
  lookAgainAtMs: number
  lookAgainAfterMs: number
}

/** A crash loses the tokens that are held, so that a lease is bounded, and a block ahead also by its part of the limit. */
const LEASE_MAX = 256
const BLOCK_SHARE = 16
/** Of what is left, one lease takes at most this part, so that several processes reach the end together. */
const LEFT_SHARE = 2
const LOOK_AGAIN_MS = 250
const LOOK_AGAIN_MAX_MS = 4_000

export function openWindow(subject: string, code: WindowCode): LimitWindow {
  return {
    subject,
    code,
    spanMs: code === 'rate_limit_minute' ? MINUTE_MS : DAY_MS,
    startMs: Number.NEGATIVE_INFINITY,
    limit: 0,
    held: 0,
    unreported: 0,
    returning: 0,
    leased: 0,
    used: 0,
    block: 1,
    tight: false,
    recalled: false,
    waiting: 0,
    resigned: false,
    lookAgainAtMs: 0,
    lookAgainAfterMs: LOOK_AGAIN_MS,
  }
}

export const isCurrent = (window: LimitWindow, nowMs: number): boolean =>
  nowMs >= window.startMs && nowMs < window.startMs + window.spanMs

/** Brings the window to this instant and this limit. */
export function turnTo(window: LimitWindow, limit: number, nowMs: number): void {
  if (!isCurrent(window, nowMs)) rollOver(window, nowMs)
  if (limit !== window.limit) changeLimit(window, limit)
}

function rollOver(window: LimitWindow, nowMs: number): void {
  const startMs = Math.floor(nowMs / window.spanMs) * window.spanMs
  // A key that is in steady use begins the next minute at half its block instead of at one token.
  window.block = startMs === window.startMs + window.spanMs ? Math.max(1, window.block >> 1) : 1
  window.startMs = startMs
  window.held = 0
  window.unreported = 0
  window.returning = 0
  window.leased = 0
  window.used = 0
  window.tight = false
  window.recalled = false
  forgive(window)
}

function changeLimit(window: LimitWindow, limit: number): void {
  // Tokens leased under a higher limit may not exist under the lower one: the store decides anew.
  if (limit < window.limit) giveBack(window)
  window.limit = limit
  window.tight = false
  forgive(window)
}

function forgive(window: LimitWindow): void {
  window.resigned = false
  window.lookAgainAfterMs = LOOK_AGAIN_MS
}

/** Every token was used, which nothing but a higher limit can undo, or the missing ones could not be had. */
export const isSpent = (window: LimitWindow): boolean =>
  window.held === 0 && (window.resigned || window.used + window.unreported >= window.limit)

export const isLacking = (window: LimitWindow): boolean => window.held === 0 && !isSpent(window)

/** Exact where one process serves the key; otherwise what was left when this process last heard of the window. */
export const remaining = (window: LimitWindow): number => Math.max(0, window.limit - window.leased + window.held)

export const secondsToEnd = (window: LimitWindow, nowMs: number): number =>
  Math.max(1, Math.ceil((window.startMs + window.spanMs - nowMs) / 1000))

export function handOut(window: LimitWindow): void {
  window.held -= 1
  window.unreported += 1
}

export function giveBack(window: LimitWindow): void {
  window.returning += window.held
  window.held = 0
}

export const blockMax = (limit: number): number => Math.max(1, Math.min(LEASE_MAX, Math.floor(limit / BLOCK_SHARE)))

/**
 * How many tokens to ask for: enough for those who wait, and a block ahead while there is plenty. A crowd is served in
 * several leases, because another window may refuse it and leave the tokens of this one unused.
 */
export function wantedTokens(window: LimitWindow): number {
  const needed = Math.min(Math.max(1, window.waiting), LEASE_MAX)
  if (window.held >= needed) return 0
  const plenty = Math.floor((window.limit - window.leased) / LEFT_SHARE)
  const block = window.tight ? 1 : Math.min(window.block, blockMax(window.limit), plenty)
  return Math.max(needed - window.held, block)
}

export type Standing = { leased: number; used: number }

/** The store's answer to a lease. */
export function receive(window: LimitWindow, wanted: number, granted: number, standing: Standing): void {
  window.held += granted
  learn(window, standing)
  if (granted < wanted) window.tight = true
  else if (wanted > 0) window.block = Math.min(window.block * 2, LEASE_MAX)
}

/** What another process, or the store, says of the window. Reported use only ever grows. */
export function learn(window: LimitWindow, { leased, used }: Standing): void {
  window.leased = leased
  window.used = Math.max(window.used, used)
  if (leased < window.limit) forgive(window)
  // Whoever ran short did so under a lower limit, or has been helped.
  if (window.limit - leased > window.limit / BLOCK_SHARE) window.tight = false
}

/** Gives up on tokens that are out, for a while that doubles each time. */
export function resign(window: LimitWindow, nowMs: number): void {
  window.resigned = true
  window.lookAgainAtMs = nowMs + window.lookAgainAfterMs
  window.lookAgainAfterMs = Math.min(window.lookAgainAfterMs * 2, LOOK_AGAIN_MAX_MS)
}

export const isTimeToLook = (window: LimitWindow, nowMs: number): boolean =>
  window.resigned && nowMs >= window.lookAgainAtMs
