import { readOffsets } from '../access/clock-offsets.ts'
import type { Sql } from '../platform/postgres/database.ts'
import { type Periodic, runPeriodically } from '../platform/process/periodic.ts'
import type { ClockOffsets } from '../platform/values/clock.ts'

/** A sandbox's clock that another process has moved is moved in this one within so long. */
const READ_EVERY_MS = 1_000

type Log = { error(fields: object, message: string): void }

/** Fills in by how much the clocks of sandboxes are ahead, again and again. */
export async function keepClocks(sql: Sql, offsets: ClockOffsets, log: Log): Promise<Periodic> {
  await readOffsets(sql, offsets)
  const run = () => readOffsets(sql, offsets)
  return runPeriodically([{ name: 'read moved clocks', everyMs: READ_EVERY_MS, run }], (task, err) =>
    log.error({ task, err }, 'task failed'),
  )
}
