import { readFile } from 'node:fs/promises'

/** Linux counts in hundredths of a second, whatever the machine. */
const TICKS_A_SECOND = 100
/** Fields of /proc/…/stat behind the name, which may have spaces and brackets in it. */
const USER = 11
const SYSTEM = 12

/** Seconds of processor that a process has used so far, its threads included; undefined where the system does not say (only Linux does). */
export async function processorSeconds(pid: number | undefined): Promise<number | undefined> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (line === undefined) return undefined
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[USER]) + Number(fields[SYSTEM])) / TICKS_A_SECOND
}
