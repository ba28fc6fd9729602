import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import { createAuthenticator } from './access/authenticate.ts'
import { allowBrowsers } from './access/cors.ts'
import { createLastUsed, type LastUsed } from './access/last-used.ts'
import { guardRoutes } from './access/plugin.ts'
import type { RateLimits } from './access/rate-limits/rate-limits.ts'
import { apiKeyOperations } from './api-keys/plugin.ts'
import { auditOperations } from './audit/plugin.ts'
import { basketOperations } from './baskets/plugin.ts'
import { boxOfficeOperations } from './box-office/plugin.ts'
import { checkoutOperations } from './checkout/plugin.ts'
import type { Config } from './config.ts'
import { customers } from './customers/plugin.ts'
import { discountOperations } from './discounts/plugin.ts'
import { eventOperations } from './events/plugin.ts'
import { exportOperations } from './exports/plugin.ts'
import { gateOperations } from './gates/plugin.ts'
import { instalmentOperations } from './instalments/plugin.ts'
import { logAnswers } from './kit/access-log.ts'
import { acceptFormsAndJson } from './kit/body.ts'
import { answerClientErrors } from './kit/client-errors.ts'
import type { Clock } from './kit/clock.ts'
import { endConnections } from './kit/closing.ts'
import type { Sql } from './kit/database.ts'
import { limitTime } from './kit/deadline.ts'
import { answerErrors, asApiError, sendError } from './kit/error-handler.ts'
import { ApiError } from './kit/errors.ts'
import { headersFor, isTooLong, refuseLongUrls, sendHeaders } from './kit/headers.ts'
import { answerHealth, type Readiness } from './kit/health.ts'
import { validateInput } from './kit/input.ts'
import type { Loggers } from './kit/logger.ts'
import type { Metrics } from './kit/metrics.ts'
import { answerUnknownRoutes } from './kit/not-found.ts'
import type { Outbound } from './kit/outbound/outbound.ts'
import { idMaker } from './kit/random.ts'
import type { Seal } from './kit/seal.ts'
import { serializeAnswers } from './kit/serialize.ts'
import { memberOperations } from './members/plugin.ts'
import { membershipCatalogueOperations } from './membership-catalogue/plugin.ts'
import { describeApi } from './openapi/plugin.ts'
import type { App, Operation } from './operation.ts'
import { orderOperations } from './orders/plugin.ts'
import { organisation } from './organisation/plugin.ts'
import type { Payments } from './payments/providers.ts'
import { priceOperations } from './prices/plugin.ts'
import { refundOperations } from './refunds/plugin.ts'
import { salesOperations } from './sales/plugin.ts'
import { seatMapOperations } from './seat-maps/plugin.ts'
import { ssoOperations } from './sso/plugin.ts'
import { createTokenVerifier } from './sso/verify-token.ts'
import { ticketOperations } from './tickets/plugin.ts'
import { venueOperations } from './venues/plugin.ts'
import { webhookOperations } from './webhooks/plugin.ts'

export type AppDeps = {
  sql: Sql
  clock: Clock
  seal: Seal
  payments: Payments
  outbound: Outbound
  loggers: Loggers
  metrics: Metrics
  rateLimits: RateLimits
  readiness: Readiness
  publicUrl: string
  trustProxy: Config['TRUST_PROXY']
  /** Further operations, for tests of the house's own rules. */
  extraOperations?: Operation[]
}

export const BODY_BYTES_MAX = 256 * 1024
const REQUEST_TIMEOUT_MS = 30_000

/** Every operation of the API, slice by slice. The only list of slices there is. */
export const operations: Operation[] = [
  ...organisation,
  ...customers,
  ...venueOperations,
  ...eventOperations,
  ...priceOperations,
  ...membershipCatalogueOperations,
  ...seatMapOperations,
  ...memberOperations,
  ...instalmentOperations,
  ...orderOperations,
  ...ticketOperations,
  ...salesOperations,
  ...basketOperations,
  ...checkoutOperations,
  ...boxOfficeOperations,
  ...refundOperations,
  ...discountOperations,
  ...gateOperations,
  ...ssoOperations,
  ...webhookOperations,
  ...apiKeyOperations,
  ...auditOperations,
  ...exportOperations,
]

/** The whole program but for sockets and signals; tests build the very same. */
export async function buildApp(deps: AppDeps): Promise<{ app: App; lastUsed: LastUsed }> {
  const { sql, clock, publicUrl, trustProxy: hops } = deps
  const docsUrl = `${publicUrl}/docs`
  const setHeaders = headersFor({ https: publicUrl.startsWith('https:') })
  const app = Fastify({
    loggerInstance: deps.loggers.logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    // A child logger per request would redact its bindings each time; the few lines that are written carry the id themselves.
    childLoggerFactory: (logger) => logger,
    genReqId: idMaker('req_'),
    // The description of the service writes the basket calls without the version; both spellings mean the same.
    rewriteUrl: ({ url = '/' }) => (/^\/baskets(?=[/?]|$)/.test(url) ? `/v1${url}` : url),
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: typeof hops === 'number' ? (_address, hop) => hop < hops : hops,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
    // A missing Host Node would refuse by itself, with an answer that is not ours; nothing here depends on one.
    http: { maxHeaderSize: 32 * 1024, requireHostHeader: false },
    // An address that cannot be decoded, or has too long a part, is refused before any hook runs.
    frameworkErrors: (error, request, reply) => {
      setHeaders(request, reply)
      const { limit, remaining } = deps.rateLimits.takeAddress(request.ip)
      reply.headers({ 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': remaining })
      const refusal = isTooLong(request) ? new ApiError('url_too_long') : asApiError(error)
      return sendError(refusal, request, reply, docsUrl)
    },
    clientErrorHandler: answerClientErrors(docsUrl, deps.rateLimits.takeAddress),
  }).withTypeProvider<TypeBoxTypeProvider>()
  // So it would an unknown Expect, which a server may as well pass over.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))

  const lastUsed = createLastUsed({ sql, clock })
  acceptFormsAndJson(app)
  answerErrors(app, () => docsUrl)
  answerUnknownRoutes(app)
  await describeApi(app, publicUrl)
  sendHeaders(app, setHeaders)
  limitTime(app, REQUEST_TIMEOUT_MS)
  endConnections(app)
  guardRoutes(app, { authenticate: createAuthenticator({ sql, clock }), rateLimits: deps.rateLimits, lastUsed })
  refuseLongUrls(app)
  allowBrowsers(app)
  validateInput(app)
  serializeAnswers(app)
  deps.metrics.observe(app)
  if (deps.loggers.writeAnswer) logAnswers(app, deps.loggers.writeAnswer)

  answerHealth(app, sql, deps.readiness)
  const verifySsoToken = createTokenVerifier({ sql, clock, outbound: deps.outbound })
  const { seal, payments, outbound } = deps
  const shared = { sql, clock, seal, payments, outbound, verifySsoToken }
  for (const operation of [...operations, ...(deps.extraOperations ?? [])]) operation(app, shared)
  return { app, lastUsed }
}
