import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from '../../../bench/server.ts'

export const SECRET = 'x'.repeat(32)

const program = join(import.meta.dirname, '..', '..', '..', 'server', 'grandstand.js')

export type Member = { url?: string; kill(): Promise<void>; stop(): Promise<void> }

/** One process of an installation, which comes back by itself when it is killed, as a supervisor would see to. */
export async function startMember(
  databaseUrl: string,
  role: 'api' | 'worker',
  extra: Record<string, string> = {},
): Promise<Member> {
  const port = role === 'api' ? await freePort() : 0
  const settings = {
    DATABASE_URL: databaseUrl,
    GRANDSTAND_SECRET: SECRET,
    PORT: String(port),
    LOG_LEVEL: 'fatal',
    ...extra,
  }
  const running = keepRunning([program, 'start', '--role', role], settings)
  return { ...(role === 'api' ? { url: `http://127.0.0.1:${port}` } : {}), ...running }
}

/** A program that is started again whenever it is killed, until it is stopped. */
export function keepRunning(args: string[], settings: Record<string, string>): Omit<Member, 'url'> {
  let child = launch()
  let stopping = false
  function launch(): ChildProcess {
    const started = spawn(process.execPath, args, {
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    started.once('exit', () => {
      if (!stopping) child = launch()
    })
    return started
  }
  return {
    async kill() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
    async stop() {
      stopping = true
      const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
      child.kill('SIGTERM')
      await ended
    },
  }
}
