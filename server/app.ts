import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import { createLastUsed, type LastUsed } from './access/api-keys/last-used.ts'
import { apiKeyOperations } from './access/api-keys/plugin.ts'
import { auditOperations } from './access/audit/plugin.ts'
import { answerEarly } from './access/authenticate/answer-early.ts'
import { createAuthenticator } from './access/authenticate/authenticate.ts'
import { allowBrowsers, letPagesRead } from './access/authenticate/cors.ts'
import { requireEffects } from './access/authenticate/effects.ts'
import { guardFields } from './access/authenticate/guard-fields.ts'
import { endLongAnswers } from './access/authenticate/long-answers.ts'
import { proveMailedLinks } from './access/authenticate/mailed-words.ts'
import { guardRoutes, listOpenRoutes } from './access/authenticate/plugin.ts'
import { keepSecretFields } from './access/authenticate/secret-fields.ts'
import { serveAtShard } from './access/authenticate/serve-at-shard.ts'
import type { AccessDeps } from './access/deps.ts'
import { isForStaff } from './access/roles.ts'
import { createCookies } from './access/staff/cookies.ts'
import { createSessions } from './access/staff/sessions.ts'
import { answerOperations } from './checkout/answers/plugin.ts'
import { basketOperations } from './checkout/baskets/plugin.ts'
import { boxOfficeOperations } from './checkout/box-office/plugin.ts'
import { checkoutOperations } from './checkout/checkout/plugin.ts'
import type { CheckoutDeps } from './checkout/deps.ts'
import { memberProofOperations } from './checkout/member-proof/plugin.ts'
import { renewalOperations } from './checkout/renewals/plugin.ts'
import { createSaleEngine } from './checkout/sale/sale-engine.ts'
import { transferOperations } from './checkout/transfers/plugin.ts'
import { bankOperations } from './collection/bank/plugin.ts'
import { collectionOperations } from './collection/collection/plugin.ts'
import { runOperations } from './collection/runs/plugin.ts'
import { placeFinder } from './faces/find-place.ts'
import { serveFaces } from './faces/serve-faces.ts'
import { attentionOperations } from './fans/attention/plugin.ts'
import { cardPageOperations } from './fans/card-page/plugin.ts'
import { clockOperations } from './fans/clock/plugin.ts'
import { tellTime } from './fans/clock/tell-time.ts'
import { debtPageOperations } from './fans/debt-page/plugin.ts'
import type { FansDeps } from './fans/deps.ts'
import { mails } from './fans/mails/plugin.ts'
import { createSeatViews, seasonMapOperations } from './fans/season-map/plugin.ts'
import { storefrontOperations } from './fans/storefront/plugin.ts'
import { ticketPageOperations } from './fans/ticket-page/plugin.ts'
import { accountingOperations } from './files/accounting/plugin.ts'
import type { FilesDeps } from './files/deps.ts'
import { EXPORTS_MAX } from './files/exports/csv-operation.ts'
import { exportOperations } from './files/exports/plugin.ts'
import { importOperations } from './files/imports/plugin.ts'
import { gateOperations } from './gates/plugin.ts'
import { creditOperations } from './ledger/credits/plugin.ts'
import { debtOperations } from './ledger/debts/plugin.ts'
import { erasure } from './ledger/erasure/plugin.ts'
import { instalmentOperations } from './ledger/instalments/plugin.ts'
import { ladderOperations } from './ledger/ladder/plugin.ts'
import { refundOperations } from './ledger/refunds/plugin.ts'
import type { MessagesDeps } from './messages/deps.ts'
import { LOGO_WIDTH, logoFinder } from './messages/mail/logos.ts'
import { webhookOperations } from './messages/webhooks/plugin.ts'
import { serveAgents } from './operator/mcp/serve-agents.ts'
import type { PapersDeps } from './papers/deps.ts'
import { documentOperations, letterOperations } from './papers/documents/plugin.ts'
import { operatorInvoiceOperations } from './papers/operator-invoices/plugin.ts'
import { peppolOperations } from './papers/peppol/plugin.ts'
import { ticketFileOperations } from './papers/ticket-files/plugin.ts'
import { PRINTING_MAX } from './papers/ticket-files/tickets-pdf.ts'
import { tillReceiptOperations } from './papers/till-receipts/plugin.ts'
import { walletOperations } from './papers/wallet/plugin.ts'
import type { PaymentsDeps } from './payments/deps.ts'
import { salesOperations } from './payments/figures/plugin.ts'
import { fiscalOperations } from './payments/fiscal/plugin.ts'
import { mandateOperations } from './payments/mandates/plugin.ts'
import { paymentDomainOperations } from './payments/payment-domains/plugin.ts'
import { paymentAccountOperations } from './payments/payments/plugin.ts'
import { payoutOperations } from './payments/payouts/plugin.ts'
import { tillOperations } from './payments/tills/plugin.ts'
import { customers } from './people/customers/plugin.ts'
import type { PeopleDeps } from './people/deps.ts'
import { legalOperations } from './people/legal/plugin.ts'
import { memberOperations } from './people/members/plugin.ts'
import { membershipCatalogueOperations } from './people/membership-catalogue/plugin.ts'
import { organisation } from './people/organisation/plugin.ts'
import { pictureFinder, storedLogo } from './people/pictures/find-picture.ts'
import { pictureOperations } from './people/pictures/plugin.ts'
import { answerTlsAsk } from './people/shops/answer-tls-ask.ts'
import { shopOperations } from './people/shops/plugin.ts'
import { ssoOperations } from './people/sso/plugin.ts'
import { createTokenVerifier } from './people/sso/verify-token.ts'
import { staffOperations } from './people/staff/plugin.ts'
import { staffSignOnOperations } from './people/staff-sign-on/plugin.ts'
import { serveDocs } from './platform/docs/plugin.ts'
import { logAnswers } from './platform/http/access-log.ts'
import type { App } from './platform/http/app.ts'
import { acceptFormsAndJson } from './platform/http/body.ts'
import { answerClientErrors } from './platform/http/client-errors.ts'
import { endConnections } from './platform/http/closing.ts'
import { compressJson } from './platform/http/compress-json.ts'
import { limitTime } from './platform/http/deadline.ts'
import { answerErrors, asApiError, sendError } from './platform/http/error-handler.ts'
import { ApiError } from './platform/http/errors.ts'
import { fixedHeaders, headersFor, isTooLong, refuseLongUrls, sendHeaders } from './platform/http/headers.ts'
import { answerHealth } from './platform/http/health.ts'
import { createHostRouter, ownHost } from './platform/http/host-router.ts'
import { validateInput } from './platform/http/input.ts'
import { answerUnknownRoutes } from './platform/http/not-found.ts'
import { refuseWritesOnFullDisk } from './platform/http/refuse-writes.ts'
import { serializeAnswers } from './platform/http/serialize.ts'
import { createSlots } from './platform/http/slots.ts'
import { createAnswerBatches } from './platform/idempotency/answers-in-batch.ts'
import { describeApi } from './platform/openapi/plugin.ts'
import type { Operation, PlatformDeps } from './platform/operation.ts'
import { createTypefaces } from './platform/pdf/typefaces.ts'
import type { Sql } from './platform/postgres/database.ts'
import { organisationClock } from './platform/values/clock.ts'
import { idMaker } from './platform/values/random.ts'
import type { AppParts } from './program/app-parts.ts'
import { errorSchema, info, messages, tags } from './program/description.ts'
import { messageFields } from './program/payloads.ts'
import type { ProgrammeDeps } from './programme/deps.ts'
import { discountOperations } from './programme/discounts/plugin.ts'
import { eventSeatOperations } from './programme/event-seats/plugin.ts'
import { eventOperations } from './programme/events/plugin.ts'
import { priceOperations } from './programme/prices/plugin.ts'
import { questionOperations } from './programme/questions/plugin.ts'
import { seasonOperations } from './programme/seasons/plugin.ts'
import { seatMapOperations } from './programme/seat-maps/plugin.ts'
import { taxRateOperations } from './programme/tax-rates/plugin.ts'
import { venueOperations } from './programme/venues/plugin.ts'
import type { TicketsDeps } from './tickets/deps.ts'
import { fanOrderOperations, orderOperations } from './tickets/orders/plugin.ts'
import { recipientOperations } from './tickets/recipients/plugin.ts'
import { searchOperations } from './tickets/search/plugin.ts'
import { ticketOperations } from './tickets/tickets/plugin.ts'
import { createRotationKeyStore } from './tickets/tickets/rotation-keys.ts'
import { createTicketSigner } from './tickets/tickets/sign-tickets.ts'

