import { openDatabase } from '../server/platform/postgres/database.ts'
import { keepStatistics } from '../server/platform/postgres/keep-statistics.ts'
import { SORT_EVERY_MS, sortSearchLists } from '../server/platform/postgres/sort-search-lists.ts'
import { runPeriodically } from '../server/platform/process/periodic.ts'
import { runBuyers } from './on-sale/run-buyers.ts'
import { addOffer, seedOffer } from './on-sale/seed-offer.ts'
import type { Result } from './run.ts'
import { startApi, withPostgres } from './server.ts'
import { atMost, holds } from './targets.ts'

const PLACES = 100_000
const BUYERS = 128
const SECONDS_MOST = 60
const P99_MS_MOST = 250
const WARM_UP_FLOWS = 1000

/**
 * A stadium sold out in baskets of two: every basket opened with its two places, and then checked out with the test provider,
 * over HTTP. A number of places as the argument makes it shorter.
 */
export const run = ([placesText]: string[]): Promise<Result> =>
  withPostgres(async (databaseUrl) => {
    const places = placesText === undefined ? PLACES : Number(placesText)
    const offer = await seedOffer(databaseUrl, places)
    const sql = openDatabase(databaseUrl, { poolSize: 1 })
    const api = await startApi(databaseUrl)
    // The part of the worker without which the figure would be too good.
    const worker = runPeriodically(
      [{ name: 'sort', everyMs: SORT_EVERY_MS, run: () => sortSearchLists(sql) }],
      console.error,
    )
    try {
      // An installation that has sold before: compiled code, and tables that PostgreSQL knows.
      const small = await addOffer(sql, offer.orgId, 2 * WARM_UP_FLOWS)
      await runBuyers([api.url], { ...offer, ...small }, { buyers: BUYERS, seconds: 30, filled: true })
      await keepStatistics(sql)
      const bought = await runBuyers([api.url], offer, { buyers: BUYERS, seconds: 600, filled: true })
      const [pool] = await sql<{ sold: number; held: number; tickets: number }[]>`
        select sold, held, (
          select count(*)
          from tickets
          where org_id = ${offer.orgId}
            and event_id = ${offer.eventId}
        ) as tickets
        from price_categories
        where org_id = ${offer.orgId}
          and price_category_id = ${offer.priceCategoryId}`
      const { sold = 0, held = 0, tickets = 0 } = pool ?? {}
      const exact = sold === places && tickets === places && held === 0
      const seconds = bought.elapsed * (PLACES / places)
      return {
        targets: [
          holds('every place is sold once', exact),
          atMost('errors', bought.errors, 0),
          atMost('seconds for 100,000', seconds, SECONDS_MOST),
          atMost('p99 of a request, ms', bought.p99, P99_MS_MOST),
        ],
        figures: {
          'places sold': sold,
          'tickets issued': tickets,
          seconds: Number(bought.elapsed.toFixed(1)),
          'seconds for 100,000 at this rate': Number(seconds.toFixed(1)),
          'seconds at most': SECONDS_MOST,
          'baskets/s': Math.round(bought.flows / bought.elapsed),
          'p50 of a request, ms': bought.p50,
          'p99 of a request, ms': bought.p99,
          'p99 at most, ms': P99_MS_MOST,
          errors: bought.errors,
        },
      }
    } finally {
      await worker.stop()
      await api.stop()
      await sql.end()
    }
  })
