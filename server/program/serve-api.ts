import { createRateLimits } from '../access/rate-limits/rate-limits.ts'
import { buildApp } from '../app.ts'
import type { PreparedFaces } from '../faces/prepare-faces.ts'
import { readDemoShopKey } from '../operator/demo/demo-organisation.ts'
import { demoConsoleLink } from '../operator/demo/demo-owner.ts'
import { runPeriodically } from '../platform/process/periodic.ts'
import type { Closer, Foundation } from './foundation.ts'
import { keepNodes } from './keep-nodes.ts'
import { explainListen } from './listen.ts'

type Place = { port: number; publicUrl: string; faces: PreparedFaces }

/** What there is to open. */
export type Addresses = {
  address: string
  shop?: string
  /** Signs the demo's owner into the console, once. */
  console?: string
}

/** The role of an API: the operations and the pages, on a port. */
export async function serveApi(
  foundation: Foundation,
  { port, publicUrl, faces }: Place,
  closers: Closer[],
): Promise<Addresses> {
  const { config, connection, sql, clock, offsets, loggers, metrics, traces } = foundation
  const { logger } = loggers
  closers.push(faces.stop)
  const shopKey = config.SHOP_KEY ?? (connection.embedded ? await readDemoShopKey(config.DATA_DIR) : undefined)
  const nodes =
    config.DATABASE_NODES === 'shards'
      ? await keepNodes(connection.url, sql, { poolSize: config.DATABASE_POOL, log: logger, closers })
      : undefined
  if (nodes) traces?.observeDatabase(nodes.sql)
  const rateLimits = createRateLimits({
    sql,
    systemClock: clock,
    addressPerMinute: config.ADDRESS_LIMIT,
    onStoreFailure: (err) => {
      metrics?.storeFailures.inc()
      logger.error({ err, alarm: true }, 'rate limits are not being counted')
    },
  })
  await rateLimits.start()
  closers.push(() => rateLimits.stop())
  const { newestMigration, clockAheadMs, disk } = foundation
  const readiness = { draining: false, newestMigration, clockAheadMs, nodes, disk }
  const { seal, payments, outbound, parsers, typefaces } = foundation
  const { app, lastUsed } = await buildApp({
    sql,
    nodes,
    clock,
    offsets,
    seal,
    payments,
    outbound,
    parsers,
    typefaces,
    loggers,
    metrics,
    traces,
    rateLimits,
    readiness,
    publicUrl,
    faces: { ...faces, settings: { shopKey, stripe: config.STRIPE_SECRET_KEY !== undefined } },
    trustProxy: config.TRUST_PROXY,
  })
  const flushing = runPeriodically([{ name: 'last used', everyMs: 60_000, run: () => lastUsed.flush() }], (task, err) =>
    logger.error({ task, err }, 'task failed'),
  )
  closers.push(() =>
    lastUsed.flush().catch((err: unknown) => logger.error({ err }, 'last use of keys was not written')),
  )
  closers.push(() => flushing.stop())
  closers.push(() => app.close())
  const { HOST: host } = config
  const address = await app.listen({ port, host }).catch(explainListen({ host, port, setting: 'PORT' }))
  parsers.warm()
  // Load balancers see the 503 and send no more before the listener goes away.
  closers.push(async () => {
    readiness.draining = true
    await new Promise((resolve) => setTimeout(resolve, config.DRAIN_MS))
  })
  // A visitor who opens a page meanwhile waits for it; a start with a mistake in one of them ends here.
  await faces.built()
  const hasConsole = faces.faces.some(({ name }) => name === 'console')
  const link = hasConsole && foundation.demoKey !== undefined ? await demoConsoleLink(sql, clock, address) : undefined
  return {
    address,
    ...(shopKey === undefined ? {} : { shop: `${address}/shop/` }),
    ...(link === undefined ? {} : { console: link }),
  }
}
