import type { App } from './http/app.ts'
import type { AnswerBatches } from './idempotency/answers-in-batch.ts'
import type { Outbound } from './outbound/outbound.ts'
import type { Parsers } from './parsing/parsers.ts'
import type { Sql } from './postgres/database.ts'
import type { Clock, SystemClock } from './values/clock.ts'
import type { Seal } from './values/seal.ts'

/** What every operation can work with. Whatever two processes must agree on is in the database. */
export type PlatformDeps = {
  sql: Sql
  clock: Clock
  systemClock: SystemClock
  seal: Seal
  outbound: Outbound
  parsers: Parsers
  /** Answers to an Idempotency-Key whose work calls out, stored for many at once. */
  answers: AnswerBatches
  /** Where people and programs reach the service, without a slash at the end. */
  publicUrl: string
}

/**
 * One operation of the API: its contract, its handler and its SQL in one file. What it needs beyond the platform it says by the
 * types of the slices that own it, as in `Operation<PaymentDeps & SigningDeps>`.
 */
export type Operation<Needs = unknown> = (app: App, deps: PlatformDeps & Needs) => void
