import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inSmallParts } from '../../platform/process/in-small-parts.ts'
import type { ClockOffsets } from '../../platform/values/clock.ts'
import type { LastUsed } from '../api-keys/last-used.ts'
import type { KeyPrincipal } from '../principal.ts'
import type { RateLimits } from '../rate-limits/rate-limits.ts'
import type { RouteScope } from '../scopes.ts'
import { limitsOf } from './answers.ts'
import { type View, viewOf } from './audience.ts'
import type { Authenticate } from './authenticate.ts'
import { READABLE } from './cors.ts'

/** An answer as it is sent. Text has no letters but ASCII's: it leaves with the headers in one piece. */
export type EarlyAnswer = { status: 200 | 304; headers: Record<string, string>; body: Buffer | string | undefined }

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Of a read that a crowd of pages asks for: its answer where it is in memory. Undefined sends a request the usual way, as does
     * whatever is not quite plain, so that this has nothing to refuse.
     */
    early?: (request: FastifyRequest, view: View) => EarlyAnswer | undefined
  }
}

type Deps = {
  authenticate: Authenticate
  rateLimits: RateLimits
  lastUsed: LastUsed
  fixedHeaders: Record<string, string>
  /** Answers of these tell another time than the real one, on the usual way. */
  offsets: ClockOffsets
}

/** Small beside what a sale waits for anyway. */
const AT_ONCE_MOST = 8

/**
 * Stands before everything else: a page with a good key and requests left is answered without the rest of the way. The key, its
 * limits, the headers, the log and the metrics are the same as on that way.
 * A crowd of them is answered a few at a time, since a sale takes many short steps and would wait for the whole crowd before each.
 */
export function answerEarly(app: FastifyInstance, deps: Deps): void {
  const fixed = flat(deps.fixedHeaders, ['cache-control'])
  const readable = flat(READABLE)
  const inTurn = inSmallParts(AT_ONCE_MOST)

  /** Whether it was answered. */
  function answer(request: FastifyRequest, reply: FastifyReply): boolean {
    const { early, scope } = request.routeOptions.config
    const principal = deps.authenticate.known(request.headers.authorization)
    if (!early || !principal || !mayRead(principal, scope) || deps.offsets.has(principal.orgId)) return false
    const ready = early(request, viewOf(principal, request.ip))
    const verdict = ready && deps.rateLimits.takeHeld(limitsOf(principal, request.ip))
    if (!ready || !verdict) return false
    request.principal = principal
    deps.lastUsed.note(principal)
    const headers = [...fixed, 'request-id', request.id]
    headers.push('x-ratelimit-limit', String(verdict.limit), 'x-ratelimit-remaining', String(verdict.remaining))
    if (request.headers.origin !== undefined) headers.push(...readable)
    send(reply, ready, headers)
    return true
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (!request.routeOptions.config.early || !isPlain(request)) return done()
    inTurn(() => {
      try {
        if (!answer(request, reply)) done()
      } catch (error) {
        done(error as Error)
      }
    })
  })
}

/** A body would have to be read. HEAD has the same route. */
const isPlain = ({ raw: { method, headers } }: FastifyRequest): boolean =>
  method === 'GET' && (headers['content-length'] ?? '0') === '0' && headers['transfer-encoding'] === undefined

/** All that could be said against the key is said on the usual way. */
const mayRead = ({ kind, elsewhere, suspended, scopes }: KeyPrincipal, scope: RouteScope | undefined): boolean =>
  kind === 'pk' && !elsewhere && !suspended && scope !== undefined && (scopes as ReadonlySet<string>).has(scope)

function send(reply: FastifyReply, { status, headers, body }: EarlyAnswer, head: string[]): void {
  for (const name in headers) head.push(name, headers[name] ?? '')
  if (body !== undefined) head.push('content-length', String(body.length))
  reply.hijack()
  reply.raw.writeHead(status, head)
  if (typeof body === 'string') reply.raw.end(body, 'latin1')
  else reply.raw.end(body)
}

const flat = (headers: Record<string, string>, without: string[] = []): string[] =>
  Object.entries(headers)
    .filter(([name]) => !without.includes(name))
    .flat()
