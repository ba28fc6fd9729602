import { join } from 'node:path'
import { openDatabase } from '../server/platform/postgres/database.ts'
import { keepStatistics } from '../server/platform/postgres/keep-statistics.ts'
import { readFigures, runBuyers } from './on-sale/run-buyers.ts'
import { addOffer, seedOffer } from './on-sale/seed-offer.ts'
import type { Result } from './run.ts'
import { startApi, withPostgres } from './server.ts'
import { atLeast, atMost } from './targets.ts'

const RATIO_LEAST = 1.5
const BUYERS = 64
const FEW = 10
const ROUNDS = 3
const SECONDS = 5
const CAPACITY = 10_000_000

/**
 * Open, add two, check out, by 64 buyers at once on one hot price, against what one transaction per checkout could do on the
 * same database by the same driver without HTTP: at the same concurrency, a connection for each buyer, and, harder to beat,
 * with so few connections that most of them wait in the driver instead of at the row. Rounds turn about, so that a slow
 * moment of the machine falls on both.
 */
export const run = (): Promise<Result> =>
  withPostgres(async (databaseUrl) => {
    const offer = await seedOffer(databaseUrl, CAPACITY)
    const sql = openDatabase(databaseUrl, { poolSize: 2 })
    const raw = await addOffer(sql, offer.orgId, CAPACITY)
    const api = await startApi(databaseUrl)
    const ours: number[] = []
    const keyed: number[] = []
    const limits: Record<number, number[]> = { [FEW]: [], [BUYERS]: [] }
    let errors = 0
    let p99 = 0
    try {
      await runBuyers([api.url], offer, { buyers: BUYERS, seconds: 3 })
      await keepStatistics(sql)
      let flows = 0
      let committed = 0
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const poolSize of [FEW, BUYERS])
          limits[poolSize]?.push(await rawLimit(databaseUrl, { ...offer, ...raw }, poolSize))
        const commitsBefore = await commits(sql)
        const bought = await runBuyers([api.url], offer, { buyers: BUYERS, seconds: SECONDS })
        committed += (await commits(sql)) - commitsBefore
        flows += bought.flows
        errors += bought.errors
        p99 = Math.max(p99, bought.p99)
        ours.push(bought.flows / bought.elapsed)
        const again = await runBuyers([api.url], offer, { buyers: BUYERS, seconds: SECONDS, keyed: true })
        errors += again.errors
        keyed.push(again.flows / again.elapsed)
      }
      const rate = median(ours)
      const limitAt = (connections: number) => Math.round(median(limits[connections] ?? []))
      const ratioAt = (connections: number) => Number((rate / limitAt(connections)).toFixed(2))
      return {
        targets: [atLeast('ratio', ratioAt(BUYERS), RATIO_LEAST), atMost('errors', errors, 0)],
        figures: {
          'flows/s': Math.round(rate),
          'limit, one transaction per checkout/s, 64 connections': limitAt(BUYERS),
          ratio: ratioAt(BUYERS),
          'ratio wanted': RATIO_LEAST,
          'limit with 10 connections for the 64, where they queue less at the row': limitAt(FEW),
          'ratio to that': ratioAt(FEW),
          'flows/s with an Idempotency-Key on every request': Math.round(median(keyed)),
          'p99 of a request, ms': p99,
          errors,
          'commits to disk per flow': Number((committed / flows).toFixed(2)),
        },
      }
    } finally {
      await api.stop()
      await sql.end()
    }
  })

type RawOffer = { orgId: number; eventId: number; priceCategoryId: number; priceId: number }

async function rawLimit(url: string, { orgId, eventId, priceCategoryId, priceId }: RawOffer, poolSize: number) {
  const script = join(import.meta.dirname, 'on-sale', 'raw-limit-process.ts')
  const args = [url, orgId, eventId, priceCategoryId, priceId, BUYERS, poolSize, SECONDS].map(String)
  return (await readFigures<{ rate: number }>(script, args)).rate
}

/** Commits that reached the disk so far, as PostgreSQL 18 counts them; one may carry several transactions there. */
async function commits(sql: ReturnType<typeof openDatabase>): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select sum(fsyncs)::bigint as count
    from pg_stat_io
    where object = 'wal'
      and backend_type = 'client backend'`
  return row?.count ?? 0
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
