import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ID_OF_CELL } from '../postgres/id-blocks.ts'
import { isDiskFullError } from '../process/disk.ts'
import { incompleteBody } from './body.ts'
import { elsewhere, MOVED_STATE, MOVING_STATE } from './elsewhere.ts'
import { ApiError, type PlatformErrorCode, platformErrors } from './errors.ts'
import { DISK_FULL } from './refuse-writes.ts'

/** Fastify's own refusals, in our words. */
const FRAMEWORK: Record<string, PlatformErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'content_type_unsupported',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'body_malformed',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'body_malformed',
  FST_ERR_CTP_INVALID_JSON_BODY: 'body_malformed',
  FST_ERR_BAD_URL: 'route_unknown',
  FST_ERR_MAX_PARAM_LENGTH: 'resource_missing',
}

/** The database is away, starting, full or too slow: nothing is known to be wrong with the request, so it may be repeated. */
const UNAVAILABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  '53100',
  '53200',
  '53300',
  '53400',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '58030',
  '40001',
  '40P01',
  '55P03',
])

export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const code = String((error as FastifyError)?.code ?? '')
  const refusal = FRAMEWORK[code]
  if (refusal) return new ApiError(refusal, { cause: error })
  if (code === MOVING_STATE) return elsewhere(null, error)
  if (code === MOVED_STATE) return elsewhere((error as { detail?: string }).detail ?? null, error)
  if (UNAVAILABLE.has(code) || isLostOnTheWay(code) || isForeignId(error)) {
    return new ApiError('service_unavailable', { headers: { 'retry-after': '1' }, cause: error })
  }
  return new ApiError('internal_error', { cause: error })
}

/** Between one node of a cluster and another: class 08 of PostgreSQL's codes. */
const isLostOnTheWay = (code: string): boolean => /^08[0-9A-Z]{3}$/.test(code)

/** Of a cluster's node that has no ids to give yet, and will have in a moment. */
const isForeignId = (error: unknown): boolean =>
  ((error as { constraint_name?: string } | null | undefined)?.constraint_name ?? '').endsWith(ID_OF_CELL)

/** One shape for every refusal; what went wrong inside goes to the log, never into the body. */
export function answerErrors(app: FastifyInstance, docsUrl: () => string): void {
  app.setErrorHandler((error, request, reply) =>
    sendError(
      isGone(error, request) ? incompleteBody(error) : naming(asApiError(error), request),
      request,
      reply,
      docsUrl(),
    ),
  )
}

const ID_SHOWN_MAX = 64

/** Of a refusal that does not say what is missing: the object that the address names is. */
function naming(error: ApiError, { params, routeOptions: { url = '' } }: FastifyRequest): ApiError {
  if (error.code !== 'resource_missing' || error.message !== platformErrors.resource_missing[2]) return error
  const ids = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, (params as Record<string, unknown>)[name]])
  const [object, parent] = ids.reverse().map(([name, id]) => [kindOf(String(name)), String(id).slice(0, ID_SHOWN_MAX)])
  if (!object) return error
  const within = parent ? ` of ${parent.join(' ')}` : ''
  return error.with({ message: `No such ${object[0]}${within}: ${object[1]}.` })
}

/** `membership_member_id` is a member, `price_category_id` a price category. */
const kindOf = (name: string) =>
  name.replace(/_id$/, '').replace('membership_member', 'member').replace('sso_', 'SSO ').replaceAll('_', ' ')

/** A caller who hangs up half way through the body has the same code as a database that does, and is no alarm. */
const isGone = (error: unknown, request: FastifyRequest) =>
  (error as FastifyError).code === 'ECONNRESET' && request.raw.readableAborted

export function sendError(error: ApiError, request: FastifyRequest, reply: FastifyReply, docsUrl: string) {
  reply.refusal = { code: error.code, ...(typeof error.cause === 'string' ? { reason: error.cause } : {}) }
  // A full disk is told once (keep-disk.ts): a line with each request would fill the disk of the log, too.
  const isTold = error.cause === DISK_FULL || isDiskFullError(error.cause)
  if (error.status >= 500 && !isTold)
    request.log.error({ request_id: request.id, err: error.cause ?? error, code: error.code }, 'request failed')
  return reply
    .code(error.status)
    .headers(error.headers)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(error.toBody(docsUrl, request.id))
}
