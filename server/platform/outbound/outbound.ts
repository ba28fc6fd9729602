import { LRUCache } from 'lru-cache'
import type { Agent, Dispatcher } from 'undici'
import { lazily } from '../process/lazily.ts'
import type { Network } from '../values/ip-address.ts'
import type { ConnectorOptions, Lookup } from './guarded-connector.ts'
import { OutboundError, toOutboundError } from './outbound-error.ts'
import { allowing, type IsAllowed } from './public-address.ts'
import { nameResolver, textResolver } from './resolve-name.ts'

export type OutboundRequest = {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string | Buffer
  /** From the first byte out to the last byte in, the connection included. */
  timeoutMs?: number
  /** How much of the answer's body is read. */
  bodyBytesMax?: number
  /** What happens beyond it: `cut` keeps the beginning, `fail` refuses the whole answer. */
  beyond?: 'cut' | 'fail'
  signal?: AbortSignal
}

export type OutboundAnswer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** The only way out to addresses that an organisation chose: guarded, bounded in time and size, never following a redirect. */
export type Outbound = {
  send(url: string, request: OutboundRequest): Promise<OutboundAnswer>
  /** For libraries that want a `fetch`. Reads only; a large answer fails. */
  fetch(
    url: string | URL,
    options?: { headers?: ConstructorParameters<typeof Headers>[0]; signal?: AbortSignal | null },
  ): Promise<Response>
  /** The texts that a name server has under this name; none where it has none. */
  resolveTxt(name: string): Promise<string[]>
  isAllowed: IsAllowed
  /** Whether organisations in earnest may be sent to without TLS, too. */
  plainHttp: boolean
  close(): Promise<void>
}

export type OutboundOptions = {
  /** Networks that may be reached though they are not public, for tests and development. */
  allow?: Network[]
  lookup?: Lookup
  /** As `resolveTxt` of the result, for a test that plays a name server. */
  resolveTxt?: (name: string) => Promise<string[]>
  nameServers?: string[]
  /** How long a name server has for its answer. */
  answerWithinMs?: number
  connectTimeoutMs?: number
  isAllowed?: IsAllowed
  plainHttp?: boolean
}

const TIMEOUT_MS = 15_000
const CONNECT_TIMEOUT_MS = 5_000
const BODY_BYTES_MAX = 256 * 1024
const HEADER_BYTES_MAX = 16 * 1024
const TARGETS_MAX = 1000

export function createOutbound(options: OutboundOptions = {}): Outbound {
  const { allow = [], nameServers, answerWithinMs, connectTimeoutMs = CONNECT_TIMEOUT_MS } = options
  const isAllowed = options.isAllowed ?? allowing(allow)
  const resolving = {
    localNames: allow.length > 0,
    ...(nameServers ? { nameServers } : {}),
    ...(answerWithinMs === undefined ? {} : { answerWithinMs }),
  }
  const lookup = options.lookup ?? nameResolver(resolving)
  let agent: Agent | undefined
  const openAgent = lazily(async () => {
    agent = await agentWith({ isAllowed, connectTimeoutMs, lookup })
    return agent
  })
  // The same few addresses are sent to again and again.
  const targets = new LRUCache<string, Target>({ max: TARGETS_MAX, memoMethod: parseTarget })
  const send = async (url: string, request: OutboundRequest) => {
    const target = targets.memo(url)
    return exchange(agent ?? (await openAgent()), target, request)
  }
  return {
    send,
    resolveTxt: options.resolveTxt ?? textResolver(resolving),
    isAllowed,
    plainHttp: options.plainHttp ?? false,
    async fetch(url, { headers, signal } = {}) {
      const answer = await send(String(url), {
        method: 'GET',
        headers: Object.fromEntries(new Headers(headers)),
        beyond: 'fail',
        ...(signal ? { signal } : {}),
      })
      return toResponse(answer)
    },
    close: async () => agent?.destroy(),
  }
}

/** Its library is loaded with the first request that leaves: a start would wait for it, and many processes never send one. */
async function agentWith(options: ConnectorOptions): Promise<Agent> {
  const { Agent } = await import('undici')
  const { guardedConnector } = await import('./guarded-connector.ts')
  return new Agent({
    connect: guardedConnector(options),
    // One answer at a time on a connection, or a slow one would hold up those behind it.
    pipelining: 1,
    keepAliveTimeout: 10_000,
    keepAliveMaxTimeout: 60_000,
    maxHeaderSize: HEADER_BYTES_MAX,
    // Our own timer spans the whole exchange; these two would only count parts of it.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
}

type Target = { origin: string; path: string }

function parseTarget(url: string): Target {
  try {
    const { origin, pathname, search } = new URL(url)
    return { origin, path: pathname + search }
  } catch (error) {
    throw toOutboundError(error)
  }
}

/**
 * By the dispatcher's own events: a stream for each answer and a signal for each request cost as much as the sending, and most
 * answers are empty. See bench/webhooks.ts.
 */
function exchange(agent: Agent, { origin, path }: Target, request: OutboundRequest): Promise<OutboundAnswer> {
  const { method, headers, body, timeoutMs = TIMEOUT_MS, bodyBytesMax = BODY_BYTES_MAX, beyond = 'cut' } = request
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined
    let answer: Omit<OutboundAnswer, 'body'> | undefined
    let isOver = false
    let length = 0
    const chunks: Buffer[] = []
    const finish = (error?: unknown) => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      request.signal?.removeEventListener('abort', stop)
      if (error !== undefined || !answer) reject(toOutboundError(error))
      else resolve({ ...answer, body: Buffer.concat(chunks).subarray(0, bodyBytesMax) })
    }
    const end = (error: OutboundError) => {
      finish(error)
      controller?.abort(error)
    }
    const stop = () => end(new OutboundError('stopped'))
    const timer = setTimeout(() => end(new OutboundError('timeout')), timeoutMs)
    request.signal?.addEventListener('abort', stop, { once: true })
    if (request.signal?.aborted) return stop()
    try {
      agent.dispatch(
        { origin, path, method, headers, body: body ?? null },
        {
          onRequestStart(started) {
            controller = started
            // It waited for a connection longer than it had time.
            if (isOver) started.abort(new OutboundError('timeout'))
          },
          onResponseStart(_controller, status, answerHeaders) {
            answer = { status, headers: answerHeaders }
          },
          onResponseData(_controller, chunk) {
            chunks.push(chunk)
            length += chunk.length
            if (length <= bodyBytesMax) return
            // Closing the connection: no receiver can keep us reading.
            finish(beyond === 'fail' ? new OutboundError('answer_too_large') : undefined)
            controller?.abort(new OutboundError('answer_too_large'))
          },
          onResponseEnd: () => finish(),
          onResponseError: (_controller, error) => finish(error),
        },
      )
    } catch (error) {
      finish(error)
    }
  })
}

function toResponse({ status, headers, body }: OutboundAnswer): Response {
  const pairs = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  // A status without a body must not be given even an empty one.
  const hasBody = status !== 204 && status !== 205 && status !== 304
  return new Response(hasBody ? new Uint8Array(body) : null, { status, headers: pairs as [string, string][] })
}
