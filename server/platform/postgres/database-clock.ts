import { type SystemClock, systemClock } from '../values/clock.ts'
import type { Db } from './database.ts'

/** Above this, the operator should look at the machine's own clock. */
export const CLOCK_DIFFERENCE_MAX_MS = 2_000
export const MEASURE_EVERY_MS = 30_000
/** The quickest answer is the most exact one. */
const MEASUREMENTS_AT_FIRST = 3

export type DatabaseClock = {
  /** The database's time, which all processes share. It never goes backwards. */
  clock: SystemClock
  /** By how much this machine's clock is ahead of the database's; below zero where it is behind. */
  aheadMs(): number
  measure(): Promise<void>
}

type Measurement = { origin: number; uncertaintyMs: number }

/**
 * Time as the database has it, so that two processes whose machines disagree never disagree about a hold. Between measurements it
 * goes on by a count that cannot be set, so that a machine whose clock is put right does not jump.
 */
export async function createDatabaseClock(
  sql: Db,
  machine: { clock: SystemClock; elapsedMs: () => number } = { clock: systemClock, elapsedMs: () => performance.now() },
): Promise<DatabaseClock> {
  const { elapsedMs } = machine
  let { origin } = await bestOf(MEASUREMENTS_AT_FIRST)
  let latest = 0

  async function look(): Promise<Measurement> {
    const sentAt = elapsedMs()
    const [row] = await sql<{ now_ms: number }[]>`
      select (extract(epoch from clock_timestamp()) * 1000)::double precision as now_ms`
    if (!row) throw new Error('the database does not tell its time')
    // It read its clock somewhere between, most likely half-way.
    const uncertaintyMs = (elapsedMs() - sentAt) / 2
    return { origin: row.now_ms - sentAt - uncertaintyMs, uncertaintyMs }
  }

  async function bestOf(count: number): Promise<Measurement> {
    let best = await look()
    for (let more = count - 1; more > 0; more -= 1) {
      const next = await look()
      if (next.uncertaintyMs < best.uncertaintyMs) best = next
    }
    return best
  }

  return {
    clock() {
      latest = Math.max(latest, origin + elapsedMs())
      return new Date(latest)
    },
    aheadMs: () => machine.clock().getTime() - (origin + elapsedMs()),
    async measure() {
      const measured = await look()
      // What a slow answer can explain is no reason to change anything.
      if (Math.abs(measured.origin - origin) > measured.uncertaintyMs) origin = measured.origin
    },
  }
}

/** Seconds that a person should be told about; undefined while the clocks agree well enough. */
export function noteworthySeconds(aheadMs: number): number | undefined {
  return Math.abs(aheadMs) > CLOCK_DIFFERENCE_MAX_MS ? Math.round(aheadMs / 100) / 10 : undefined
}
