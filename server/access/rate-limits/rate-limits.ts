import type { Sql } from '../../platform/postgres/database.ts'
import type { SystemClock } from '../../platform/values/clock.ts'
import { type AddressLimits, createAddressLimits } from './addresses.ts'
import { createLimitedKeys, type LimitedKey, type LimitSubject } from './keys.ts'
import { createLeases } from './leases.ts'
import { createRecalls } from './messages.ts'
import { judge, judgeWithoutStore, turnAllTo, type Verdict, windowsOf } from './verdict.ts'
import { covers, isLacking, isRunningLow, isTimeToLook, resign } from './window.ts'

export type { LimitSubject } from './keys.ts'
export type { Verdict } from './verdict.ts'

export type RateLimits = {
  /** Synchronous while the tokens are in memory. Never rejects: where the store fails, the request passes. */
  take(subject: LimitSubject): Verdict | Promise<Verdict>
  /** Only with tokens that are in memory; undefined takes nothing, and says that the long way has to be gone. */
  takeHeld(subject: LimitSubject): Verdict | undefined
  /** For callers without a key, or with one that is known to be none. */
  takeAddress(address: string): Verdict
  /** For callers without a key who have proven something else: as many for each name as an address has. */
  takeBearer(name: string): Verdict
  /**
   * For keys that have to be looked for, counted apart from requests without one, and gate keys and staff apart from all others: an attacker who
   * floods us from the Wi-Fi of a ground, with guessed keys or without any, does not keep its scanners or its office out.
   */
  lookups: { gate: AddressLimits; staff: AddressLimits; other: AddressLimits }
  start(): Promise<void>
  /** Gives back what is unused. Call it once no more requests come. */
  stop(): Promise<void>
  /** Statements sent to the store so far, for metrics and `bench/`. */
  statements(): number
}

export type RateLimitsDeps = {
  sql: Sql
  systemClock: SystemClock
  addressPerMinute: number
  onStoreFailure: (error: unknown) => void
  /** Beyond this many keys (a publishable key counts once per address) the one used longest ago is forgotten. */
  keysMax?: number
  /** How long a request waits for a lease before it passes uncounted. */
  storePatienceMs?: number
  /** How long other processes have to give back their tokens before the first refusal of a window. */
  recallMs?: number
}

/** Long, because a busy machine must not count as a broken one: what cannot be counted passes. */
const STORE_PATIENCE_MS = 5_000
/** Only requests beyond a limit wait for so long, and only where a process died with tokens in its hands. */
const RECALL_MS = 2_000
/** A request that lost every race for a token this often is refused. */
const ROUNDS_MAX = 100
/** A store that hangs does not hold up the end of the process for longer. */
const STOP_MS = 2_000

/*
 * A request counts against the windows of its key and of all keys of its kind (keys.ts). While each holds a token, the verdict comes
 * from memory (window.ts, verdict.ts). Where one lacks it, tokens are leased from the store (leases.ts, store.ts), and where all
 * are out, called back from the other processes (messages.ts). docs/adr/0004 says why.
 */
