import { Socket } from 'node:net'
import { after } from 'node:test'
import { createRateLimits } from '../../server/access/rate-limits/rate-limits.ts'
import { openDatabase } from '../../server/platform/postgres/database.ts'
import { type House, openHouse } from './house.ts'

export type MortalHouse = House & {
  /** What is asked in `work` gets as far as so many statements; then the process is as good as killed. True when that came to be. */
  dyingAfter(statements: number, work: () => Promise<unknown>): Promise<boolean>
}

/**
 * Another API process on the same database, which can be killed in the middle of what it does, as PostgreSQL sees it: all its connections
 * are gone at once, before the statement that would have been next. Afterwards it is started anew.
 */
export async function openMortalHouse(first: House): Promise<MortalHouse> {
  const sockets = new Set<Socket>()
  let left = Number.POSITIVE_INFINITY
  const socket = () => {
    const opened = new Socket()
    sockets.add(opened)
    opened.once('close', () => sockets.delete(opened))
    return opened
  }
  const sql = openDatabase(first.url, { poolSize: 3, socket })
  sql.observe(() => {
    left -= 1
    if (left === -1) for (const open of sockets) open.destroy()
  })
  const systemClock = first.clock
  const rateLimits = createRateLimits({ sql, systemClock, addressPerMinute: 300, onStoreFailure: () => {} })
  await rateLimits.start()
  const house = await openHouse({ sql, clock: first.clock, offsets: first.offsets, rateLimits })
  after(async () => {
    await rateLimits.stop()
    await sql.end({ timeout: 1 })
  })
  return {
    ...{ ...house, sql, clock: first.clock, url: first.url },
    async dyingAfter(statements, work) {
      left = statements
      await work()
      const hasDied = left < 0
      left = Number.POSITIVE_INFINITY
      return hasDied
    },
  }
}
