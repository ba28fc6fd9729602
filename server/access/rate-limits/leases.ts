import type { Sql } from '../../platform/postgres/database.ts'
import type { SystemClock } from '../../platform/values/clock.ts'
import { type LeaseGrant, type LeaseRequest, leaseTokens } from './store.ts'
import { covers, giveBack, type LimitWindow, receive, wantedTokens } from './window.ts'

/*
 * Turns what many requests need of one organisation's windows into few statements, one after the other: what is needed while
 * a statement is under way goes into the next round. The line to the store is
 *
 *   up        statements are answered
 *   overdue   one was not answered in time; nothing queues behind it until its answer is there
 *   down      one failed; nothing is asked for a second
 *
 * and while it is not up, requests pass uncounted. Any answer brings it up again, any error down.
 */
type LineState = { readonly kind: 'up' | 'overdue' } | { readonly kind: 'down'; readonly untilMs: number }

export type StoreLine = {
  state: LineState
  /** What is still to be sent, the round that is filling up last. */
  readonly rounds: Round[]
  /** Set while statements are under way; resolves when none is left. */
  sending: Promise<void> | undefined
}

/** Windows of one organisation that one statement leases from or gives back to. */
export type Round = {
  readonly asks: Set<LimitWindow>
  readonly settles: Set<LimitWindow>
  /** Windows that are given back to because another process has called for their tokens. */
  readonly recalls: Set<LimitWindow>
  readonly done: PromiseWithResolvers<void>
}

/** An organisation, as far as leasing for it goes. */
export type Leaseholder = {
  readonly orgId: number
  /** The windows by the name of their limit. */
  readonly windows: Map<string, LimitWindow>
  readonly line: StoreLine
}

export type Leases = {
  /** Resolves when the store has answered for these windows, or has failed to. Never rejects. */
  ask(organisation: Leaseholder, windows: LimitWindow[]): Promise<unknown>
  /** Gives back what is unused of these windows and reports what was used. Never rejects. */
  settle(organisation: Leaseholder, windows: LimitWindow[]): Promise<unknown>
  /** Gives back and reports because another process needs tokens; `onRecalled` hears how the window stands then. */
  answerRecall(organisation: Leaseholder, window: LimitWindow): Promise<unknown>
  isStoreDown(organisation: Leaseholder): boolean
  readonly statements: number
}

type LeasesDeps = {
  sql: Sql
  systemClock: SystemClock
  storePatienceMs: number
  onStoreFailure: (error: unknown) => void
  onRecalled: (organisation: Leaseholder, grants: LeaseGrant[]) => void
}

/** After a failure the store is left alone for this long, and requests pass. */
const BACK_OFF_MS = 1_000
const ROUND_WINDOWS_MAX = 500

export const openLine = (): StoreLine => ({ state: { kind: 'up' }, rounds: [], sending: undefined })

