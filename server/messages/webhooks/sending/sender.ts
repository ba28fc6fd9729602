import type { Outbound } from '../../../platform/outbound/outbound.ts'
import type { Sql } from '../../../platform/postgres/database.ts'
import { doForReached } from '../../../platform/postgres/reach.ts'
import type { Clock, SystemClock } from '../../../platform/values/clock.ts'
import type { Seal } from '../../../platform/values/seal.ts'
import { findUnnumbered, numberMessages } from '../number-messages.ts'
import type { MessageFields } from '../shown-messages.ts'
import { findReplaying, streamReplays } from '../stream-replays.ts'
import { type Attempt, sendOnce } from './attempt.ts'
import { adjust, type Lane, maySend, roomOf } from './lane.ts'
import { closeLane, createLanes } from './lanes.ts'
import { createNap } from './nap.ts'
import { outcomeOf } from './outcome.ts'
import { recordResults } from './record-results.ts'
import { createRequestSlots } from './request-slots.ts'
import { createResults } from './results.ts'
import { createRounds } from './rounds.ts'

export type SenderDeps = {
  sql: Sql
  clock: Clock
  systemClock: SystemClock
  seal: Seal
  outbound: Outbound
  messageFields: MessageFields
  onFailure: (task: string, error: unknown) => void
  onAttempt?: (attempt: Attempt) => void
  timeoutMs?: number
  random?: () => number
  /** Requests at once. */
  inFlightMax?: number
  /** Characters of messages that are held in memory. */
  lengthMax?: number
  /** How long an endpoint is served before others have a chance. */
  offeredAfterMs?: number
}

const TIMEOUT_MS = 15_000
const IN_FLIGHT_MAX = 500
const POLL_MS = 100
/** A replay that waits for room asks how much is waiting, which costs more than to look for something new. */
const REPLAY_POLL_MS = 1000
/** While there is more to claim. */
const CLAIM_MORE_AFTER_MS = 25
/** A worker that has given an endpoint to the others lets each of them look first. */
const CLAIM_AFTER_OTHERS_MS = 2 * POLL_MS
const RENEW_EVERY_MS = 5000
const AFTER_FAILURE_MS = 1000

export type Sender = ReturnType<typeof createSender>

