import { createDisk, type Disk } from '../platform/process/disk.ts'
import { runPeriodically } from '../platform/process/periodic.ts'

const MEASURE_EVERY_MS = 2_000

type Log = {
  info(message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
type Options = { log: Log; closers: (() => Promise<unknown>)[] }

/** The database's disk for a process that serves or works: looked at again and again, and one line in the log whenever that changes. */
export async function keepDisk(folder: string | undefined, { log, closers }: Options): Promise<Disk> {
  const disk = createDisk(folder)
  let lastState = 'ok'
  const look = async () => {
    await disk.measure()
    const state = disk.state()
    if (state === lastState) return
    lastState = state
    const fields = { disk: state, ...(folder === undefined ? {} : { folder, free_bytes: disk.freeBytes() }) }
    if (state === 'full')
      log.error({ ...fields, alarm: true }, 'the disk of the database is full: it can be read, and nothing be changed')
    else if (state === 'low') log.warn(fields, 'the disk of the database is nearly full: make room')
    else log.info('the disk of the database has room again')
  }
  await look()
  const periodic = runPeriodically([{ name: 'look at the disk', everyMs: MEASURE_EVERY_MS, run: look }], (task, err) =>
    log.warn({ task, err }, 'task failed'),
  )
  closers.push(() => periodic.stop())
  return disk
}
