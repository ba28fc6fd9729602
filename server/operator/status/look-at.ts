import { statfs } from 'node:fs/promises'
import packageJson from '../../package.json' with { type: 'json' }
import type { Config } from '../../program/config.ts'
import { withDatabase } from '../../program/connect.ts'
import { type CellStatus, readStatus } from './read-status.ts'

type Reached = CellStatus & { program_version: string; disk_free_bytes: number | null }

/** A cell as it was seen; one that does not answer is one of them. */
export type SeenCell = { database: string } & (Reached | { error: string })

export async function lookAt(config: Config): Promise<SeenCell> {
  const database = nameOf(config)
  try {
    const status = await withDatabase(config, (sql, clock) => readStatus(sql, clock()))
    return { database, program_version: packageJson.version, disk_free_bytes: await freeBytes(config), ...status }
  } catch (error) {
    return { database, error: (error as Error).message }
  }
}

/** Without the password that it may carry. */
function nameOf({ DATABASE_URL, DATA_DIR }: Config): string {
  if (DATABASE_URL === undefined) return DATA_DIR
  const { host, pathname } = new URL(DATABASE_URL)
  return host + pathname
}

async function freeBytes({ DATABASE_URL, DATA_DIR }: Config): Promise<number | null> {
  const disk = DATABASE_URL === undefined ? await statfs(DATA_DIR).catch(() => undefined) : undefined
  return disk ? disk.bavail * disk.bsize : null
}
