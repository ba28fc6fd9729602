import type { Server } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { createRateLimits } from './access/rate-limits/rate-limits.ts'
import { buildApp } from './app.ts'
import type { Config, settings } from './config.ts'
import { type Connection, connect, StartError } from './connect.ts'
import { buildFaces } from './faces/build-faces.ts'
import type { ServedFaces } from './faces/serve-faces.ts'
import { watchFaces } from './faces/watch-faces.ts'
import { keepNodes } from './keep-nodes.ts'
import { keepTime } from './keep-time.ts'
import { logoFinder } from './messages/mail/logos.ts'
import { mailTasks } from './messages/mail/mail-tasks.ts'
import { createSender } from './messages/webhooks/sending/sender.ts'
import { observeAttempts } from './messages/webhooks/sending/sender-metrics.ts'
import { ensureDemoOrganisation, readDemoShopKey } from './operator/demo/demo-organisation.ts'
import { demoConsoleLink } from './operator/demo/demo-owner.ts'
import type { Readiness } from './platform/http/health.ts'
import { createOutbound, type Outbound } from './platform/outbound/outbound.ts'
import { createTypefaces, type Typefaces } from './platform/pdf/typefaces.ts'
import { claimCell, setCellAddress } from './platform/postgres/cell.ts'
import { openDatabase, type Sql } from './platform/postgres/database.ts'
import { giveIdBlocks } from './platform/postgres/id-blocks.ts'
import { migrate, readMigrations } from './platform/postgres/migrate.ts'
import type { Nodes } from './platform/postgres/nodes.ts'
import { createLoggers, type Loggers } from './platform/process/logger.ts'
import { createMetrics, type Metrics, serveMetrics } from './platform/process/metrics.ts'
import { runPeriodically } from './platform/process/periodic.ts'
import type { Clock } from './platform/values/clock.ts'
import { parseNetwork } from './platform/values/ip-address.ts'
import type { Seal } from './platform/values/seal.ts'
import { noticeWriter } from './sales/mails/write-notices.ts'
import { createPayments, type Payments } from './sales/payments/providers.ts'
import { createStripeProvider } from './sales/payments/stripe-provider.ts'
import { GOOGLE } from './sales/wallet/google-update.ts'
import type { WalletServices } from './sales/wallet/tell-wallets.ts'
import { openSeal } from './secret.ts'
import { observeService } from './service-metrics.ts'
import { startWorker } from './worker.ts'

export type Role = 'all' | 'api' | 'worker'

/** What a part of the program leaves to be undone, in the order in which it must be undone. */
type Closer = () => Promise<unknown>

export type Running = {
  address?: string
  demoKey?: string
  shop?: string
  /** Signs the demo's owner into the console, once. */
  console?: string
  exited: Promise<string>
  stop(): Promise<void>
}

/** config → database → migrations → app → listen. Whatever fails on the way undoes what had been started. */
export async function start(config: Config, role: Role, { watch = false } = {}): Promise<Running> {
  const closers: Closer[] = []
  let explain: Connection['explain'] = async (error) => error
  const stop = async () => {
    while (closers.length > 0) await closers.pop()?.()
  }
  try {
    const loggers = createLoggers(config.LOG_LEVEL)
    const { logger } = loggers
    closers.push(async () => logger.flush())
    // Beside the start of PostgreSQL, which takes longer; looked at once that is up.
    const building = role === 'worker' ? undefined : prepareFaces(watch)
    building?.catch(() => {})
    const connection = await connect(config, 'server')
    closers.push(() => connection.stop())
    explain = connection.explain
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
    if (config.PUBLIC_URL !== undefined) await setCellAddress(sql, withoutSlash(config.PUBLIC_URL))
    const seal = await openSeal(sql, config)
    const demoKey = connection.embedded
      ? await ensureDemoOrganisation(sql, config.DATA_DIR, { clock, seal })
      : undefined
    const shopKey = config.SHOP_KEY ?? (connection.embedded ? await readDemoShopKey(config.DATA_DIR) : undefined)
    const port = role !== 'worker' && config.PORT === 0 ? await freePort(config.HOST) : config.PORT
    const publicUrl = withoutSlash(config.PUBLIC_URL ?? `http://${reachable(config.HOST)}:${port}`)
    const metrics = createMetrics()
    observeService(metrics.registry, sql, time)
    if (config.METRICS_PORT !== undefined) closers.push(await metricsCloser(metrics, config.HOST, config.METRICS_PORT))
    if (role !== 'api') {
      const onFailure = (task: string, err: unknown) => logger.error({ task, err }, 'task failed')
      const worker = startWorker({
        sql,
        clock,
        seal,
        mailTasks: mailTasks({
          config,
          sql,
          clock,
          seal,
          logger,
          writeNotices: noticeWriter({ sql, seal, publicUrl, typefaces, findLogo: logoFinder(outbound) }),
        }),
        payments,
        wallets: walletServices(config),
        onFailure,
      })
      closers.push(() => worker.stop())
      const onAttempt = observeAttempts(metrics.registry, sql, clock)
      const sender = createSender({ sql, clock, seal, outbound, onFailure, onAttempt }).start()
      closers.push(() => sender.stop())
    }
    const { exited } = connection
    const demo = demoKey === undefined ? {} : { demoKey }
    const built = await building
    if (built === undefined) return { exited, stop, ...demo }
    closers.push(built.stop)
    const nodes =
      config.DATABASE_NODES === 'shards'
        ? await keepNodes(connection.url, sql, { poolSize: config.DATABASE_POOL, log: logger, closers })
        : undefined
    const readiness = { draining: false, newestMigration: migrations.length, clockAheadMs: time.aheadMs, nodes }
    const faces = { ...built, settings: { shopKey, stripe: config.STRIPE_SECRET_KEY !== undefined } }
    const parts = {
      sql,
      nodes,
      clock,
      seal,
      payments,
      outbound,
      typefaces,
      loggers,
      metrics,
      publicUrl,
      readiness,
      faces,
    }
    const address = await serve({ ...config, PORT: port }, parts, closers)
    const isDemoConsole = demoKey !== undefined && built.built().some(({ face }) => face.name === 'console')
    const link = isDemoConsole ? await demoConsoleLink(sql, clock, address) : undefined
    return {
      exited,
      stop,
      address,
      ...demo,
      ...(shopKey === undefined ? {} : { shop: `${address}/shop/` }),
      ...(link === undefined ? {} : { console: link }),
    }
  } catch (error) {
    // Before anything is undone, which may make room again.
    const reason = await explain(error)
    await stop()
    throw reason
  }
}

