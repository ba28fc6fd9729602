import { spawn } from 'node:child_process'
import { closeSync, fstatSync, openSync } from 'node:fs'
import { open, rename, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { absent, EmbeddedPostgresError, fileProblem, fullDisk, isDiskFull, serverProblem } from './error.ts'
import type { ClusterLocation } from './location.ts'
import { clearStale, isRunning, type Postmaster, readPostmaster } from './postmaster.ts'
import { asUser, serverEnvironment } from './server-user.ts'

type Options = {
  location: ClusterLocation
  binaries: Binaries
  durable: boolean
  settings?: Record<string, string>
  deadline: number
  onWaiting?: () => void
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
const passingProblems = [
  /lock file "postmaster.pid" (already exists|is empty)/,
  /Address already in use|could not create any TCP\/IP sockets/,
  /pre-existing shared memory block/,
]

/**
 * Starts the server and returns once it is ready, or once looking again makes sense. It gets a session of its own
 * (`detached`), because Ctrl-C reaches the whole group of a terminal's processes and the server must outlive our drain.
 */
export async function launchServer(options: Options): Promise<void> {
  const { location, binaries, durable, settings, deadline, choosePort = freePort } = options
  const { cluster, user, dataDir } = location
  const port = await choosePort()
  const log = await openLog(dataDir)
  const child = spawn(
    binaries.postgres,
    ['-D', cluster, ...serverSettings({ port, durable, ...(settings ? { settings } : {}) })],
    { ...asUser(user), env: serverEnvironment, cwd: '/', detached: true, stdio: ['ignore', log.fd, log.fd] },
  )
  log.close()
  child.unref()
  options.onWaiting?.()
  let exit: string | undefined
  child.on('error', (error) => {
    exit = error.message
  })
  child.on('exit', (code, signal) => {
    exit = `it ended with ${signal ?? `code ${code}`}`
  })
  while (exit === undefined) {
    const postmaster = await readPostmaster(cluster)
    if (postmaster?.pid === child.pid && postmaster?.ready) return
    if (performance.now() > deadline) {
      throw new EmbeddedPostgresError(
        `PostgreSQL (process ${child.pid}) is still starting or recovering ${cluster}: start again later to go on waiting`,
      )
    }
    await sleep(5)
  }
  const lines = await readLog(log.file, log.from, child.pid ?? 0)
  const output = lines.trim() === '' ? exit : lines
  if (!passingProblems.some((pattern) => pattern.test(output)) || performance.now() > deadline) {
    throw (await isDiskFull(cluster)) ? fullDisk(cluster) : serverProblem({ output, cluster, logFile: log.file })
  }
  await sleep(50)
}

/** Free now; should another program take it before PostgreSQL does, PostgreSQL says so and the start looks again. */
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

const LOG_BYTES_MAX = 4 * 1024 * 1024
const TAIL_BYTES_MAX = 64 * 1024

/** The file that the server writes to, also long after the Node process that opened it. */
type ServerLog = { file: string; fd: number; from: number; close(): void }

/** Bounded: what is too large at a start becomes the one old log. */
async function openLog(dataDir: string): Promise<ServerLog> {
  const file = join(dataDir, 'postgres.log')
  try {
    const existing = await stat(file).catch(absent)
    if (existing && existing.size > LOG_BYTES_MAX) await rename(file, `${file}.1`)
    const fd = openSync(file, 'a', 0o600)
    return { file, fd, from: fstatSync(fd).size, close: () => closeSync(fd) }
  } catch (error) {
    throw fileProblem(error, file)
  }
}

/** What one server said since a point of the log. Another that lost a race at the same moment writes to the same file. */
async function readLog(file: string, from: number, pid: number): Promise<string> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    const start = Math.max(from, size - TAIL_BYTES_MAX, 0)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(TAIL_BYTES_MAX), 0, TAIL_BYTES_MAX, start)
    const text = buffer.subarray(0, bytesRead).toString()
    const lines = text.split('\n').filter((line) => line.includes(` [${pid}] `))
    return lines.length > 0 ? lines.join('\n') : text
  } finally {
    await handle.close()
  }
}

const MIB = 1024 * 1024

/** What a container may use, where it has a limit, else what the machine has. */
function memoryBytes(): number {
  const limit = process.constrainedMemory() ?? 0
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

/** For a laptop and a box of two cores that also run everything else; a machine of its own deserves DATABASE_URL. */
function serverSettings(options: {
  port: number
  durable: boolean
  memory?: number
  settings?: Record<string, string>
}): string[] {
  const { port, durable, memory = memoryBytes(), settings = {} } = options
  const mib = (bytes: number) => `${Math.floor(bytes / MIB)}MB`
  const values: Record<string, string> = {
    max_connections: '100',
    shared_buffers: mib(Math.min(256 * MIB, Math.max(16 * MIB, memory / 8))),
    effective_cache_size: mib(Math.max(64 * MIB, memory / 2)),
    maintenance_work_mem: mib(Math.min(128 * MIB, Math.max(16 * MIB, memory / 16))),
    work_mem: '8MB',
    // The planner's default price of a random read is that of a spinning disk.
    random_page_cost: '1.1',
    // Our statements are short: compiling them costs more than it gives.
    jit: 'off',
    // Room for a bulk load between two checkpoints; their interval stays short, so that recovery after a crash does too.
    max_wal_size: '2GB',
    max_logical_replication_workers: '0',
    // Errors and statements carry fans' names and addresses; the client that sent the statement gets its error anyway.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    log_autovacuum_min_duration: '-1',
    timezone: 'UTC',
    log_timezone: 'UTC',
    cluster_name: 'grandstand',
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }),
    ...settings,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(port),
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
