import type { Outbound } from '../../../platform/outbound/outbound.ts'
import { OutboundError } from '../../../platform/outbound/outbound-error.ts'
import type { SystemClock } from '../../../platform/values/clock.ts'
import { readRetryAfter } from '../schedule.ts'
import { headersOf } from '../signature.ts'
import type { Job } from './read-jobs.ts'
import type { Target } from './read-targets.ts'

export type Attempt = {
  job: Job
  at: Date
  durationMs: number
  status: number | null
  errorCode: string | null
  responseStart: string | null
  retryAfterMs: number | undefined
}

const ANSWER_BYTES_MAX = 4096
const ANSWER_CHARACTERS_KEPT = 1000
/** A kept-alive connection that the receiver was just closing breaks at once, and before the receiver has read anything. */
const STALE_WITHIN_MS = 1000

type SendDeps = { outbound: Outbound; systemClock: SystemClock; timeoutMs: number }

/** Sends one message once. Whatever comes of it is a result; nothing is thrown. */
export async function sendOnce(
  { outbound, systemClock, timeoutMs }: SendDeps,
  target: Target,
  job: Job,
): Promise<Attempt> {
  const at = systemClock()
  const noAnswer = { job, at, status: null, responseStart: null, retryAfterMs: undefined }
  if (target.needsHttps) return { ...noAnswer, durationMs: 0, errorCode: 'https_required' }
  const started = performance.now()
  const headers = headersOf(job.webhookId, at, job.body, target.keys)
  const elapsed = () => Math.round(performance.now() - started)
  const send = () =>
    outbound.send(target.url, {
      method: 'POST',
      headers,
      body: job.body,
      timeoutMs: timeoutMs - elapsed(),
      bodyBytesMax: ANSWER_BYTES_MAX,
    })
  try {
    const answer = await send().catch((error: unknown) => {
      if (isReset(error) && elapsed() < STALE_WITHIN_MS) return send()
      throw error
    })
    if (answer.status < 100) throw new OutboundError('answer_malformed')
    return {
      job,
      at,
      durationMs: elapsed(),
      status: answer.status,
      errorCode: null,
      responseStart: startOf(answer.body),
      retryAfterMs: readRetryAfter(answer.headers['retry-after'], at),
    }
  } catch (error) {
    const errorCode = error instanceof OutboundError ? error.code : 'unreachable'
    return { ...noAnswer, durationMs: elapsed(), errorCode }
  }
}

const isReset = (error: unknown) => error instanceof OutboundError && error.code === 'reset'

/** PostgreSQL cannot store a zero byte in a text. */
function startOf(body: Buffer): string | null {
  if (body.length === 0) return null
  return body.toString('utf8').replaceAll('\0', '\uFFFD').slice(0, ANSWER_CHARACTERS_KEPT).toWellFormed()
}
