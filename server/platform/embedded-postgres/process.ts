import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { asUser, serverEnvironment } from './command.ts'
import { EmbeddedPostgresError, fullDisk, isDiskFull, serverProblem } from './error.ts'
import { openLog, readLog } from './log.ts'
import type { Place } from './place.ts'
import { clearStale, isRunning, type Postmaster, readPostmaster } from './postmaster.ts'
import { serverSettings } from './settings.ts'

type Options = {
  place: Place
  binaries: Binaries
  durable: boolean
  settings?: Record<string, string>
  deadline: number
  choosePort?: () => Promise<number>
}

/** The running server of this cluster, or undefined after clearing away what a dead one left. */
export async function findServer(cluster: string): Promise<Postmaster | undefined> {
  const postmaster = await readPostmaster(cluster)
  if (!postmaster) return undefined
  if (await isRunning(cluster, postmaster)) return postmaster
  await clearStale(cluster, postmaster)
  return undefined
}

/** Reasons to look again instead of giving up: another start was faster, a port was taken, old backends still end. */
const passing = [
  /lock file "postmaster.pid" (already exists|is empty)/,
  /Address already in use|could not create any TCP\/IP sockets/,
  /pre-existing shared memory block/,
]

/**
 * Starts the server and returns once it is ready, or once looking again makes sense. It gets a session of its own
 * (`detached`), because Ctrl-C reaches the whole group of a terminal's processes and the server must outlive our drain.
 */
export async function launchServer(options: Options): Promise<void> {
  const { place, binaries, durable, settings, deadline, choosePort = freePort } = options
  const { cluster, user, dataDir } = place
  const port = await choosePort()
  const log = await openLog(dataDir)
  const child = spawn(
    binaries.postgres,
    ['-D', cluster, ...serverSettings({ port, durable, ...(settings ? { settings } : {}) })],
    { ...asUser(user), env: serverEnvironment, cwd: '/', detached: true, stdio: ['ignore', log.fd, log.fd] },
  )
  log.close()
  child.unref()
  let ended: string | undefined
  child.on('error', (error) => {
    ended = error.message
  })
  child.on('exit', (code, signal) => {
    ended = `it ended with ${signal ?? `code ${code}`}`
  })
  while (ended === undefined) {
    const postmaster = await readPostmaster(cluster)
    if (postmaster?.pid === child.pid && postmaster?.ready) return
    if (performance.now() > deadline) {
      throw new EmbeddedPostgresError(
        `PostgreSQL (process ${child.pid}) is still starting or recovering ${cluster}: start again later to go on waiting`,
      )
    }
    await sleep(5)
  }
  const said = await readLog(log.file, log.from, child.pid ?? 0)
  const output = said.trim() === '' ? ended : said
  if (!passing.some((pattern) => pattern.test(output)) || performance.now() > deadline) {
    throw (await isDiskFull(cluster)) ? fullDisk(cluster) : serverProblem({ output, cluster, logFile: log.file })
  }
  await sleep(50)
}

/** Free now; should somebody take it before PostgreSQL does, PostgreSQL says so and the start looks again. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
