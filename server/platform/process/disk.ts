import { statfs } from 'node:fs/promises'

/** `low`: the operator should make room. `full`: nothing more is written, while what is there can still be read. */
export type DiskState = 'ok' | 'low' | 'full'

export type Disk = {
  state(): DiskState
  /** Undefined where the disk is another machine's. */
  freeBytes(): number | undefined
  /** Whether this is what a database says that has no room left; it is remembered then. */
  noteError(error: unknown): boolean
  measure(): Promise<void>
}

const MIB = 1024 * 1024
export const DISK_LOW_BYTES = 1024 * MIB
/** What PostgreSQL needs for its own journal while nothing is changed any more: without it, it would stop, and with it all reading. */
export const DISK_FULL_BYTES = 64 * MIB
/** For so long after the last refusal a disk that cannot be measured is taken as full. */
const REMEMBERED_MS = 60_000

/** SQLSTATE disk_full. */
const DISK_FULL_STATE = '53100'
export const isDiskFullError = (error: unknown): boolean =>
  (error as { code?: string } | null)?.code === DISK_FULL_STATE

/** The disk that holds `folder`, where the database is our own; without one, what the database says of its disk. */
export function createDisk(folder: string | undefined): Disk {
  let free: number | undefined
  let refusedAtMs = Number.NEGATIVE_INFINITY
  const wasRefused = () => performance.now() - refusedAtMs < REMEMBERED_MS
  return {
    state() {
      if (free === undefined) return wasRefused() ? 'full' : 'ok'
      return free < DISK_FULL_BYTES ? 'full' : free < DISK_LOW_BYTES ? 'low' : 'ok'
    },
    freeBytes: () => free,
    noteError(error) {
      const isFull = isDiskFullError(error)
      if (isFull) refusedAtMs = performance.now()
      return isFull
    },
    async measure() {
      if (folder === undefined) return
      const disk = await statfs(folder).catch(() => undefined)
      if (disk) free = disk.bavail * disk.bsize
    },
  }
}
