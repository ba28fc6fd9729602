import { prepareFaces } from './faces/prepare-faces.ts'
import { keepBeating, type Role } from './operator/status/processes.ts'
import type { Config } from './program/config.ts'
import { connect } from './program/connect.ts'
import { type Closer, type Foundation, openFoundation } from './program/foundation.ts'
import { choosePort, publicUrlOf } from './program/listen.ts'
import { loadInParts } from './program/load-in-parts.ts'
import type { Addresses } from './program/serve-api.ts'

/** What every role is given. */
type Starting = {
  config: Config
  /** What it stands on. */
  opening: Promise<Foundation>
  /** Aborted where that could not be opened. */
  signal: AbortSignal
  /** Where it leaves what undoes its work, the last first. */
  closers: Closer[]
  watch: boolean
}

type Started = Partial<Addresses> & { demoKey: string | undefined }

export type Running = Started & { exited: Promise<string>; stop(): Promise<void> }

/** The database is being started while the program is loaded: both take longest, and neither needs the other. */
const roles: Record<Role, (starting: Starting) => Promise<Started>> = {
  async api({ config, opening, signal, closers, watch }) {
    const faces = await prepareFaces(config.DATA_DIR, watch)
    await loadInParts(signal)
    const { serveApi } = await import('./program/serve-api.ts')
    const foundation = await opening
    const port = await choosePort(config)
    const publicUrl = publicUrlOf(config, port)
    const addresses = await serveApi(foundation, { port, publicUrl, faces }, closers)
    return { ...addresses, demoKey: foundation.demoKey }
  },

  async worker({ config, opening, closers }) {
    const { runWorker } = await import('./program/run-worker.ts')
    const foundation = await opening
    runWorker(foundation, publicUrlOf(config, config.PORT), closers)
    return { demoKey: foundation.demoKey }
  },

  async all({ config, opening, signal, closers, watch }) {
    const faces = await prepareFaces(config.DATA_DIR, watch)
    await loadInParts(signal)
    const { runWorker } = await import('./program/run-worker.ts')
    const { serveApi } = await import('./program/serve-api.ts')
    const foundation = await opening
    const port = await choosePort(config)
    const publicUrl = publicUrlOf(config, port)
    runWorker(foundation, publicUrl, closers)
    const addresses = await serveApi(foundation, { port, publicUrl, faces }, closers)
    return { ...addresses, demoKey: foundation.demoKey }
  },
}

/** Begins with the database, and then does what the role does. Whatever fails on the way undoes what had been started. */
export async function start(config: Config, role: Role, { watch = false } = {}): Promise<Running> {
  const { promise: isWaiting, resolve: onWaiting } = Promise.withResolvers<void>()
  const connecting = connect(config, 'server', { onWaiting })
  const closers: Closer[] = [() => connecting.then((connection) => connection.stop())]
  const opening = openFoundation(config, connecting, closers)
  const failing = new AbortController()
  opening.catch((error) => {
    onWaiting()
    failing.abort(error)
  })
  const stop = async () => {
    while (closers.length > 0) await closers.pop()?.()
  }
  try {
    await isWaiting
    const started = await roles[role]({ config, opening, signal: failing.signal, closers, watch })
    const beating = await keepBeating((await opening).sql, role)
    closers.push(() => beating.stop())
    return { ...started, exited: (await connecting).exited, stop }
  } catch (error) {
    const connection = await connecting.catch(() => undefined)
    await opening.catch(() => {})
    if (!connection) throw error
    // Before anything is undone, which may make room again.
    const reason = await connection.explain(error)
    await stop()
    throw reason
  }
}
