import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const FILE = join(import.meta.dirname, 'durations.json')
/** Shorter ones are as good as unknown. */
const RECORDED_FROM_S = 1

/** How many seconds of processor time a test file takes, what it starts included, by its path. */
export type Durations = Record<string, number>

/** As last recorded, so it may be old, and may be missing. */
export const readDurations = async (): Promise<Durations> =>
  JSON.parse(await readFile(FILE, 'utf8').catch(() => '{}')) as Durations

/** The longest first, in whole seconds, so that a new record differs where something changed. */
export function toRecord(durations: Durations): Durations {
  const whole = Object.entries(durations).map(([path, seconds]) => [path, Math.round(seconds)] as const)
  const long = whole.filter(([, seconds]) => seconds >= RECORDED_FROM_S)
  return Object.fromEntries(long.toSorted(([a, s], [b, t]) => t - s || (a < b ? -1 : 1)))
}

/** What a run has measured, and what was known of the files that it did not take; a file that is gone is forgotten. */
export const merged = (known: Durations, measured: Durations, paths: string[]): Durations =>
  Object.fromEntries(paths.map((path) => [path, measured[path] ?? known[path] ?? 0]))

export async function recordDurations(measured: Durations, paths: string[]): Promise<void> {
  const durations = toRecord(merged(await readDurations(), measured, paths))
  await writeFile(FILE, `${JSON.stringify(durations, null, 2)}\n`)
}
