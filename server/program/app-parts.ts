import type { RateLimits } from '../access/rate-limits/rate-limits.ts'
import type { ServedFaces } from '../faces/serve-faces.ts'
import type { Payments } from '../payments/payments/providers.ts'
import type { Readiness } from '../platform/http/health.ts'
import type { Outbound } from '../platform/outbound/outbound.ts'
import type { Parsers } from '../platform/parsing/parsers.ts'
import type { Typefaces } from '../platform/pdf/typefaces.ts'
import type { Sql } from '../platform/postgres/database.ts'
import type { Nodes } from '../platform/postgres/nodes.ts'
import type { Loggers } from '../platform/process/logger.ts'
import type { Metrics } from '../platform/process/metrics.ts'
import type { Turns } from '../platform/process/turns.ts'
import type { Traces } from '../platform/traces/traces.ts'
import type { ClockOffsets, SystemClock } from '../platform/values/clock.ts'
import type { Seal } from '../platform/values/seal.ts'
import type { Config } from './config.ts'

/** What a process hands to the app that it serves. */
export type AppParts = {
  sql: Sql
  /** On a cluster whose nodes this process talks to itself. */
  nodes?: Nodes | undefined
  clock: SystemClock
  /** By how much the clocks of sandboxes are ahead; without them, those that this app moves itself. */
  offsets?: ClockOffsets | undefined
  seal: Seal
  payments: Payments
  outbound: Outbound
  parsers: Parsers
  loggers: Loggers
  /** If absent, no metrics are collected. */
  metrics?: Metrics | undefined
  /** If absent, nothing is traced. */
  traces?: Pick<Traces, 'observe'> | undefined
  rateLimits: RateLimits
  readiness: Readiness
  publicUrl: string
  trustProxy: Config['TRUST_PROXY']
  /** The pages that people see; without them there is the API alone. */
  faces?: ServedFaces
  /** How many batches of a sale run at once; tests step in between. */
  saleTurns?: Turns
  /** Without it, those that come with the program. */
  typefaces?: Typefaces
}
