import { type AddressInfo, createServer } from 'node:net'
import { withoutTrailingSlashes } from '../platform/values/trailing-slashes.ts'
import type { Config, settings } from './config.ts'
import { StartError } from './connect.ts'

/** Where fans and developers reach the API that listens on this port, without a slash at the end. */
export const publicUrlOf = ({ PUBLIC_URL, HOST }: Config, port: number): string =>
  withoutTrailingSlashes(PUBLIC_URL ?? `http://${reachable(HOST)}:${port}`)

/** What a browser on this machine would type for it. */
const reachable = (host: string) =>
  ['0.0.0.0', '::', '[::]'].includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host

/** The port of the API. Links need it before anything listens there, so a free one is looked for. */
export const choosePort = async ({ HOST, PORT }: Config): Promise<number> => (PORT === 0 ? freePort(HOST) : PORT)

async function freePort(host: string): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(0, host, resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

/** Why the server cannot listen there, in one line that names the setting. */
export const explainListen =
  ({ host, port, setting }: { host: string; port: number; setting: keyof typeof settings }) =>
  (error: NodeJS.ErrnoException): never => {
    if (error.code === 'EADDRINUSE') throw new StartError(`port ${port} on ${host} is taken; set ${setting} to another`)
    throw new StartError(`cannot listen on ${host} port ${port}: ${error.message}`)
  }