type Parts = {
  sql: Sql
  nodes: Nodes | undefined
  clock: Clock
  seal: Seal
  payments: Payments
  outbound: Outbound
  typefaces: Typefaces
  loggers: Loggers
  metrics: Metrics
  publicUrl: string
  readiness: Readiness
  faces: ServedFaces
}

/** The pages, built once, or again at every change. */
async function prepareFaces(watch: boolean): Promise<Pick<ServedFaces, 'built' | 'reloads'> & { stop: Closer }> {
  if (watch) return watchFaces((line) => console.error(`grandstand: ${line}`))
  const built = await buildFaces()
  return { built: () => built, stop: async () => {} }
}

async function serve(config: Config, parts: Parts, closers: Closer[]): Promise<string> {
  const { sql, clock, loggers, metrics, readiness } = parts
  const { logger } = loggers
  const rateLimits = createRateLimits({
    sql,
    clock,
    addressPerMinute: config.ADDRESS_LIMIT,
    onStoreFailure: (err) => {
      metrics.storeFailures.inc()
      logger.error({ err, alarm: true }, 'rate limits are not being counted')
    },
  })
  await rateLimits.start()
  closers.push(() => rateLimits.stop())
  const { app, lastUsed } = await buildApp({ ...parts, rateLimits, trustProxy: config.TRUST_PROXY })
  const flushing = runPeriodically([{ name: 'last used', everyMs: 60_000, run: () => lastUsed.flush() }], (task, err) =>
    logger.error({ task, err }, 'task failed'),
  )
  closers.push(() =>
    lastUsed.flush().catch((err: unknown) => logger.error({ err }, 'last use of keys was not written')),
  )
  closers.push(() => flushing.stop())
  closers.push(() => app.close())
  const address = await app.listen({ port: config.PORT, host: config.HOST }).catch(explainListen(config, 'PORT'))
  // Load balancers see the 503 and send no more before the listener goes away.
  closers.push(async () => {
    readiness.draining = true
    await new Promise((resolve) => setTimeout(resolve, config.DRAIN_MS))
  })
  return address
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

const walletServices = ({ APNS_URL: apnsUrl, GOOGLE_WALLET_URL: google }: Config): WalletServices => ({
  apnsUrl,
  google: google === undefined ? GOOGLE : { tokenUrl: `${google}/token`, objectsUrl: google },
})

const withoutSlash = (url: string) => url.replace(/\/+$/, '')

/** What a browser on this machine would type for it. */
const reachable = (host: string) =>
  ['0.0.0.0', '::', '[::]'].includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host

/** Links need the port before anything listens on it. */
async function freePort(host: string): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(0, host, resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

async function metricsCloser(metrics: Metrics, host: string, port: number): Promise<Closer> {
  const server: Server = await serveMetrics(metrics, host, port).catch(
    explainListen({ HOST: host, PORT: port }, 'METRICS_PORT'),
  )
  const bound = (server.address() as AddressInfo).port
  return () => (bound ? new Promise((resolve) => server.close(resolve).closeAllConnections()) : Promise.resolve())
}

const explainListen =
  ({ HOST, PORT }: { HOST: string; PORT: number }, setting: keyof typeof settings) =>
  (error: NodeJS.ErrnoException): never => {
    if (error.code === 'EADDRINUSE') throw new StartError(`port ${PORT} on ${HOST} is taken; set ${setting} to another`)
    throw new StartError(`cannot listen on ${HOST} port ${PORT}: ${error.message}`)
  }
