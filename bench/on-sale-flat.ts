import { openDatabase } from '../server/platform/postgres/database.ts'
import { fillEvent } from './on-sale/fill-event.ts'
import { runBuyers } from './on-sale/run-buyers.ts'
import { seedOffer } from './on-sale/seed-offer.ts'
import type { Result } from './run.ts'
import { startApi, withPostgres } from './server.ts'
import { atLeast } from './targets.ts'

const TICKETS = 1_000_000
const SHARE_LEAST = 0.8
const BUYERS = 64
const SECONDS = 8

/** Whether an on-sale is as quick after a million tickets (or the number given) as on an empty event. */
export const run = ([ticketsText]: string[]): Promise<Result> =>
  withPostgres(async (databaseUrl) => {
    const tickets = ticketsText === undefined ? TICKETS : Number(ticketsText)
    const offer = await seedOffer(databaseUrl, 10_000_000)
    const sql = openDatabase(databaseUrl, { poolSize: 1, statementTimeoutMs: 0 })
    const api = await startApi(databaseUrl)
    const measure = async () => {
      await runBuyers([api.url], offer, { buyers: BUYERS, seconds: 3 })
      await sql`analyze`
      const { flows, elapsed } = await runBuyers([api.url], offer, { buyers: BUYERS, seconds: SECONDS })
      return flows / elapsed
    }
    try {
      const empty = await measure()
      await fillEvent(sql, offer, tickets)
      await sql`checkpoint`
      const full = await measure()
      const share = full / empty
      return {
        targets: [atLeast('share', share, SHARE_LEAST)],
        figures: {
          'tickets sold before': tickets,
          'flows/s on the empty event': Math.round(empty),
          'flows/s afterwards': Math.round(full),
          share: Number(share.toFixed(2)),
          'share wanted': SHARE_LEAST,
        },
      }
    } finally {
      await api.stop()
      await sql.end()
    }
  })