/** What the areas add to what the platform gives every operation. */
export type AreaDeps = AccessDeps &
  MessagesDeps &
  ProgrammeDeps &
  PeopleDeps &
  PaymentsDeps &
  TicketsDeps &
  CheckoutDeps &
  PapersDeps &
  FansDeps &
  FilesDeps

/** With further operations, for tests of the house's own rules. */
export type AppDeps = AppParts & { extraOperations?: Operation<AreaDeps>[] }

export const BODY_BYTES_MAX = 256 * 1024
const REQUEST_TIMEOUT_MS = 30_000

/** Every operation of the API, slice by slice. The only list of slices there is. */
export const operations: Operation<AreaDeps>[] = [
  ...organisation,
  ...shopOperations,
  ...legalOperations,
  ...pictureOperations,
  ...customers,
  ...venueOperations,
  ...eventOperations,
  ...questionOperations,
  ...priceOperations,
  ...eventSeatOperations,
  ...membershipCatalogueOperations,
  ...seatMapOperations,
  ...seasonOperations,
  ...memberOperations,
  ...instalmentOperations,
  ...collectionOperations,
  ...ladderOperations,
  ...renewalOperations,
  ...documentOperations,
  ...recipientOperations,
  ...letterOperations,
  ...peppolOperations,
  ...debtOperations,
  ...debtPageOperations,
  ...mandateOperations,
  ...creditOperations,
  ...orderOperations,
  ...ticketOperations,
  ...ticketFileOperations,
  ...walletOperations,
  ...ticketPageOperations,
  ...cardPageOperations,
  ...salesOperations,
  ...searchOperations,
  ...attentionOperations,
  ...clockOperations,
  ...basketOperations,
  ...memberProofOperations,
  ...checkoutOperations,
  ...answerOperations,
  ...paymentAccountOperations,
  ...paymentDomainOperations,
  ...transferOperations,
  ...bankOperations,
  ...payoutOperations,
  ...operatorInvoiceOperations,
  ...storefrontOperations,
  ...seasonMapOperations,
  ...boxOfficeOperations,
  ...tillOperations,
  ...tillReceiptOperations,
  ...fiscalOperations,
  ...refundOperations,
  ...erasure,
  ...runOperations,
  ...mails,
  ...discountOperations,
  ...taxRateOperations,
  ...gateOperations,
  ...fanOrderOperations,
  ...ssoOperations,
  ...webhookOperations,
  ...apiKeyOperations,
  ...auditOperations,
  ...staffOperations,
  ...staffSignOnOperations,
  ...exportOperations,
  ...accountingOperations,
  ...importOperations,
]

