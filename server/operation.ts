import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { Cookies } from './access/staff/cookies.ts'
import type { Sessions } from './access/staff/sessions.ts'
import type { FindLogo } from './messages/mail/logos.ts'
import type { VerifyToken } from './people/sso/verify-token.ts'
import type { Slots } from './platform/http/slots.ts'
import type { AnswerBatches } from './platform/idempotency/answers-in-batch.ts'
import type { Outbound } from './platform/outbound/outbound.ts'
import type { Typefaces } from './platform/pdf/typefaces.ts'
import type { Sql } from './platform/postgres/database.ts'
import type { Clock } from './platform/values/clock.ts'
import type { Seal } from './platform/values/seal.ts'
import type { EventSeats } from './programme/event-seats/event-seats.ts'
import type { SaleEngine } from './sales/checkout/sale-engine.ts'
import type { Payments } from './sales/payments/providers.ts'
import type { RotationKeyStore } from './sales/tickets/rotation-keys.ts'
import type { TicketSigner } from './sales/tickets/sign-tickets.ts'

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** What an operation works with. Whatever two processes must agree on is in the database. */
export type Deps = {
  sql: Sql
  clock: Clock
  seal: Seal
  payments: Payments
  outbound: Outbound
  /** What is done for many at once: see platform/batches. */
  answers: AnswerBatches
  sales: SaleEngine
  eventSeats: EventSeats
  signer: TicketSigner
  /** Of the codes that change every few seconds. */
  rotation: RotationKeyStore
  /** What tickets are printed in. */
  typefaces: Typefaces
  /** For files that are printed on request. */
  printing: Slots
  findLogo: FindLogo
  verifySsoToken: VerifyToken
  /** Where people and programs reach the service, without a slash at the end. */
  publicUrl: string
  sessions: Sessions
  cookies: Cookies
}

/** One operation of the API: its contract, its handler and its SQL in one file. */
export type Operation = (app: App, deps: Deps) => void
