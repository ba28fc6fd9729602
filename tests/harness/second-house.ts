import { after } from 'node:test'
import { createRateLimits } from '../../server/access/rate-limits/rate-limits.ts'
import { openDatabase } from '../../server/platform/postgres/database.ts'
import type { House } from './house.ts'
import { openHouse } from './house.ts'

/** Another API process on the same database, as far as one process can be two: its own connections, batches and caches. */
export async function openSecondHouse(first: House): Promise<House> {
  const sql = openDatabase(first.url, { poolSize: 5 })
  const rateLimits = createRateLimits({
    sql,
    systemClock: first.clock,
    addressPerMinute: 300,
    onStoreFailure: () => {},
  })
  await rateLimits.start()
  const second = await openHouse({ sql, clock: first.clock, rateLimits })
  after(async () => {
    await rateLimits.stop()
    await sql.end({ timeout: 1 })
  })
  return { ...second, sql, clock: first.clock, url: first.url }
}
