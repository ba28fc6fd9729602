import { createRateLimits } from '../../../server/access/rate-limits/rate-limits.ts'
import { buildApp } from '../../../server/app.ts'
import { createPayments } from '../../../server/payments/payments/providers.ts'
import { createStripeProvider } from '../../../server/payments/payments/stripe-provider.ts'
import { createOutbound } from '../../../server/platform/outbound/outbound.ts'
import { createParsers } from '../../../server/platform/parsing/parsers.ts'
import type { Sql } from '../../../server/platform/postgres/database.ts'
import { readMigrations } from '../../../server/platform/postgres/migrate.ts'
import { createLoggers } from '../../../server/platform/process/logger.ts'
import { createMetrics } from '../../../server/platform/process/metrics.ts'
import { MINUTE_MS } from '../../../server/platform/values/durations.ts'
import { createSeal } from '../../../server/platform/values/seal.ts'
import { workerTasks } from '../../../server/worker.ts'
import { shopOf } from '../../builders/baskets.ts'
import { addOffer } from '../../builders/prices.ts'
import { noWallets } from '../../builders/wallets.ts'
import { testClock } from '../../harness/house.ts'
import { STRIPE_WEBHOOK_SECRET, stripeEvent } from '../../outside/stripe/event.ts'
import { STRIPE_KEY } from '../../outside/stripe/headers.ts'
import { openStripeServer, type Trouble } from '../../outside/stripe/server.ts'
import { remoteHouse } from '../hostile/remote-house.ts'
import { SECRET } from '../on-sale/processes.ts'
import { chosen, type Random } from '../on-sale/random.ts'

export type Weather = 'storm' | 'silence' | 'calm'
export type Club = Awaited<ReturnType<typeof openClub>>

const TROUBLES: [Trouble | undefined, number][] = [
  [undefined, 50],
  ['error_500', 12],
  ['error_500_at_start', 10],
  ['hang', 10],
  ['lost', 8],
  ['reset', 4],
  ['rate_limit', 6],
]
/** So soon a silent Stripe is given up, in real time. */
const TIMEOUT_MS = 150
const PLACES = 40
/** What of the worker has to do with a sale. */
const TASKS = /baskets|orders|payments|refund/

/** A club that is paid by an imitation of Stripe, with the app and the worker of production in this process, and a clock of its own. */
export async function openClub(sql: Sql, random: Random) {
  const clock = testClock()
  let weather: Weather = 'calm'
  const mischief = () => (weather === 'storm' ? chosen(random, TROUBLES) : weather === 'silence' ? 'lost' : undefined)
  const stripe = await openStripeServer({ clock, mischief })
  const settings = { secretKey: STRIPE_KEY, webhookSecret: STRIPE_WEBHOOK_SECRET, apiUrl: stripe.url }
  const payments = createPayments({ stripe: createStripeProvider({ ...settings, timeoutMs: TIMEOUT_MS, clock }) })
  const seal = createSeal(SECRET)
  const rateLimits = createRateLimits({
    sql,
    systemClock: clock,
    addressPerMinute: 1_000_000,
    onStoreFailure: () => {},
  })
  await rateLimits.start()
  const outbound = createOutbound({ allow: [] })
  const parsers = createParsers()
  const { app } = await buildApp({
    ...{ sql, clock, seal, payments, outbound, parsers, rateLimits },
    loggers: createLoggers('silent'),
    metrics: createMetrics(),
    readiness: { draining: false, newestMigration: (await readMigrations()).length, clockAheadMs: () => 0 },
    publicUrl: 'http://grandstand.test',
    trustProxy: false,
  })
  const house = remoteHouse(await app.listen({ port: 0, host: '127.0.0.1' }), sql, SECRET)
  const { orgId, key } = await house.organisation({ mode: 'live' })
  const account = `acct_chaos${orgId}`
  await sql`
    update organisations
    set payment_account_id = ${account}
    where org_id = ${orgId}`
  const starts_at = new Date(clock().getTime() + 30 * 24 * 60 * MINUTE_MS)
  const { priceId, priceCategoryId } = await addOffer(house, { orgId }, { capacity: PLACES, event: { starts_at } })
  const tasks = workerTasks({
    sql,
    clock,
    offsets: new Map(),
    seal,
    publicUrl: 'http://localhost',
    payments,
    outbound,
    mail: { tasks: [], jobs: [] },
    wallets: noWallets,
    askVatService: undefined,
  }).filter(({ name }) => TASKS.test(name) && !/purge|alarm/.test(name))
  const told = new Map<string, string>()
  const events: { at: number; type: string; object: object }[] = []

  /** What changed at Stripe since the last look: events of it come now, twice, late, or never. */
  function noteEvents(): void {
    const kinds = [
      ['payment_intent.updated', stripe.intents.all],
      ['refund.updated', stripe.refunds.all],
    ] as const
    for (const [type, all] of kinds) {
      for (const [id, object] of all) {
        if (object.account !== account || told.get(id) === object.status) continue
        told.set(id, object.status)
        const now = clock().getTime()
        const times = chosen<number[]>(random, [
          [[], 4],
          [[now], 3],
          [[now, now + MINUTE_MS], 2],
          [[now + random() * 120 * MINUTE_MS], 3],
        ])
        for (const at of times) events.push({ at, type, object: { ...object } })
      }
    }
  }

  return {
    ...{ sql, orgId, key, clock, stripe, account, priceId, priceCategoryId },
    shop: shopOf(house, { key }),
    setWeather: (next: Weather) => {
      weather = next
    },
    /** Every task once; one that fails tries again in its next turn, as in production. */
    work: async () => {
      for (const { run } of tasks) await run().catch(() => {})
    },
    sendEvents: async () => {
      noteEvents()
      const due = events.filter(({ at }) => at <= clock().getTime())
      for (const event of due) {
        events.splice(events.indexOf(event), 1)
        const { payload, headers } = stripeEvent({ account, at: clock(), type: event.type, object: event.object })
        await app.inject({ method: 'POST', url: '/v1/payments/stripe/webhook', headers, payload })
      }
    },
    close: async () => {
      await app.close()
      await rateLimits.stop()
      await outbound.close()
      await stripe.close()
    },
  }
}
