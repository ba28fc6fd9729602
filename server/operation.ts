import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { Clock } from './kit/clock.ts'
import type { Sql } from './kit/database.ts'
import type { Outbound } from './kit/outbound/outbound.ts'
import type { Seal } from './kit/seal.ts'
import type { Payments } from './payments/providers.ts'
import type { VerifyToken } from './sso/verify-token.ts'

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
  verifySsoToken: VerifyToken
}

/** One operation of the API: its contract, its handler and its SQL in one file. */
export type Operation = (app: App, deps: Deps) => void
