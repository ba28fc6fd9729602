import { DAY_MS, MINUTE_MS } from '../../platform/values/durations.ts'

/*
 * One fixed window as one process sees it, and the verdict over all windows of a request. Pure: time comes in, nothing goes out.
 *
 * The store counts, for each window, the tokens that are out at any process (`leased`) and the requests that were reported
 * (`used`). A process leases tokens and hands them out from memory. How many it leases is decided by the window's supply:
 *
 *           a request ran short              none was given back
 *   plenty ─────────────────────▶ scarce ──────────────────────────▶ none
 *          ◀─────────────────────        ◀──────────────────────────
 *           a sixteenth is free               a token is free
 *
 *   plenty   a block ahead, which doubles with use
 *   scarce   only what is needed at once
 *   none     tokens are out at a process that does not answer: refuse, and look again after a pause that doubles
 *
 * Every minute, or day, and every change of the limit begins with plenty. Whatever the supply, a window is used up once the
 * requests reach its limit.
 */
export type Supply =
  | { readonly kind: 'plenty' | 'scarce' }
  | { readonly kind: 'none'; readonly lookAgainAtMs: number; readonly pauseMs: number }

const spans = {
  rate_limit_minute: MINUTE_MS,
  rate_limit_day: DAY_MS,
  rate_limit_organisation_day: DAY_MS,
}

/** What a refusal by a window is called. */
export type WindowCode = keyof typeof spans

export type LimitWindow = {
  /** Unique within its organisation: `key:7:minute`. */
  readonly name: string
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
  supply: Supply
  /** Tokens to lease next while there is plenty. */
  block: number
  /** Requests that wait for a token of this window. */
  waiting: number
}

/** What the store says of a window. */
export type Standing = { leased: number; used: number }

/** A crash loses the tokens that are held, so that a lease is bounded, and a block ahead also by its part of the limit. */
const LEASE_MAX = 256
const BLOCK_SHARE = 16
/** Of a limit so high that this part of it is more, as a crowd of pages needs: a statement in every tenth of a second would cost its sale dear. */
const CROWD_LEASE_MAX = 2_048
const CROWD_SHARE = 1_024
/** Under this part of a full block the next is leased, so that a crowd does not stand still while it is on its way. */
const LOW_SHARE = 2
/** Of what is left, one lease takes at most this part, so that several processes reach the end together. */
const LEFT_SHARE = 2
const PAUSE_MS = 250
const PAUSE_MAX_MS = 4_000

const PLENTY: Supply = { kind: 'plenty' }
const SCARCE: Supply = { kind: 'scarce' }

export const openWindow = (name: string, code: WindowCode): LimitWindow => ({
  name,
  code,
  spanMs: spans[code],
  startMs: Number.NEGATIVE_INFINITY,
  limit: 0,
  held: 0,
  unreported: 0,
  returning: 0,
  leased: 0,
  used: 0,
  supply: PLENTY,
  block: 1,
  waiting: 0,
})

export const endMs = ({ startMs, spanMs }: LimitWindow): number => startMs + spanMs

export const covers = (window: LimitWindow, nowMs: number): boolean =>
  nowMs >= window.startMs && nowMs < window.startMs + window.spanMs

/** Brings the window to this instant and this limit. */
export function turnTo(window: LimitWindow, limit: number, nowMs: number): void {
  if (!covers(window, nowMs)) startAnew(window, nowMs)
  if (limit !== window.limit) changeLimit(window, limit)
}

function changeLimit(window: LimitWindow, limit: number): void {
  // Tokens leased under a higher limit may not exist under the lower one: the store decides anew.
  if (limit < window.limit) giveBack(window)
  window.limit = limit
  window.supply = PLENTY
}

function startAnew(window: LimitWindow, nowMs: number): void {
  const startMs = Math.floor(nowMs / window.spanMs) * window.spanMs
  // A key that is in steady use begins the next minute at half its block instead of at one token.
  window.block = startMs === endMs(window) ? Math.max(1, window.block >> 1) : 1
  window.startMs = startMs
  window.held = 0
  window.unreported = 0
  window.returning = 0
  window.leased = 0
  window.used = 0
  window.supply = PLENTY
}

