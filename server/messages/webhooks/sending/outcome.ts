import { delayAfter } from '../schedule.ts'
import type { Attempt } from './attempt.ts'

/** What an attempt means for its delivery, and for its endpoint. */
export type AttemptOutcome = {
  deliveryStatus: 'succeeded' | 'pending' | 'failed'
  dueAt: Date
  /**
   * What it says about the endpoint; a test that fails says nothing, unless the receiver is gone for good, or has never
   * answered any.
   */
  endpoint: 'succeeded' | 'failed' | 'gone' | 'silent' | 'untouched'
}

const GONE = 410

export const isSuccess = ({ status }: Pick<Attempt, 'status'>): boolean =>
  status !== null && status >= 200 && status < 300

/** Pure: `random`, from 0 to 1, spreads what is tried again. The ping that is to prove an endpoint is tried again like a message. */
export function outcomeOf(attempt: Attempt, random: number, { proven }: { proven: boolean }): AttemptOutcome {
  const { job, at } = attempt
  const isPing = job.type === 'ping'
  if (isSuccess(attempt)) return { deliveryStatus: 'succeeded', dueAt: at, endpoint: 'succeeded' }
  const isGone = attempt.status === GONE
  if (isPing && proven) return { deliveryStatus: 'failed', dueAt: at, endpoint: isGone ? 'gone' : 'untouched' }
  const delayMs = delayAfter(job.attempts + 1, attempt.retryAfterMs, random)
  const endpoint = isGone ? 'gone' : 'failed'
  if (delayMs === undefined) {
    return { deliveryStatus: 'failed', dueAt: at, endpoint: isPing && !isGone ? 'silent' : endpoint }
  }
  return { deliveryStatus: 'pending', dueAt: new Date(at.getTime() + attempt.durationMs + delayMs), endpoint }
}
