import type { AddressInfo } from 'node:net'
import type { Config } from './config.ts'
import { type Connection, StartError } from './connect.ts'
import { keepTime } from './keep-time.ts'
import { explainListen } from './listen.ts'
import { ensureDemoOrganisation } from './operator/demo/demo-organisation.ts'
import { createOutbound, type Outbound } from './platform/outbound/outbound.ts'
import { createTypefaces, type Typefaces } from './platform/pdf/typefaces.ts'
import { claimCell, setCellAddress } from './platform/postgres/cell.ts'
import { openDatabase, type Sql } from './platform/postgres/database.ts'
import { giveIdBlocks } from './platform/postgres/id-blocks.ts'
import { migrate, readMigrations } from './platform/postgres/migrate.ts'
import { createLoggers, type Loggers } from './platform/process/logger.ts'
import { createMetrics, type Metrics, serveMetrics } from './platform/process/metrics.ts'
import type { Clock } from './platform/values/clock.ts'
import { parseNetwork } from './platform/values/ip-address.ts'
import type { Seal } from './platform/values/seal.ts'
import { createPayments, type Payments } from './sales/payments/providers.ts'
import { createStripeProvider } from './sales/payments/stripe-provider.ts'
import { openSeal } from './secret.ts'
import { observeService } from './service-metrics.ts'

/** Undoes one thing that a start has done. */
export type Closer = () => Promise<unknown>

/** What every role stands on. */
export type Foundation = {
  config: Config
  connection: Connection
  sql: Sql
  clock: Clock
  clockAheadMs: () => number
  newestMigration: number
  seal: Seal
  payments: Payments
  outbound: Outbound
  typefaces: Typefaces
  loggers: Loggers
  metrics: Metrics
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
  const sql = openDatabase(connection.url, { poolSize: config.DATABASE_POOL })
  closers.push(() => sql.end({ timeout: 5 }))
  const time = await keepTime(sql, logger)
  closers.push(() => time.stop())
  const { clock } = time
  const typefaces = typefacesOf(config)
  const payments = createPayments({ stripe: stripeOf(config, clock) })
  const migrations = await readMigrations()
  await migrate(sql, migrations)
  await claimCell(sql, config.GRANDSTAND_CELL)
  await giveIdBlocks(sql)
  if (config.PUBLIC_URL !== undefined) await setCellAddress(sql, config.PUBLIC_URL.replace(/\/+$/, ''))
  const seal = await openSeal(sql, config)
  const demoKey = connection.embedded ? await ensureDemoOrganisation(sql, config.DATA_DIR, { clock, seal }) : undefined
  const metrics = createMetrics()
  observeService(metrics.registry, sql, time)
  if (config.METRICS_PORT !== undefined) closers.push(await metricsCloser(metrics, config.HOST, config.METRICS_PORT))
  return {
    config,
    connection,
    sql,
    clock,
    clockAheadMs: time.aheadMs,
    newestMigration: migrations.length,
    seal,
    payments,
    outbound,
    typefaces,
    loggers,
    metrics,
    demoKey,
  }
}

function stripeOf(
  {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_API_URL: apiUrl,
  }: Config,
  clock: Clock,
) {
  if (secretKey === undefined) return undefined
  return createStripeProvider({ secretKey, webhookSecret, publishableKey, apiUrl, clock })
}

function typefacesOf({ PDF_FONT: file }: Config): Typefaces {
  try {
    return createTypefaces(file)
  } catch (error) {
    throw new StartError(`PDF_FONT ${(error as Error).message}`)
  }
}

async function metricsCloser(metrics: Metrics, host: string, port: number): Promise<Closer> {
  const server = await serveMetrics(metrics, host, port).catch(explainListen({ host, port, setting: 'METRICS_PORT' }))
  const bound = (server.address() as AddressInfo).port
  return () => (bound ? new Promise((resolve) => server.close(resolve).closeAllConnections()) : Promise.resolve())
}
