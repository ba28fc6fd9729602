import { createPayments, type Payments } from '../payments/payments/providers.ts'
import { createTestBank } from '../payments/payments/test-bank.ts'
import { createOutbound, type Outbound } from '../platform/outbound/outbound.ts'
import { createParsers, type Parsers } from '../platform/parsing/parsers.ts'
import { createTypefaces, type Typefaces } from '../platform/pdf/typefaces.ts'
import { claimCell, setCellAddress } from '../platform/postgres/cell.ts'
import { openDatabase, type Sql } from '../platform/postgres/database.ts'
import { giveIdBlocks } from '../platform/postgres/id-blocks.ts'
import { migrate, readMigrations } from '../platform/postgres/migrate.ts'
import type { Disk } from '../platform/process/disk.ts'
import { createLoggers, type Loggers } from '../platform/process/logger.ts'
import { type ClockOffsets, organisationClock, type SystemClock } from '../platform/values/clock.ts'
import { parseNetwork } from '../platform/values/ip-address.ts'
import type { Seal } from '../platform/values/seal.ts'
import { withoutTrailingSlashes } from '../platform/values/trailing-slashes.ts'
import type { Config } from './config.ts'
import { type Connection, StartError } from './connect.ts'
import { keepClocks } from './keep-clocks.ts'
import { keepDisk } from './keep-disk.ts'
import { keepTime } from './keep-time.ts'
import type { ServedMetrics } from './open-metrics.ts'
import type { SentTraces } from './open-traces.ts'
import { openSeal } from './secret.ts'

/** Undoes one thing that a start has done. */
export type Closer = () => Promise<unknown>

/** What every role stands on. */
export type Foundation = {
  config: Config
  connection: Connection
  sql: Sql
  clock: SystemClock
  offsets: ClockOffsets
  clockAheadMs: () => number
  disk: Disk
  newestMigration: number
  seal: Seal
  payments: Payments
  outbound: Outbound
  parsers: Parsers
  typefaces: Typefaces
  loggers: Loggers
  /** Where METRICS_PORT asks for them. */
  metrics: ServedMetrics | undefined
  /** Where a collector is named. */
  traces: SentTraces | undefined
  /** Of the organisation to look around in, where the database is our own. */
  demoKey: string | undefined
}

/** The database, migrated and recognised, and what is built over it. */
export async function openFoundation(
  config: Config,
  connecting: Promise<Connection>,
  closers: Closer[],
): Promise<Foundation> {
  const loggers = createLoggers(config.LOG_LEVEL)
  const { logger } = loggers
  closers.unshift(async () => logger.flush())
  const connection = await connecting
  if (config.STRIPE_SECRET_KEY === undefined && !connection.embedded)
    logger.warn('live organisations cannot be paid online: STRIPE_SECRET_KEY is not set')
  const outbound = createOutbound({
    allow: (config.OUTBOUND_ALLOW ?? []).map(parseNetwork),
    plainHttp: config.WEBHOOK_PLAIN_HTTP === 'all',
  })
  closers.push(() => outbound.close())
  const parsers = createParsers()
  closers.push(() => parsers.close())
  const sql = openDatabase(connection.url, { poolSize: config.DATABASE_POOL })
  closers.push(() => sql.end({ timeout: 5 }))
  const disk = await keepDisk(connection.folder, { log: logger, closers })
  const time = await keepTime(sql, logger)
  closers.push(() => time.stop())
  const { clock } = time
  const offsets: ClockOffsets = new Map()
  const typefaces = typefacesOf(config)
  const payments = createPayments({
    stripe: await stripeOf(config, clock),
    bank: createTestBank({ sql, clock: organisationClock(clock, offsets) }),
  })
  const migrations = await readMigrations()
  await migrate(sql, migrations, undefined, { onWaiting: (sentence) => logger.warn(sentence) })
  const clocks = await keepClocks(sql, offsets, logger)
  closers.push(() => clocks.stop())
  await claimCell(sql, config.GRANDSTAND_CELL)
  await giveIdBlocks(sql)
  if (config.PUBLIC_URL !== undefined) await setCellAddress(sql, withoutTrailingSlashes(config.PUBLIC_URL))
  const seal = await openSeal(sql, config)
  const demoKey = connection.embedded ? await demoKeyOf(config, { sql, clock, seal }) : undefined
  const metrics = await metricsOf(config, { sql, clock, aheadMs: time.aheadMs, disk })
  if (metrics) closers.push(() => metrics.stop())
  const traces = await tracesOf(config, loggers.logger)
  if (traces) closers.push(() => traces.close())
  traces?.observeDatabase(sql)
  return {
    config,
    connection,
    sql,
    clock,
    offsets,
    clockAheadMs: time.aheadMs,
    disk,
    newestMigration: migrations.length,
    seal,
    payments,
    outbound,
    parsers,
    typefaces,
    loggers,
    metrics,
    traces,
    demoKey,
  }
}

/** Stripe's library is a tenth of what a start would load, for those who are paid by it. */
async function stripeOf(
  {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_API_URL: apiUrl,
  }: Config,
  clock: SystemClock,
) {
  if (secretKey === undefined) return undefined
  const { createStripeProvider } = await import('../payments/payments/stripe-provider.ts')
  return createStripeProvider({ secretKey, webhookSecret, publishableKey, apiUrl, clock })
}

function typefacesOf({ PDF_FONT: file }: Config): Typefaces {
  try {
    return createTypefaces(file)
  } catch (error) {
    throw new StartError(`PDF_FONT ${(error as Error).message}`)
  }
}

async function metricsOf(
  { HOST: host, METRICS_PORT: port, OTEL_EXPORTER_OTLP_ENDPOINT: collector }: Config,
  observed: { sql: Sql; clock: SystemClock; aheadMs: () => number; disk: Disk },
) {
  if (port === undefined) return undefined
  const { openMetrics } = await import('./open-metrics.ts')
  return openMetrics({ host, port, exemplars: collector !== undefined }, observed)
}

async function tracesOf(
  {
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_HEADERS: headers = {},
    OTEL_TRACES_SAMPLER_ARG: ratio,
  }: Config,
  log: Loggers['logger'],
) {
  if (url === undefined) return undefined
  const { openTraces } = await import('./open-traces.ts')
  return openTraces({ url, headers, ratio }, log)
}

async function demoKeyOf({ DATA_DIR }: Config, { sql, clock, seal }: { sql: Sql; clock: SystemClock; seal: Seal }) {
  const { ensureDemoOrganisation } = await import('../operator/demo/demo-organisation.ts')
  return ensureDemoOrganisation(sql, DATA_DIR, { clock, seal })
}
