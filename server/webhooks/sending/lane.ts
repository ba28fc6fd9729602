import type { Attempt } from './attempt.ts'
import { isSuccess } from './outcome.ts'
import type { Claimed } from './queues.ts'
import type { Job, Target } from './read-work.ts'

/** At once to one endpoint. It begins low, grows with each success and halves when nobody answers. */
const LIMIT_MAX = 32
const LIMIT_FIRST = 8
/** Read ahead, so that an endpoint that answers quickly does not wait for the database. */
const READ_AHEAD = 8
/** After so many failures in a row an endpoint is left alone for a while, twice as long each time. */
const FAILURES_PATIENT = 3
const PAUSE_FIRST_MS = 1000
const PAUSE_MAX_MS = 60_000

/** An endpoint that this worker has claimed, what is to be sent to it, and how it bears that. */
export type Lane = {
  target: Target
  waiting: Job[]
  /** Deliveries that are waiting here, under way, or not yet written down. */
  busy: Set<number>
  inFlight: number
  limit: number
  failures: number
  /** It failed too often: nothing more for now. */
  paused: boolean
  /** Nothing more was due when it was last looked at. */
  exhausted: boolean
  /** On the clock of performance.now(). */
  leasedUntilMs: number
  /** When the last success was written down, on the same clock. */
  successNotedMs: number
}

export const openLane = (target: Target, { failures }: Claimed, leasedUntilMs: number): Lane => ({
  target,
  waiting: [],
  busy: new Set(),
  inFlight: 0,
  limit: failures === 0 ? LIMIT_FIRST : 1,
  failures,
  paused: false,
  exhausted: false,
  leasedUntilMs,
  successNotedMs: Number.NEGATIVE_INFINITY,
})

/** Nobody knows whether it answers at all. */
export const isSuspect = ({ failures }: Lane): boolean => failures > 0

export const roomOf = (lane: Lane): number => {
  if (lane.exhausted || lane.paused) return 0
  const ahead = isSuspect(lane) ? lane.limit : lane.limit * READ_AHEAD
  const room = ahead - lane.busy.size
  // A few at a time would be a question for each answer.
  return room * 2 >= ahead ? room : 0
}

/** Whether the next one may be sent now: there is something, and its answer will be in before the claim ends. */
export const maySend = (lane: Lane, nowMs: number, timeoutMs: number): boolean =>
  lane.waiting.length > 0 && lane.inFlight < lane.limit && !lane.paused && nowMs + timeoutMs < lane.leasedUntilMs

export function adjust(lane: Lane, attempt: Attempt): void {
  if (isSuccess(attempt)) {
    lane.failures = 0
    lane.paused = false
    lane.limit = Math.min(LIMIT_MAX, lane.limit + 1)
    return
  }
  lane.failures += 1
  lane.paused = lane.failures >= FAILURES_PATIENT
  lane.limit = Math.max(1, Math.floor(lane.limit / 2))
}

/** Nothing to do here any more, or not now: the claim can be given back. */
export const isDone = (lane: Lane, nowMs: number): boolean =>
  lane.busy.size === lane.waiting.length &&
  lane.inFlight === 0 &&
  (lane.paused || nowMs >= lane.leasedUntilMs || (lane.exhausted && lane.waiting.length === 0))

export function pauseMs({ failures }: Lane): number {
  if (failures < FAILURES_PATIENT) return 0
  return Math.min(PAUSE_MAX_MS, PAUSE_FIRST_MS * 2 ** Math.min(failures - FAILURES_PATIENT, 10))
}
