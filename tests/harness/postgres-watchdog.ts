import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { absent } from '../../server/platform/embedded-postgres/error.ts'
import { readPointer } from '../../server/platform/embedded-postgres/location.ts'
import { stopPostmaster } from '../../server/platform/embedded-postgres/postmaster.ts'

/** Waits until the process that started it is gone or done, then ends its PostgreSQL and removes every file of it. */
const [dataDir = ''] = process.argv.slice(2)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

// Nothing is ever sent: only the end of the pipe matters, and an error on it is one.
await finished(process.stdin.resume()).catch(() => {})

/** Killed half way through, the start may still be at work in the folder for a moment: so look more than once. */
async function clear(): Promise<boolean> {
  const base = (await readPointer(dataDir).catch(() => undefined)) ?? dataDir
  await stopPostmaster(join(base, 'postgres'), 1_000, 5_000).catch(() => {})
  await rm(base, { recursive: true, force: true }).catch(() => {})
  await rm(dataDir, { recursive: true, force: true }).catch(() => {})
  return (await stat(dataDir).catch(absent)) === undefined
}

let clean = await clear()
for (let tries = 0; !clean && tries < 100; tries++) {
  await sleep(50)
  clean = await clear()
}
process.exit(clean ? 0 : 1)
