import { GrandstandError } from './errors.ts'
import type { ApiErrorDetails } from './generated/models.ts'

export type Settings = {
  key: string
  /** Where the API is: `https://tickets.example.org`. */
  url: string
  fetch: typeof fetch
  timeoutMs: number
  attemptsMax: number
}

export type CallOptions = {
  signal?: AbortSignal
  /** Of one attempt. */
  timeoutMs?: number
  attemptsMax?: number
  /** Give one of your own to repeat a change across restarts of your program; otherwise each call has its own. */
  idempotencyKey?: string
  /** The ID token of the fan who is signed in. */
  ssoToken?: string
  headers?: Record<string, string>
}

const FIRST_WAIT_MS = 250
const WAIT_MAX_MS = 8_000
/** A wait that is longer is the caller's to decide on. */
const RETRY_AFTER_MAX_S = 60

/**
 * Sends a request until it is answered. A change bears the same Idempotency-Key at every attempt, so that however often it
 * arrives it happens once.
 */
export async function send(
  settings: Settings,
  method: string,
  path: string,
  body: unknown,
  options: CallOptions = {},
): Promise<Response> {
  const headers: Record<string, string> = {
    authorization: `Bearer ${settings.key}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(method === 'GET' ? {} : { 'idempotency-key': options.idempotencyKey ?? crypto.randomUUID() }),
    ...(options.ssoToken === undefined ? {} : { 'x-sso-token': options.ssoToken }),
    ...options.headers,
  }
  const request = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
  const attemptsMax = options.attemptsMax ?? settings.attemptsMax
  for (let attempt = 1; ; attempt += 1) {
    const answer = await once(settings, path, request, options)
    if (!(answer instanceof GrandstandError)) return answer
    const waitMs = waitFor(answer, attempt)
    if (attempt >= attemptsMax || waitMs === undefined) throw answer
    await sleep(waitMs, options.signal)
  }
}

async function once(
  { url, fetch, ...settings }: Settings,
  path: string,
  request: RequestInit,
  { signal, timeoutMs = settings.timeoutMs }: CallOptions,
): Promise<Response | GrandstandError> {
  signal?.throwIfAborted()
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url + path, {
      ...request,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    return response.ok ? response : await refusal(response)
  } catch (cause) {
    signal?.throwIfAborted()
    if (timeout.aborted)
      return new GrandstandError({ code: 'timed_out', message: `No answer within ${timeoutMs} ms.` }, { cause })
    return new GrandstandError({ code: 'connection_failed', message: `No connection to ${url}.` }, { cause })
  }
}

async function refusal(response: Response): Promise<GrandstandError> {
  const { status } = response
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  const about = { status, retryAfter: Number.isFinite(seconds) ? seconds : undefined }
  const { error } = (await response.json().catch(() => ({}))) as { error?: ApiErrorDetails }
  // What stands between may answer in words of its own.
  if (typeof error?.code === 'string') return new GrandstandError(error, about)
  const requestId = response.headers.get('request-id')
  const details = { code: 'internal_error', message: `HTTP ${status}`, type: 'api_error' } as const
  return new GrandstandError({ ...details, ...(requestId ? { request_id: requestId } : {}) }, about)
}

/** How long to wait before the next attempt; undefined where another one would say the same. */
function waitFor({ status, code, retryAfter }: GrandstandError, attempt: number): number | undefined {
  const isPassing = status === undefined || status === 429 || status >= 500 || code === 'idempotency_key_in_use'
  if (!isPassing || (retryAfter ?? 0) > RETRY_AFTER_MAX_S) return undefined
  const backoff = Math.min(WAIT_MAX_MS, FIRST_WAIT_MS * 2 ** (attempt - 1))
  // A crowd that was told the same second comes back spread over the next.
  return retryAfter === undefined ? backoff * (0.5 + Math.random() / 2) : retryAfter * 1000 + Math.random() * backoff
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
