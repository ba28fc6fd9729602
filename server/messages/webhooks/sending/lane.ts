import type { Attempt } from './attempt.ts'
import { isSuccess } from './outcome.ts'
import type { Queue } from './queues.ts'
import type { Job } from './read-jobs.ts'
import type { Target } from './read-targets.ts'

/** Requests at once to one endpoint. The limit begins low, grows with each quick success and halves when the endpoint does not answer. */
const LIMIT_MAX = 32
/** Requests at once to an endpoint that has not answered yet, or takes its time: a few of these could hold all there are. */
const LIMIT_CAREFUL = 4
const SLOW_MS = 1000
/** Messages read ahead for each request at once, so that an endpoint that answers quickly does not wait for the database. */
const READ_AHEAD = 16
/** With what is not yet written down, a lane holds at most so many times what it reads ahead. */
const UNWRITTEN_SHARE = 2
/** Characters that are read ahead for one endpoint; a single message may be longer. */
const READ_AHEAD_LENGTH = 2 * 1024 * 1024
/** After so many failures in a row an endpoint is left alone for a while, twice as long each time. */
const FAILURES_PATIENT = 3
const PAUSE_FIRST_MS = 1000
const PAUSE_MAX_MS = 60_000

/** How an endpoint answers: quickly, slowly, or it is not known yet. */
export type AnswerPace = 'unknown' | 'quick' | 'slow'

/** An endpoint that this worker has claimed, what is to be sent to it, and how it bears that. */
export type Lane = {
  target: Target
  waiting: Job[]
  /** Deliveries that are waiting here, under way, or not yet written down. */
  busy: Set<number>
  /** Characters of these messages. */
  length: number
  inFlight: number
  limit: number
  /** How its last answer came. */
  pace: AnswerPace
  /** When it was last served, counted in requests. */
  turn: number
  failures: number
  /** The endpoint failed too often: nothing more is sent for now. */
  paused: boolean
  /** Nothing more was due when it was last looked at. */
  exhausted: boolean
  /** Closed, or others have their chance: nothing more is sent from here, and the claim is given back. */
  leaving: boolean
  /** On the clock of performance.now(). */
  leasedUntilMs: number
  /** From then on another worker may have it, on the same clock. */
  offeredAtMs: number
  /** When the last success was written down, on the same clock. */
  successNotedMs: number
}

type Terms = { leasedUntilMs: number; offeredAtMs?: number; pace?: AnswerPace }

export const openLane = (
  target: Target,
  { failures }: Queue,
  { leasedUntilMs, offeredAtMs = Number.POSITIVE_INFINITY, pace = 'unknown' }: Terms,
): Lane => ({
  target,
  waiting: [],
  busy: new Set(),
  length: 0,
  inFlight: 0,
  limit: failures === 0 ? LIMIT_CAREFUL : 1,
  pace,
  turn: 0,
  failures,
  paused: false,
  exhausted: false,
  leaving: false,
  leasedUntilMs,
  offeredAtMs,
  successNotedMs: Number.NEGATIVE_INFINITY,
})

/** An endpoint that may well hold a request for long: it failed last, or took its time. */
export const isSuspect = ({ failures, pace }: Pick<Lane, 'failures' | 'pace'>): boolean =>
  failures > 0 || pace === 'slow'

export const lengthLeft = ({ length }: Lane): number => READ_AHEAD_LENGTH - length

export const roomOf = (lane: Lane): number => {
  if (lane.exhausted || lane.paused || lane.leaving || lengthLeft(lane) <= 0) return 0
  const ahead = isSuspect(lane) ? lane.limit : lane.limit * READ_AHEAD
  // Waiting for what is not yet written down would leave the endpoint without work; but a crash would send it all again.
  if (lane.busy.size >= ahead * UNWRITTEN_SHARE) return 0
  const room = ahead - lane.waiting.length - lane.inFlight
  // A few at a time would be a question for each answer.
  return room * 2 >= ahead ? room : 0
}

/** Whether the next one may be sent now: there is something, and its answer will be in before the claim ends. */
export const maySend = (lane: Lane, nowMs: number, timeoutMs: number): boolean =>
  lane.waiting.length > 0 &&
  lane.inFlight < lane.limit &&
  !lane.paused &&
  !lane.leaving &&
  nowMs + timeoutMs < lane.leasedUntilMs

/** Whether another worker should have a chance to serve it; one that answers slowly would stand idle for too long meanwhile. */
export const isOffered = ({ offeredAtMs, pace }: Lane, nowMs: number): boolean =>
  pace === 'quick' && nowMs >= offeredAtMs

export function adjust(lane: Lane, attempt: Attempt): void {
  if (isSuccess(attempt)) {
    lane.failures = 0
    lane.paused = false
    lane.pace = attempt.durationMs > SLOW_MS ? 'slow' : 'quick'
    lane.limit = Math.min(lane.pace === 'slow' ? LIMIT_CAREFUL : LIMIT_MAX, lane.limit + 1)
    return
  }
  lane.failures += 1
  lane.paused = lane.failures >= FAILURES_PATIENT
  lane.limit = Math.max(1, Math.floor(lane.limit / 2))
}

/** Written down, or not to be sent any more. */
export function forget(lane: Lane, { deliveryId, body }: Job): void {
  if (lane.busy.delete(deliveryId)) lane.length -= body.length
}

/** Nothing to do here any more, or not now: the claim can be given back. */
export const isDone = (lane: Lane, nowMs: number): boolean =>
  lane.busy.size === lane.waiting.length &&
  lane.inFlight === 0 &&
  (lane.paused || lane.leaving || nowMs >= lane.leasedUntilMs || (lane.exhausted && lane.waiting.length === 0))

export function pauseMs({ failures }: Lane): number {
  if (failures < FAILURES_PATIENT) return 0
  return Math.min(PAUSE_MAX_MS, PAUSE_FIRST_MS * 2 ** Math.min(failures - FAILURES_PATIENT, 10))
}
