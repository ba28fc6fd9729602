import { readdir, readFile } from 'node:fs/promises'
import { openDatabase } from '../../server/platform/postgres/database.ts'

/** Linux counts in hundredths of a second. */
const TICK_MS = 10

type Times = { parent: number; ownMs: number; endedMs: number }

/** What a process has used by itself, and what those of its children that have ended did. */
async function timesOf(pid: number): Promise<Times | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const [, parent, , , , , , , , , , user, system, endedUser, endedSystem] = text
    .slice(text.lastIndexOf(') ') + 2)
    .split(' ')
    .map(Number)
  const sum = (...ticks: (number | undefined)[]) => ticks.reduce<number>((all, some) => all + (some ?? 0), 0) * TICK_MS
  return { parent: parent ?? 0, ownMs: sum(user, system), endedMs: sum(endedUser, endedSystem) }
}

/** Milliseconds of processor that a process has used, without its children. Not a number where the system does not say. */
export const processorMs = async (pid: number): Promise<number> => (await timesOf(pid))?.ownMs ?? Number.NaN

/** The first process of the PostgreSQL on this machine that answers there. */
export async function postgresAt(url: string): Promise<number> {
  const sql = openDatabase(url, { poolSize: 1 })
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
  const times = await timesOf(row?.pid ?? 0)
  await sql.end()
  return times?.parent ?? 0
}

/** Milliseconds of processor that a PostgreSQL has used: its first process, those that run and those that have ended. */
export async function postgresMs(first: number): Promise<number> {
  const ownTimes = await timesOf(first)
  if (!ownTimes) return Number.NaN
  const pids = (await readdir('/proc')).filter((name) => /^[0-9]+$/.test(name)).map(Number)
  const all = await Promise.all(pids.map(timesOf))
  const running = all.filter((times) => times?.parent === first).map((times) => times?.ownMs ?? 0)
  return running.reduce((sum, ms) => sum + ms, ownTimes.ownMs + ownTimes.endedMs)
}