export function createRateLimits(deps: RateLimitsDeps): RateLimits {
  const { sql, systemClock, addressPerMinute, onStoreFailure } = deps
  const { keysMax = 50_000, storePatienceMs = STORE_PATIENCE_MS, recallMs = RECALL_MS } = deps
  const keys = createLimitedKeys(keysMax, (organisation, windows) => leases.settle(organisation, windows))
  const leases = createLeases({
    sql,
    systemClock,
    storePatienceMs,
    onStoreFailure,
    onRecalled: (organisation, grants) => recalls.announce(organisation, grants),
  })
  const recalls = createRecalls({ sql, systemClock, leases, keys, recallMs, onStoreFailure })
  const limitAddresses = () => createAddressLimits({ systemClock, perMinute: addressPerMinute })

  const take = (subject: LimitSubject): Verdict | Promise<Verdict> => {
    const key = keys.find(subject)
    const nowMs = systemClock().getTime()
    turnAllTo(key, subject, nowMs)
    const verdict = judge(key, nowMs)
    if (!verdict) return takeFromStore(subject)
    if (verdict.allowed) leaseAhead(key)
    else lookAgain(key, nowMs)
    return verdict
  }

  const takeHeld = (subject: LimitSubject): Verdict | undefined => {
    const key = keys.find(subject)
    const nowMs = systemClock().getTime()
    turnAllTo(key, subject, nowMs)
    const verdict = judge(key, nowMs)
    if (!verdict?.allowed) return undefined
    leaseAhead(key)
    return verdict
  }

  const takeFromStore = async (subject: LimitSubject): Promise<Verdict> => {
    for (let round = 0; ; round += 1) {
      const key = keys.find(subject)
      const nowMs = systemClock().getTime()
      turnAllTo(key, subject, nowMs)
      const verdict = judge(key, nowMs)
      if (verdict) return verdict
      if (leases.isStoreDown(key.organisation)) return judgeWithoutStore(key, nowMs)
      if (round === ROUNDS_MAX) for (const window of windowsOf(key).filter(isLacking)) resign(window, nowMs)
      else await lease(key)
    }
  }

  /** Waits until the store, and if need be the other processes, have answered for the windows that lack a token. */
  const lease = async (key: LimitedKey): Promise<void> => {
    const { organisation } = key
    const lacking = windowsOf(key).filter(isLacking)
    keys.touch(key)
    for (const window of lacking) window.waiting += 1
    const unasked = lacking.filter((window) => !recalls.isRecalling(window))
    if (unasked.length > 0) await leases.ask(organisation, unasked)
    const short = lacking.filter(isLacking)
    if (short.length > 0 && !leases.isStoreDown(organisation)) {
      await Promise.all(short.map((window) => recalls.recall(organisation, window)))
    }
    for (const window of lacking) window.waiting -= 1
  }

  /** A crowd does not wait for its next tokens. While a statement is under way its answer is seen first. */
  const leaseAhead = (key: LimitedKey): void => {
    const { organisation, minute, day, organisationDay } = key
    if (organisation.line.sending !== undefined) return
    if (!isRunningLow(minute) && !isRunningLow(day) && !(organisationDay && isRunningLow(organisationDay))) return
    keys.touch(key)
    // No request waits for these tokens: they are for the requests that come next.
    void leases.ask(organisation, windowsOf(key).filter(isRunningLow))
  }

  /** Tokens that could not be had may have come back since; no request waits for finding out. */
  const lookAgain = (key: LimitedKey, nowMs: number): void => {
    for (const window of windowsOf(key)) {
      if (!isTimeToLook(window, nowMs) || leases.isStoreDown(key.organisation)) continue
      resign(window, nowMs)
      recalls.remind(key.organisation, window)
      // No request waits for these tokens: they are for the requests that come next.
      void leases.ask(key.organisation, [window])
    }
  }

  return {
    take,
    takeHeld,
    takeAddress: limitAddresses().take,
    takeBearer: createAddressLimits({ systemClock, perMinute: addressPerMinute, bucketOf: (name) => name }).take,
    lookups: { gate: limitAddresses(), staff: limitAddresses(), other: limitAddresses() },
    start: () => recalls.listen(),
    async stop() {
      const nowMs = systemClock().getTime()
      for (const organisation of keys.organisations()) {
        const running = organisation.windows.values().filter((window) => covers(window, nowMs))
        // Waited for below, by line, and not for longer than a stop may take.
        void leases.settle(organisation, [...running])
      }
      const lines = [...keys.organisations()].map(({ line }) => line.sending)
      await within(STOP_MS, Promise.all(lines))
      await within(STOP_MS, recalls.unlisten())
    },
    statements: () => leases.statements,
  }
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}