export function createLeases({ sql, systemClock, storePatienceMs, onStoreFailure, onRecalled }: LeasesDeps): Leases {
  let statements = 0

  const carryOut = async (organisation: Leaseholder, round: Round, requests: LeaseRequest[]): Promise<void> => {
    const { line, orgId, windows } = organisation
    statements += 1
    try {
      const grants = await leaseTokens(orgId, sql, requests)
      line.state = { kind: 'up' }
      applyGrants(windows, requests, grants)
      const names = new Set([...round.recalls].map(({ name }) => name))
      const recalled = grants.filter(({ name }) => names.has(name))
      if (recalled.length > 0) onRecalled(organisation, recalled)
    } catch (error) {
      line.state = { kind: 'down', untilMs: systemClock().getTime() + BACK_OFF_MS }
      onStoreFailure(error)
    }
  }

  const send = async (organisation: Leaseholder): Promise<void> => {
    const { line } = organisation
    // Requests of the same turn join the first round.
    await Promise.resolve()
    for (let round = line.rounds.shift(); round; round = line.rounds.shift()) {
      const requests = requestsOf(round, systemClock().getTime())
      if (requests.length > 0) {
        const answer = carryOut(organisation, round, requests)
        if (await outlasts(answer, storePatienceMs)) {
          line.state = { kind: 'overdue' }
          onStoreFailure(new Error(`the rate limit store did not answer within ${storePatienceMs} ms`))
          for (const { done } of [round, ...line.rounds]) done.resolve()
          await answer
        }
      }
      round.done.resolve()
      // A request that waited takes its token before the next round decides what is unused.
      if (line.rounds.length > 0) await new Promise(setImmediate)
    }
    line.sending = undefined
  }

  const join = (
    organisation: Leaseholder,
    windows: LimitWindow[],
    ...kinds: ('asks' | 'settles' | 'recalls')[]
  ): Promise<unknown> => {
    const { line } = organisation
    const rounds = new Set<Promise<void>>()
    for (const window of windows) {
      const round = openRound(line.rounds)
      for (const kind of kinds) round[kind].add(window)
      rounds.add(round.done.promise)
    }
    line.sending ??= send(organisation)
    return Promise.all(rounds)
  }

  // While a statement is under way its tokens are not here yet, so it is the round after it that can settle.
  const isUnsettled = (organisation: Leaseholder, { held, returning, unreported }: LimitWindow) =>
    organisation.line.sending !== undefined || held + returning + unreported > 0

  return {
    ask: async (organisation, windows) => {
      if (organisation.line.state.kind !== 'overdue') await join(organisation, windows, 'asks')
    },
    settle: async (organisation, windows) => {
      const unsettled = windows.filter((window) => isUnsettled(organisation, window))
      if (unsettled.length > 0) await join(organisation, unsettled, 'settles')
    },
    answerRecall: async (organisation, window) => {
      if (isUnsettled(organisation, window)) await join(organisation, [window], 'settles', 'recalls')
    },
    isStoreDown: ({ line: { state } }) =>
      state.kind === 'overdue' || (state.kind === 'down' && systemClock().getTime() < state.untilMs),
    get statements() {
      return statements
    },
  }
}

/** The round that is filling up. */
export function openRound(rounds: Round[]): Round {
  const last = rounds.at(-1)
  if (last && last.asks.size + last.settles.size < ROUND_WINDOWS_MAX) return last
  const round = { asks: new Set(), settles: new Set(), recalls: new Set(), done: Promise.withResolvers() } as Round
  rounds.push(round)
  return round
}

/** What is told here counts as told, even if the answer is lost: telling it twice could admit too many. */
export function requestsOf({ asks, settles }: Round, nowMs: number): LeaseRequest[] {
  const requests: LeaseRequest[] = []
  for (const window of asks.union(settles)) {
    if (!covers(window, nowMs)) continue
    if (settles.has(window)) giveBack(window)
    const wanted = asks.has(window) ? wantedTokens(window) : 0
    if (wanted === 0 && !settles.has(window)) continue
    const { name, startMs, spanMs, limit, returning: returned, unreported: used } = window
    requests.push({ name, startMs, spanMs, limit, wanted, returned, used })
    window.returning = 0
    window.unreported = 0
  }
  return requests
}

export function applyGrants(windows: Map<string, LimitWindow>, requests: LeaseRequest[], grants: LeaseGrant[]): void {
  const requestsByName = new Map(requests.map((request) => [request.name, request]))
  for (const grant of grants) {
    const request = requestsByName.get(grant.name)
    const window = windows.get(grant.name)
    // The window may have begun anew meanwhile; then its tokens are of no use.
    if (!request || window?.startMs !== grant.startMs) continue
    receive(window, request.wanted, grant.granted, grant)
    // Leased under a limit that has been lowered while the answer was on its way.
    if (request.limit > window.limit) giveBack(window)
  }
}

/** A timer that is due runs before the socket is read; the immediate after it gives an answer that has arrived its chance. */
function outlasts(answer: Promise<void>, patienceMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => setImmediate(() => resolve(true)), patienceMs)
    // Never rejects: what failed has been told of by then.
    void answer.then(() => {
      clearTimeout(timer)
      resolve(false)
    })
  })
}
