import { setTimeout as sleep } from 'node:timers/promises'
import { findBinaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { EmbeddedPostgresError, fullDisk, isDiskFull, isOfDatabase } from './error.ts'
import { findServer, launchServer } from './launch.ts'
import { type ClusterLocation, findLocation, makePassword, readPassword } from './location.ts'
import { stopPostmaster } from './postmaster.ts'
import { enter, type Mode, OccupiedError, type Presence } from './presence.ts'
import { applicationUrl, superuserUrl } from './roles.ts'

export { EmbeddedPostgresError }

export type EmbeddedPostgres = {
  /** As the role that owns the database and is no superuser. */
  url: string
  /** For tests, which make and drop databases. */
  superuserUrl: string
  /** False: another live Grandstand process was there first, we only attached. */
  owned: boolean
  /** The cluster's own. */
  folder: string
  /** Says in one line why the database is gone although this process did not stop it. Stays pending otherwise. */
  exited: Promise<string>
  /** A server stops PostgreSQL at once; a tool only when it is the last one that uses it. */
  stop(): Promise<void>
  /** Why something failed that needed the database: a full disk shows as a lost connection, for one. */
  explain(error: unknown): Promise<unknown>
}

export type EmbeddedPostgresOptions = {
  /** The cluster lives in `<dataDir>/postgres`. */
  dataDir: string
  /** server: the one program that serves from this folder. tool: works beside it, or alone. */
  mode: Mode
  /** False gives up every guarantee after a crash, for tests. */
  durable?: boolean
  settings?: Record<string, string>
  /** How long a start may take, crash recovery included. */
  startTimeoutMs?: number
  /** Called once initdb or PostgreSQL runs: from then on there is time for something else. */
  onWaiting?: () => void
  /** Takes the rare remark that a person should see, such as files that had to go elsewhere. */
  say?: (line: string) => void
}

const START_TIMEOUT_MS = 60_000
const RETURN_TIMEOUT_MS = 10_000

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { mode, durable = true, settings, startTimeoutMs = START_TIMEOUT_MS, say = sayOnTerminal } = options
  const { onWaiting = () => {} } = options
  const deadline = performance.now() + startTimeoutMs
  const location = await findLocation({ dataDir: options.dataDir, say })
  const { dataDir, cluster, user } = location
  const binaries = await findBinaries({ user, dataDir, say })
  await ensureCluster({ location, binaries, password: () => makePassword(dataDir), durable, onWaiting })
  const password = await readPassword(dataDir)
  let launched = false
  for (;;) {
    const server = await findServer(cluster)
    if (server && server.port > 0) {
      const { port } = server
      onWaiting()
      const timeoutMs = deadline - performance.now()
      const presence = await enter({ port, password, mode, dataDir, timeoutMs }).catch(async (error) => {
        if (launched && !(error instanceof OccupiedError)) await stopPostmaster(cluster)
        throw error
      })
      if (presence) return watch({ location, password, mode, presence, port })
    }
    if (performance.now() > deadline) throw tooLate(dataDir, server?.pid)
    if (server) {
      await sleep(20)
    } else {
      await launchServer({ location, binaries, durable, deadline, onWaiting, ...(settings ? { settings } : {}) })
      launched = true
    }
  }
}

const tooLate = (dataDir: string, pid: number | undefined) =>
  new EmbeddedPostgresError(
    pid === undefined
      ? `PostgreSQL of ${dataDir} does not stay up (more in ${dataDir}/postgres.log)`
      : `PostgreSQL (process ${pid}) of ${dataDir} runs but does not answer: wait for its recovery, or end that process`,
  )

const sayOnTerminal = (line: string) => void process.stderr.write(`grandstand: ${line}\n`)

async function whyGone({ cluster, dataDir }: ClusterLocation): Promise<string> {
  if (await isDiskFull(cluster)) return fullDisk(cluster).message
  return `the embedded PostgreSQL of ${dataDir} stopped by itself (more in ${dataDir}/postgres.log)`
}

type WatchOptions = { location: ClusterLocation; password: string; mode: Mode; presence: Presence; port: number }

/** Keeps our place in the server for as long as we run, and notices when it is lost for good. */
function watch({ location, password, mode, presence: first, port }: WatchOptions): EmbeddedPostgres {
  const { cluster, dataDir } = location
  let presence: Presence | undefined = first
  let stopping: Promise<void> | undefined
  let sayExited = (_reason: string) => {}
  const exited = new Promise<string>((resolve) => {
    sayExited = resolve
  })

  async function keep(): Promise<void> {
    while (presence) {
      await presence.gone
      await presence.close()
      if (stopping) return
      presence = await comeBack()
      if (stopping) await presence?.close()
    }
  }

  /** When one backend crashes PostgreSQL restarts them all: ours is cut, and the locks must be taken again. */
  async function comeBack(): Promise<Presence | undefined> {
    const deadline = performance.now() + RETURN_TIMEOUT_MS
    while (!stopping) {
      const server = await findServer(cluster)
      if (server?.port !== port || performance.now() > deadline) {
        sayExited(await whyGone(location))
        return undefined
      }
      const timeoutMs = deadline - performance.now()
      const returned = await enter({ port, password, mode, dataDir, timeoutMs }).catch((error: Error) => {
        sayExited(error.message)
        return null
      })
      if (returned === null) return undefined
      if (returned) return returned
      await sleep(5)
    }
    return undefined
  }

  async function stop(): Promise<void> {
    const current = presence
    if (!current) return
    const isLast = mode === 'server' || (await current.leave().catch(() => false))
    if (isLast) await stopPostmaster(cluster)
    await current.close()
  }

  keep().catch((error: Error) => sayExited(error.message))
  return {
    url: applicationUrl({ port, password }),
    superuserUrl: superuserUrl({ port, password }),
    owned: first.owned,
    folder: cluster,
    exited,
    stop: () => {
      stopping ??= stop()
      return stopping
    },
    explain: async (error) => (isOfDatabase(error) && (await isDiskFull(cluster)) ? fullDisk(cluster) : error),
  }
}