/** Sends messages to their endpoints. Any number of processes may do so at once; see docs/adr/0011. */
export function createSender(deps: SenderDeps) {
  const { sql, systemClock, timeoutMs = TIMEOUT_MS, random = Math.random } = deps
  const lanes = createLanes(deps)
  const numberSome = createRounds(
    (after) => findUnnumbered(sql, systemClock(), after),
    (orgId) => numberMessages(orgId, sql, systemClock, 'skip'),
  )
  const replaySome = createRounds(
    (after) => findReplaying(sql, systemClock(), after),
    (orgId) => streamReplays(orgId, sql, systemClock),
  )
  const slots = createRequestSlots(deps.inFlightMax ?? IN_FLIGHT_MAX)
  let turns = 0
  /** An endpoint was turned away since all of them had a turn. */
  let isCrowded = false
  let isTurnDue = false
  let isRoundWanted = false
  let renewAtMs = 0
  let claimAtMs = 0
  let stopping = false
  const nap = createNap()
  const answeredNap = createNap()
  const results = createResults(async (batch) => {
    const organisationOf = ({ lane }: (typeof batch)[number]) => lane.target.orgId
    await doForReached(sql, batch, organisationOf, (some) => recordResults(sql, deps, some, deps.onFailure))
    for (const { lane, outcome } of batch) if (outcome.endpoint === 'gone') closeLane(lane)
    // What is written down makes room for the next.
    wantRound()
  })

  /** Said while a round is under way, it means one more: what made room may have come too late for this one. */
  function wantRound(): void {
    isRoundWanted = true
    nap.wake()
  }

  function send(lane: Lane): boolean {
    if (stopping || !maySend(lane, performance.now(), timeoutMs)) return false
    const leave = slots.take(lane)
    const job = leave ? lane.waiting.shift() : undefined
    if (!leave || !job) {
      isCrowded = true
      return false
    }
    lane.inFlight += 1
    turns += 1
    lane.turn = turns
    // Never rejects: an attempt that failed is an attempt.
    void sendOnce({ outbound: deps.outbound, systemClock, timeoutMs }, lane.target, job).then((attempt) => {
      lane.inFlight -= 1
      leave()
      adjust(lane, attempt)
      results.add({ lane, attempt, outcome: outcomeOf(attempt, random(), lane.target) })
      deps.onAttempt?.(attempt)
      // Its place is taken at once, by itself only if no other endpoint waits for one; the database hears of it with others.
      if (isCrowded) sendAllSoon()
      else while (send(lane));
      if (roomOf(lane) > 0) wantRound()
      answeredNap.wake()
    })
    return true
  }

  /** One to each in turn, beginning with who has waited longest, so that a long queue takes no more than its share. */
  function sendAll(): void {
    isCrowded = false
    let ready = lanes.all().sort((a, b) => a.turn - b.turn)
    while (ready.length > 0) ready = ready.filter(send)
  }

  /** Once for all the answers that have just come in. */
  function sendAllSoon(): void {
    if (isTurnDue) return
    isTurnDue = true
    setImmediate(() => {
      isTurnDue = false
      sendAll()
    })
  }

  /** New endpoints, and new messages for those that are served, are looked for now and then, not with each answer. */
  async function claimSome(): Promise<number> {
    if (stopping || performance.now() < claimAtMs) return 0
    lanes.lookAgain()
    const claimed = await lanes.claim()
    claimAtMs = performance.now() + (claimed > 0 ? CLAIM_MORE_AFTER_MS : POLL_MS)
    return claimed
  }

  /** Says whether there was anything to do, or is again. */
  async function round(): Promise<boolean> {
    isRoundWanted = false
    if (performance.now() >= renewAtMs) {
      renewAtMs = performance.now() + RENEW_EVERY_MS
      await lanes.renew()
    }
    const claimed = await claimSome()
    const read = await lanes.fill()
    sendAll()
    const released = await lanes.release()
    if (released.some(({ leaving }) => leaving)) claimAtMs = performance.now() + CLAIM_AFTER_OTHERS_MS
    return isRoundWanted || claimed + read + released.length > 0
  }

  /** A node that is away fails the round for everybody; without its organisations the next one succeeds. */
  const roundOfReached = (): Promise<boolean> =>
    round().catch(async (error: unknown) => {
      await lanes.dropUnreached().catch(() => {})
      throw error
    })

  async function loop(
    task: string,
    work: () => Promise<boolean>,
    wait: (ms: number) => Promise<void>,
    pollMs = POLL_MS,
  ): Promise<void> {
    while (!stopping) {
      const more = await work().catch(async (error: unknown) => {
        deps.onFailure(task, error)
        await wait(AFTER_FAILURE_MS)
        return true
      })
      if (!more && !stopping) await wait(pollMs)
    }
  }

  return {
    /** Sends whatever is due now and returns when that has been answered and written down. */
    async drain(): Promise<void> {
      while (await numberSome());
      for (let busy = true; busy; ) {
        while (await replaySome());
        while ((await lanes.claim()) > 0);
        busy = (await round()) || !lanes.isEmpty()
        if (slots.inUse() > 0 && results.count() === 0) await answeredNap.sleep(POLL_MS)
        while (await results.writeSome());
      }
    },
    /** Runs until it is stopped, which finishes what is under way and gives everything back. */
    start(): { stop(): Promise<void> } {
      const numberingNap = createNap()
      const numbering = loop('number webhook messages', numberSome, numberingNap.sleep)
      const replayNap = createNap()
      const replaying = loop('replay webhook messages', replaySome, replayNap.sleep, REPLAY_POLL_MS)
      const sending = loop('send webhooks', roundOfReached, nap.sleep)
      // By itself, because a commit takes its time and the next requests need not wait for it.
      const settling = loop('record webhooks', results.writeTogether, results.sleep)
      return {
        async stop() {
          stopping = true
          nap.wake()
          numberingNap.wake()
          replayNap.wake()
          results.wake()
          await Promise.all([numbering, replaying, sending, settling])
          while (slots.inUse() > 0) await answeredNap.sleep(POLL_MS)
          try {
            while (results.count() > 0) await results.writeSome()
            await lanes.release(true)
          } catch (error) {
            // Without a database the claims run out by themselves.
            deps.onFailure('stop sending webhooks', error)
          }
        },
      }
    },
  }
}