/** Every token was used, which nothing but a higher limit can undo, or the missing ones could not be had. */
export const isSpent = ({ held, supply, used, unreported, limit }: LimitWindow): boolean =>
  held === 0 && (supply.kind === 'none' || used + unreported >= limit)

/** Only the store, or another process, can say whether there is a token. */
export const isLacking = (window: LimitWindow): boolean => window.held === 0 && !isSpent(window)

/** Exact where one process serves the key; otherwise what was left when this process last heard of the window. */
export const remaining = (window: LimitWindow): number => Math.max(0, window.limit - window.leased + window.held)

export const secondsToEnd = (window: LimitWindow, nowMs: number): number =>
  Math.max(1, Math.ceil((endMs(window) - nowMs) / 1000))

export function handOut(window: LimitWindow): void {
  window.held -= 1
  window.unreported += 1
}

export function giveBack(window: LimitWindow): void {
  window.returning += window.held
  window.held = 0
}

export const blockMax = (limit: number): number =>
  Math.max(
    1,
    Math.min(LEASE_MAX, Math.floor(limit / BLOCK_SHARE)),
    Math.min(CROWD_LEASE_MAX, Math.floor(limit / CROWD_SHARE)),
  )

/**
 * In steady use by many, and soon without a token. Small blocks are not worth a statement before a request needs it, and a
 * process that is killed would lose more than its block of a limit that has few.
 */
export function isRunningLow({ held, block, limit, supply }: LimitWindow): boolean {
  const fullBlock = Math.min(block, blockMax(limit))
  return fullBlock >= LEASE_MAX && supply.kind === 'plenty' && held < fullBlock / LOW_SHARE
}

/**
 * How many tokens to ask for: enough for those who wait, and a block ahead while there is plenty. A crowd is served in
 * several leases, because another window may refuse it and leave the tokens of this one unused.
 */
export function wantedTokens(window: LimitWindow): number {
  const { waiting, held, limit, leased, supply, block } = window
  const needed = Math.min(Math.max(1, waiting), LEASE_MAX)
  if (held >= needed && !isRunningLow(window)) return 0
  const share = Math.floor((limit - leased) / LEFT_SHARE)
  const ahead = supply.kind === 'plenty' ? Math.min(block, blockMax(limit), share) : 1
  return Math.max(needed - held, ahead)
}

/** The store's answer to a lease. */
export function receive(window: LimitWindow, wanted: number, granted: number, standing: Standing): void {
  window.held += granted
  learn(window, standing)
  if (granted < wanted) runShort(window)
  else if (wanted > 0) window.block = Math.min(window.block * 2, Math.max(LEASE_MAX, blockMax(window.limit)))
}

/** What another process, or the store, says of the window. Reported use only ever grows. */
export function learn(window: LimitWindow, { leased, used }: Standing): void {
  window.leased = leased
  window.used = Math.max(window.used, used)
  const free = window.limit - leased
  if (free > window.limit / BLOCK_SHARE) window.supply = PLENTY
  else if (free > 0 && window.supply.kind === 'none') window.supply = SCARCE
}

/** This process, or another one, wanted a token and there was none. */
export function runShort(window: LimitWindow): void {
  if (window.supply.kind === 'plenty') window.supply = SCARCE
}

/** Refuses from memory for a while; each time in a row for twice as long. */
export function resign(window: LimitWindow, nowMs: number): void {
  const { supply } = window
  const pauseMs = supply.kind === 'none' ? Math.min(supply.pauseMs * 2, PAUSE_MAX_MS) : PAUSE_MS
  window.supply = { kind: 'none', lookAgainAtMs: nowMs + pauseMs, pauseMs }
}

export const isTimeToLook = ({ supply }: LimitWindow, nowMs: number): boolean =>
  supply.kind === 'none' && nowMs >= supply.lookAgainAtMs
