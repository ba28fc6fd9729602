import { join } from 'node:path'
import { openDatabase } from '../server/platform/postgres/database.ts'
import { keepStatistics } from '../server/platform/postgres/keep-statistics.ts'
import { readFigures, runBuyers } from './on-sale/run-buyers.ts'
import { seedOffer } from './on-sale/seed-offer.ts'
import type { Result } from './run.ts'
import { startApi, withPostgres } from './server.ts'
import { atLeast, atMost, holds } from './targets.ts'

const REFUSALS_LEAST = 3000
const FANS = 64
const SECONDS = 5

/** The end of an on-sale: everything is sold, and everybody still tries. Then places come back, and must be had at once. */
export const run = (): Promise<Result> =>
  withPostgres(async (databaseUrl) => {
    const offer = await seedOffer(databaseUrl, 1000)
    const sql = openDatabase(databaseUrl, { poolSize: 1 })
    const api = await startApi(databaseUrl)
    const script = join(import.meta.dirname, 'on-sale', 'refused-process.ts')
    const ask = (seconds: number) =>
      readFigures<{ refused: number; other: number; rate: number; p99: number }>(
        script,
        [api.url, offer.key, offer.priceId, FANS, seconds].map(String),
      )
    try {
      await runBuyers([api.url], offer, { buyers: FANS, seconds: 60 })
      await keepStatistics(sql)
      await ask(2)
      const { rate, other, p99 } = await ask(SECONDS)
      await sql`
        update price_categories
        set capacity = capacity + 2
        where org_id = ${offer.orgId}
          and price_category_id = ${offer.priceCategoryId}`
      const after = await ask(1)
      return {
        targets: [
          atLeast('refusals/s', rate, REFUSALS_LEAST),
          atMost('answers that were something else', other, 0),
          holds('one basket gets the two places that came back', after.other === 1),
        ],
        figures: {
          'refusals/s': Math.round(rate),
          'refusals/s wanted': REFUSALS_LEAST,
          'p99 of a refusal, ms': p99,
          'answers that were something else': other,
          'baskets that got the two places which came back': after.other,
        },
      }
    } finally {
      await api.stop()
      await sql.end()
    }
  })
