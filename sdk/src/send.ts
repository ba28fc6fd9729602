import type { CallOptions } from './calling/call-options.ts'
import { GrandstandError } from './errors.ts'
import type { ApiErrorDetails } from './generated/models.ts'

export type Settings = {
  /** Headers that say who calls. */
  credentials(): Record<string, string>
  /** Where the API is: `https://tickets.example.org`. Another one once the organisation has moved. */
  url: string
  fetch: typeof fetch
  timeoutMs: number
  attemptsMax: number
}

const FIRST_WAIT_MS = 250
const WAIT_MAX_MS = 8_000
/** A wait that is longer is the caller's to decide on. */
const RETRY_AFTER_MAX_S = 60

/** How often one call follows an organisation that has moved. */
const MOVES_MAX = 5

export type Request = { method: string; path: string; body: unknown }

/**
 * Sends a request until it is answered, and `read` has the whole of the answer. A change bears the same Idempotency-Key at every
 * attempt, so that however often it arrives it happens once.
 */
export async function send<T>(
  settings: Settings,
  { method, path, body }: Request,
  options: CallOptions,
  read: (response: Response) => T | Promise<T>,
): Promise<T> {
  const headers: Record<string, string> = {
    ...settings.credentials(),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(method === 'GET' ? {} : { 'idempotency-key': options.idempotencyKey ?? crypto.randomUUID() }),
    ...(options.ssoToken === undefined ? {} : { 'x-sso-token': options.ssoToken }),
    ...(options.orderSecret === undefined ? {} : { 'x-order-secret': options.orderSecret }),
    ...(options.debtSecret === undefined ? {} : { 'x-debt-secret': options.debtSecret }),
    ...(options.cardSecret === undefined ? {} : { 'x-card-secret': options.cardSecret }),
    ...(options.eventPreview === undefined ? {} : { 'x-event-preview': options.eventPreview }),
    ...options.headers,
  }
  const request = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
  const attemptsMax = options.attemptsMax ?? settings.attemptsMax
  for (let attempt = 1, moves = 0; ; attempt += 1) {
    const { url } = settings
    const answer = await once(settings, path, request, options, read)
    if (!(answer instanceof GrandstandError)) return answer
    const newUrl = movedTo(answer, url)
    if (newUrl !== undefined && moves < MOVES_MAX) {
      settings.url = newUrl
      // In the moment in which it moves both may send us to the other.
      if (moves > 0) await sleep(FIRST_WAIT_MS * 2 ** (moves - 1), options.signal)
      moves += 1
      attempt -= 1
      continue
    }
    const waitMs = waitFor(answer, attempt)
    if (attempt >= attemptsMax || waitMs === undefined) throw answer
    await sleep(waitMs, options.signal)
  }
}

/** Where an organisation that has moved is. A server asked over TLS is believed, and the key stays on TLS. */
function movedTo({ code, details }: GrandstandError, url: string): string | undefined {
  const { cell_url } = details
  if (code !== 'organisation_moved' || typeof cell_url !== 'string') return undefined
  const isSafe = cell_url.startsWith('https://') || (cell_url.startsWith('http://') && url.startsWith('http://'))
  return isSafe ? cell_url.replace(/\/+$/, '') : undefined
}

/** The time is over once the answer is read, so that a stream may last as long as it likes. */
async function once<T>(
  { url, fetch, ...settings }: Settings,
  path: string,
  request: RequestInit,
  { signal, timeoutMs = settings.timeoutMs }: CallOptions,
  read: (response: Response) => T | Promise<T>,
): Promise<T | GrandstandError> {
  signal?.throwIfAborted()
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), timeoutMs)
  try {
    const response = await fetch(url + path, {
      ...request,
      signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
    })
    return response.ok ? await read(response) : await refusal(response)
  } catch (cause) {
    signal?.throwIfAborted()
    if (late.signal.aborted)
      return new GrandstandError({ code: 'timed_out', message: `No answer within ${timeoutMs} ms.` }, { cause })
    return new GrandstandError({ code: 'connection_failed', message: `No whole answer from ${url}.` }, { cause })
  } finally {
    clearTimeout(timer)
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
  const details = { code: 'unknown_answer', message: `HTTP ${status}` } as const
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
