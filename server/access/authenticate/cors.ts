import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** The same for every address, so that a page learns from the answer itself, and not from its console, what was wrong with the request. */
const PREFLIGHT = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'authorization, content-type, idempotency-key, x-sso-token, x-order-secret, x-debt-secret, x-card-secret, x-event-preview',
  'access-control-max-age': '7200',
}

/** No cookies are ever involved, hence the plain `*`: what a session is answered has none of these (keepFromPages). */
export const READABLE = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'date, clock-ahead-seconds, request-id, retry-after, x-ratelimit-limit, x-ratelimit-remaining, idempotent-replayed, www-authenticate, allow',
}

/** Stands before whatever counts or looks up: every buyer's browser asks several times, a whole ground of them from one address. */
export function allowBrowsers(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isPreflight(request)) return void reply.code(204).headers(PREFLIGHT).send()
    letPagesRead(request, reply)
    done()
  })
}

const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined

/** From the start of the request, so that whatever refuses it is read as well. */
export function letPagesRead({ headers }: FastifyRequest, reply: FastifyReply): void {
  if (headers.origin !== undefined) reply.headers(READABLE)
}

/** What a secret key or a session is answered is for no page of another site to read. */
export function keepFromPages({ headers }: FastifyRequest, reply: FastifyReply): void {
  if (headers.origin === undefined) return
  for (const name of Object.keys(READABLE)) reply.removeHeader(name)
}

/** By a header that only browsers send and no script can set: a caller without it is a server, or a page of our own. */
export const isForeignPage = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-site'] === 'cross-site' || headers['sec-fetch-site'] === 'same-site'

/**
 * Whether a request with a cookie comes from a page of our own, or from the address bar. A browser sends the cookie for any page, so
 * that what cannot be told from another site is refused. Without either header it is no browser of today: then it may read.
 * A service can be reached by names that its public address does not have, as on one's own machine: there the browser vouches.
 */
export function isOwnPage({ headers, method }: FastifyRequest, publicUrl: string): boolean {
  const { 'sec-fetch-site': site, origin, host } = headers
  const isVouched = site === 'same-origin' && (origin === `http://${host}` || origin === `https://${host}`)
  if (origin !== undefined && origin !== new URL(publicUrl).origin && !isVouched) return false
  if (site !== undefined) return site === 'same-origin' || (site === 'none' && isRead(method))
  return origin !== undefined || isRead(method)
}

export const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'
