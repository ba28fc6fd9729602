import type { Config } from './config.ts'
import { type Connection, connect } from './connect.ts'
import { prepareFaces } from './faces/prepare-faces.ts'
import { type Closer, openFoundation } from './foundation.ts'
import { choosePort, publicUrlOf } from './listen.ts'
import { runWorker } from './run-worker.ts'
import { type Addresses, serveApi } from './serve-api.ts'

export type Role = 'all' | 'api' | 'worker'

/** What every role is given: the database that is being opened, and where to leave what undoes it, the last first. */
type Starting = { config: Config; connecting: Promise<Connection>; closers: Closer[]; watch: boolean }

type Started = Partial<Addresses> & { demoKey: string | undefined }

export type Running = Started & { exited: Promise<string>; stop(): Promise<void> }

const roles: Record<Role, (starting: Starting) => Promise<Started>> = {
  async api({ config, connecting, closers, watch }) {
    const preparing = prepareFaces(watch)
    const foundation = await openFoundation(config, connecting, closers)
    const port = await choosePort(config)
    const publicUrl = publicUrlOf(config, port)
    const addresses = await serveApi(foundation, { port, publicUrl, preparing }, closers)
    return { ...addresses, demoKey: foundation.demoKey }
  },

  async worker({ config, connecting, closers }) {
    const foundation = await openFoundation(config, connecting, closers)
    runWorker(foundation, publicUrlOf(config, config.PORT), closers)
    return { demoKey: foundation.demoKey }
  },

  async all({ config, connecting, closers, watch }) {
    const preparing = prepareFaces(watch)
    const foundation = await openFoundation(config, connecting, closers)
    const port = await choosePort(config)
    const publicUrl = publicUrlOf(config, port)
    runWorker(foundation, publicUrl, closers)
    const addresses = await serveApi(foundation, { port, publicUrl, preparing }, closers)
    return { ...addresses, demoKey: foundation.demoKey }
  },
}

/** Begins with the database, and then does what the role does. Whatever fails on the way undoes what had been started. */
export async function start(config: Config, role: Role, { watch = false } = {}): Promise<Running> {
  const connecting = connect(config, 'server')
  const closers: Closer[] = [() => connecting.then((connection) => connection.stop())]
  const stop = async () => {
    while (closers.length > 0) await closers.pop()?.()
  }
  try {
    const started = await roles[role]({ config, connecting, closers, watch })
    return { ...started, exited: (await connecting).exited, stop }
  } catch (error) {
    const connection = await connecting.catch(() => undefined)
    if (!connection) throw error
    // Before anything is undone, which may make room again.
    const reason = await connection.explain(error)
    await stop()
    throw reason
  }
}
