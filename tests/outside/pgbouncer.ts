import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../harness/free-port.ts'

/** Why nothing can be tested behind PgBouncer here; false where it can. CI demands it. */
export const pgbouncerMissing: string | false =
  spawnSync('pgbouncer', ['--version']).status === 0 ? false : 'SKIPPED, nothing runs behind PgBouncer: install it'
if (pgbouncerMissing && process.env.GRANDSTAND_PGBOUNCER === 'required') throw new Error(pgbouncerMissing)

type Bouncer = { url: string; stop(): Promise<void> }

/** As Debian has it, with no setting beyond where the database is and how sessions are shared. */
export async function startPgBouncer(url: string, poolMode: 'session' | 'transaction' | 'statement'): Promise<Bouncer> {
  const { hostname, port, pathname, username, password } = new URL(url)
  const folder = await mkdtemp(join(tmpdir(), 'grandstand-pgbouncer-'))
  const listenPort = await freePort()
  const place = `host=${hostname} port=${port} dbname=${pathname.slice(1)} user=${username} password=${password}`
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(
    file,
    `[databases]
behind = ${place}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = ${poolMode}
default_pool_size = 60
`,
  )
  await chmod(folder, 0o755)
  // It refuses to be the superuser of the machine.
  const child = spawn('pgbouncer', [...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  for await (const line of createInterface(child.stderr)) if (line.includes('process up')) break
  child.stderr.resume()
  return {
    url: `postgres://grandstand@127.0.0.1:${listenPort}/behind`,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}