/** The whole program but for sockets and signals; tests build the very same. */
export async function buildApp(deps: AppDeps): Promise<{ app: App; lastUsed: LastUsed }> {
  const {
    sql,
    nodes,
    clock: systemClock,
    offsets = new Map(),
    publicUrl,
    trustProxy,
    seal,
    payments,
    outbound,
    parsers,
  } = deps
  const clock = organisationClock(systemClock, offsets)
  const docsUrl = `${publicUrl}/docs`
  const isOwnHost = ownHost(publicUrl)
  const hosts = createHostRouter(isOwnHost)
  const sameHeaders = fixedHeaders({ https: publicUrl.startsWith('https:') })
  const setHeaders = headersFor(sameHeaders)
  const app = Fastify({
    loggerInstance: deps.loggers.logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    // A child logger per request would redact its bindings each time; the few lines that are written carry the id themselves.
    childLoggerFactory: (logger) => logger,
    genReqId: idMaker('req_'),
    // The description of the service writes the basket calls without the version; both spellings mean the same.
    rewriteUrl: ({ url = '/', headers }) =>
      /^\/baskets(?=[/?]|$)/.test(url) ? `/v1${url}` : deps.faces ? hosts.routedUrl(url, headers.host) : url,
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
    // A missing Host Node would refuse by itself, with an answer that is not ours; nothing here depends on one.
    http: { maxHeaderSize: 32 * 1024, requireHostHeader: false },
    // An address that cannot be decoded, or has too long a part, is refused before any hook runs.
    frameworkErrors: (error, request, reply) => {
      setHeaders(request, reply)
      letPagesRead(request, reply)
      const { limit, remaining } = deps.rateLimits.takeAddress(request.ip)
      reply.headers({ 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': remaining })
      const refusal = isTooLong(request) ? new ApiError('url_too_long') : asApiError(error)
      return sendError(refusal, request, reply, docsUrl)
    },
    clientErrorHandler: answerClientErrors(docsUrl, deps.rateLimits.takeAddress),
  }).withTypeProvider<TypeBoxTypeProvider>()
  // So it would an unknown Expect, which a server may as well pass over.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))

  const lastUsed = createLastUsed({ sql, systemClock })
  const authenticate = createAuthenticator({ sql, systemClock })
  hosts.learn(app)
  listOpenRoutes(app)
  acceptFormsAndJson(app)
  answerErrors(app, () => docsUrl)
  answerUnknownRoutes(app)
  await describeApi(app, publicUrl, { info, tags, errorSchema, messages, takesSessions: isForStaff })
  deps.traces?.observe(app)
  answerEarly(app, { authenticate, rateLimits: deps.rateLimits, lastUsed, fixedHeaders: sameHeaders, offsets })
  sendHeaders(app, setHeaders)
  allowBrowsers(app)
  limitTime(app, REQUEST_TIMEOUT_MS)
  endConnections(app)
  if (deps.readiness.disk) refuseWritesOnFullDisk(app, deps.readiness.disk)
  const sessions = createSessions({ sql, systemClock })
  const cookies = createCookies(publicUrl)
  guardRoutes(app, { authenticate, sessions, cookies, publicUrl, rateLimits: deps.rateLimits, lastUsed })
  endLongAnswers(app, { sql, systemClock })
  refuseLongUrls(app)
  validateInput(app)
  serializeAnswers(app)
  keepSecretFields(app)
  guardFields(app)
  requireEffects(app)
  proveMailedLinks(app, { sessions })
  tellTime(app, { clock, offsets, seal })
  compressJson(app)
  if (nodes) serveAtShard(app, nodes)
  deps.metrics?.observe(app)
  if (deps.loggers.writeAnswer) logAnswers(app, deps.loggers.writeAnswer)
  serveDocs(app)
  serveAgents(app)
  answerHealth(app, sql, deps.readiness)
  answerTlsAsk(app, { sql, publicUrl, systemClock })
  const findPlace = placeFinder({ sql, clock, systemClock, isOwnHost, shopKey: () => deps.faces?.settings.shopKey })
  if (deps.faces) serveFaces(app, { ...deps.faces, findPlace })
  const verifySsoToken = createTokenVerifier({ sql, systemClock, outbound, parsers })
  const findPicture = pictureFinder(nodes?.sql ?? sql)
  // Access has tables that are the coordinator's alone; an operation's rows are where its caller's organisation is.
  const depsOver = (sql: Sql): PlatformDeps & AreaDeps => ({
    sql,
    clock,
    systemClock,
    offsets,
    seal,
    payments,
    outbound,
    parsers,
    verifySsoToken,
    publicUrl,
    sessions,
    cookies,
    answers: createAnswerBatches({ sql, systemClock }),
    sales: createSaleEngine({ sql, clock, payments }, deps.saleTurns),
    ...createSeatViews({ sql, clock, systemClock }),
    signer: createTicketSigner({ sql, systemClock, seal }),
    rotation: createRotationKeyStore({ seal, systemClock }),
    typefaces: deps.typefaces ?? createTypefaces(),
    printing: createSlots(PRINTING_MAX),
    findPicture,
    findLogo: logoFinder({ outbound, parsers }, storedLogo(findPicture, publicUrl, LOGO_WIDTH)),
    exporting: createSlots(EXPORTS_MAX),
    messageFields,
  })
  const shared = depsOver(nodes?.sql ?? sql)
  for (const operation of operations.concat(deps.extraOperations ?? [])) operation(app, shared)
  return { app, lastUsed }
}
