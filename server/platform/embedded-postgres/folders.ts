import { chmod, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { base62 } from '../values/random.ts'
import { errorCode } from './error.ts'

/** Whatever the umask: everybody may enter. */
export async function openFolder(path: string): Promise<void> {
  const firstNew = await mkdir(path, { recursive: true })
  if (firstNew !== undefined) await chmod(path, 0o755)
}

/** A folder in the making has a name of its own until a rename finishes it; the name tells whose work it was. */
export const unfinishedName = (name: string): string => `${name}.new-${process.pid}-${base62(6)}`

/** Removes what a killed start left half done; the work of a start that still runs beside us stays. */
export async function sweepUnfinished(folder: string, name: string): Promise<void> {
  const prefix = `${name}.new-`
  for (const entry of await readdir(folder)) {
    if (!entry.startsWith(prefix)) continue
    const pid = Number.parseInt(entry.slice(prefix.length), 10)
    if (pid === process.pid || isAlive(pid)) continue
    await rm(join(folder, entry), { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
  }
}

/** Any process with this id, of whichever user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}
