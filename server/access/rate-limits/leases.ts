import type { Sql } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import type { LimitedOrganisation } from './organisations.ts'
import { applyAnswers, claimsOf, openRound, type Round } from './rounds.ts'
import { type Answer, type Claim, settleClaims } from './store.ts'
import type { LimitWindow } from './windows.ts'

/** After a failure the store is left alone for this long, and requests pass. */
const BACK_OFF_MS = 1_000

export type Leases = {
  /** Resolves when the store has answered for these windows, or has failed to. Never rejects. */
  ask(organisation: LimitedOrganisation, windows: LimitWindow[]): Promise<unknown>
  /** Gives back what is unused of these windows and reports what was used. Never rejects. */
  settle(organisation: LimitedOrganisation, windows: LimitWindow[]): Promise<unknown>
  isStoreDown(organisation: LimitedOrganisation): boolean
  readonly statements: number
}

type LeasesDeps = {
  sql: Sql
  clock: Clock
  storePatienceMs: number
  onStoreFailure: (error: unknown) => void
  /** How windows stand after this process has given back and reported. */
  onSettled: (organisation: LimitedOrganisation, answers: Answer[]) => void
}

/** Turns what many requests need of one organisation's windows into few statements, one at a time. */
export function createLeases({ sql, clock, storePatienceMs, onStoreFailure, onSettled }: LeasesDeps): Leases {
  let statements = 0

  const fail = (organisation: LimitedOrganisation, error: unknown): void => {
    organisation.storeDownUntilMs = clock().getTime() + BACK_OFF_MS
    onStoreFailure(error)
  }

  const carryOut = async (organisation: LimitedOrganisation, round: Round, claims: Claim[]): Promise<void> => {
    statements += 1
    try {
      const answers = await settleClaims(organisation.orgId, sql, claims)
      organisation.storeDownUntilMs = Number.NEGATIVE_INFINITY
      applyAnswers(organisation.windows, claims, answers)
      const settled = new Set([...round.settles].map((window) => window.subject))
      const standings = answers.filter((answer) => settled.has(answer.subject))
      if (standings.length > 0) onSettled(organisation, standings)
    } catch (error) {
      fail(organisation, error)
    }
  }

  const send = async (organisation: LimitedOrganisation): Promise<void> => {
    // Requests of the same turn join the first round.
    await Promise.resolve()
    for (let round = organisation.rounds.shift(); round; round = organisation.rounds.shift()) {
      const claims = claimsOf(round, clock().getTime())
      if (claims.length > 0) {
        const carriedOut = carryOut(organisation, round, claims)
        if (await outlasts(carriedOut, storePatienceMs)) {
          fail(organisation, new Error(`the rate limit store did not answer within ${storePatienceMs} ms`))
          organisation.stuck = true
          for (const waiting of [round, ...organisation.rounds]) waiting.done.resolve()
          await carriedOut
          organisation.stuck = false
        }
      }
      round.done.resolve()
      // Whoever waited takes its token before the next round decides what is unused.
      if (organisation.rounds.length > 0) await new Promise(setImmediate)
    }
    organisation.sending = undefined
  }

  const join = (
    organisation: LimitedOrganisation,
    kind: 'asks' | 'settles',
    windows: LimitWindow[],
  ): Promise<unknown> => {
    if (organisation.stuck && kind === 'asks') {
      organisation.storeDownUntilMs = clock().getTime() + BACK_OFF_MS
      return Promise.resolve()
    }
    const joined = new Set<Promise<void>>()
    for (const window of windows) {
      const round = openRound(organisation.rounds)
      round[kind].add(window)
      joined.add(round.done.promise)
    }
    organisation.sending ??= send(organisation)
    return Promise.all(joined)
  }

  return {
    ask: (organisation, windows) => join(organisation, 'asks', windows),
    settle(organisation, windows) {
      // While a statement is under way its tokens are not here yet, so it is the round after it that can settle.
      const unsettled = windows.filter(
        ({ held, returning, unreported }) => organisation.sending !== undefined || held + returning + unreported > 0,
      )
      return unsettled.length > 0 ? join(organisation, 'settles', unsettled) : Promise.resolve()
    },
    isStoreDown: (organisation) => clock().getTime() < organisation.storeDownUntilMs,
    get statements() {
      return statements
    },
  }
}

/** A timer that is due runs before the socket is read; the immediate after it gives an answer that has arrived its chance. */
function outlasts(work: Promise<void>, patienceMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => setImmediate(() => resolve(true)), patienceMs)
    work.then(() => {
      clearTimeout(timer)
      resolve(false)
    })
  })
}
