import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second, whatever its clock ticks at. */
const TICKS_PER_SECOND = 100

/** What `/proc/<pid>/stat` says of a process: its parent, and the time of itself and of the children that it has waited for. */
function readStat(pid: string): { parent: string; ticks: number } | undefined {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    // It has ended since the folder was read.
    return undefined
  }
  // The name of the program stands in brackets and may hold anything; user, system and the same two of children are fields 14 to 17.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { parent: fields[1] ?? '', ticks: fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) }
}

/**
 * How many seconds of processor time this process and all that it has started have taken. Unlike the time of the clock it says the
 * same on a busy machine. Where there is no `/proc`, it knows of this process alone.
 */
export function processorTime(): number {
  const { user, system } = process.cpuUsage()
  const self = readStat('self')
  if (self === undefined) return (user + system) / 1e6
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const stat = readStat(pid)
      return stat === undefined ? [] : [{ pid, ...stat }]
    })
  const children = Map.groupBy(stats, ({ parent }) => parent)
  const ticksBelow = (pid: string): number =>
    (children.get(pid) ?? []).reduce((sum, child) => sum + child.ticks + ticksBelow(child.pid), 0)
  return (self.ticks + ticksBelow(String(process.pid))) / TICKS_PER_SECOND
}

const PROCESSOR_TIME = /^processor time of (\S+): (\d+\.\d+) s$/

/** What a process reports of a test file that it has run. */
export const processorTimeOf = (path: string, seconds: number): string =>
  `processor time of ${path}: ${seconds.toFixed(2)} s`

/** The same, read back; undefined for a message about something else. */
export function readProcessorTime(message: string): { path: string; seconds: number } | undefined {
  const [, path, seconds] = PROCESSOR_TIME.exec(message) ?? []
  return path === undefined ? undefined : { path, seconds: Number(seconds) }
}
