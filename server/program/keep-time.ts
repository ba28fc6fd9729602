import type { Sql } from '../platform/postgres/database.ts'
import {
  createDatabaseClock,
  type DatabaseClock,
  MEASURE_EVERY_MS,
  noteworthySeconds,
} from '../platform/postgres/database-clock.ts'
import { type Periodic, runPeriodically } from '../platform/process/periodic.ts'

type Log = {
  info(message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** The clock of a process that serves: measured again and again, and a line in the log when the machine's own goes wrong. */
export async function keepTime(sql: Sql, log: Log): Promise<DatabaseClock & Periodic> {
  const databaseClock = await createDatabaseClock(sql)
  let wasWrong = false
  const say = () => {
    const seconds = noteworthySeconds(databaseClock.aheadMs())
    if (seconds !== undefined && !wasWrong)
      log.warn({ clock_ahead_seconds: seconds }, 'this machine’s clock is not that of the database, whose time is used')
    if (seconds === undefined && wasWrong) log.info('this machine’s clock is that of the database again')
    wasWrong = seconds !== undefined
  }
  say()
  const run = () => databaseClock.measure().then(say)
  const periodic = runPeriodically([{ name: 'measure the clock', everyMs: MEASURE_EVERY_MS, run }], (task, err) =>
    log.error({ task, err }, 'task failed'),
  )
  return { ...databaseClock, stop: () => periodic.stop() }
}
