import type { Answer, Claim } from './store.ts'
import { giveBack, isCurrent, type LimitWindow, receive, wantedTokens } from './windows.ts'

const ROUND_WINDOWS_MAX = 500

/** Windows of one organisation that one statement settles or leases from. */
export type Round = {
  readonly asks: Set<LimitWindow>
  readonly settles: Set<LimitWindow>
  readonly done: PromiseWithResolvers<void>
}

/** The round that is filling up. */
export function openRound(rounds: Round[]): Round {
  const last = rounds.at(-1)
  if (last && last.asks.size + last.settles.size < ROUND_WINDOWS_MAX) return last
  const round = { asks: new Set<LimitWindow>(), settles: new Set<LimitWindow>(), done: Promise.withResolvers<void>() }
  rounds.push(round)
  return round
}

/** What is told here counts as told, even if the answer is lost: telling it twice could admit too many. */
export function claimsOf({ asks, settles }: Round, nowMs: number): Claim[] {
  const claims: Claim[] = []
  for (const window of asks.union(settles)) {
    if (!isCurrent(window, nowMs)) continue
    if (settles.has(window)) giveBack(window)
    const wanted = asks.has(window) ? wantedTokens(window) : 0
    if (wanted === 0 && !settles.has(window)) continue
    const { subject, startMs, spanMs, limit, returning: returned, unreported: used } = window
    claims.push({ subject, startMs, spanMs, limit, wanted, returned, used })
    window.returning = 0
    window.unreported = 0
  }
  return claims
}

export function applyAnswers(windows: Map<string, LimitWindow>, claims: Claim[], answers: Answer[]): void {
  const asked = new Map(claims.map((claim) => [claim.subject, claim]))
  for (const answer of answers) {
    const claim = asked.get(answer.subject)
    const window = windows.get(answer.subject)
    // The window may have rolled over meanwhile; then its tokens are of no use to anybody.
    if (!claim || window?.startMs !== answer.startMs) continue
    receive(window, claim.wanted, answer.granted, answer)
    // Leased under a limit that has been lowered while the answer was on its way.
    if (claim.limit > window.limit) giveBack(window)
  }
}
