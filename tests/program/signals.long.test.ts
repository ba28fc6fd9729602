import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, dirname, join } from 'node:path'
import { test } from 'node:test'
import { openTestDatabase } from '../harness/house.ts'
import { program } from '../harness/program.ts'

/** The machine's own programs, without those that npm puts in front for a script. */
const systemPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))

type Node = { title: string; path: string[] }

const pinned: Node = { title: `Node ${process.version}`, path: [dirname(process.execPath), ...systemPath] }
const machines: Node = { title: `Node ${versionIn(systemPath)}`, path: systemPath }

/** A machine whose own Node is new enough has one to try. */
const nodes = Number(/\d+/.exec(machines.title)?.[0] ?? 24) < 24 ? [machines, pinned] : [pinned]

function versionIn(path: string[]): string | undefined {
  try {
    return execFileSync('node', ['--version'], { env: { PATH: path.join(delimiter) }, encoding: 'utf8' }).trim()
  } catch {
    return undefined
  }
}

/** The signals that each must obey when they are sent to its id, and to nothing else. */
const commands: [string[], NodeJS.Signals[]][] = [
  // npx hands a SIGINT to a shell that keeps it for itself until we end; a terminal sends us Ctrl-C directly.
  [
    ['npx', 'grandstand', 'start'],
    ['SIGTERM', 'SIGHUP'],
  ],
  [
    ['npm', 'start'],
    ['SIGINT', 'SIGHUP'],
  ],
  [
    ['node', program, 'start'],
    ['SIGTERM', 'SIGINT', 'SIGHUP'],
  ],
]

const { url } = await openTestDatabase()
const settings = { DATABASE_URL: url, GRANDSTAND_SECRET: 's'.repeat(32), PORT: '0', HOME: process.env.HOME ?? '' }

for (const { title, path } of nodes) {
  for (const [[command = '', ...args], signals] of commands) {
    for (const signal of signals) {
      test(`${title}: ${signal} to the process id of ${[command, ...args].join(' ').replace(program, 'grandstand.js')} stops the server`, async () => {
        const { child, address, closed } = await startAs(command, args, path)
        child.kill(signal)
        await closed
        await assert.rejects(fetch(`${address}/healthz`))
      })
    }
  }
}

test('a launcher that is killed outright takes its server with it, and one that is asked to stop ends as it does', async (t) => {
  const { path } = nodes[0] ?? pinned
  if (path === pinned.path) return t.skip('needs a Node older than 24 on this machine')
  const killed = await startAs('node', [program, 'start'], path)
  killed.child.kill('SIGKILL')
  await killed.closed
  await assert.rejects(fetch(`${killed.address}/healthz`))
  const stopped = await startAs('node', [program, 'start'], path)
  const exited = once(stopped.child, 'exit')
  stopped.child.kill('SIGTERM')
  assert.deepEqual(await exited, [0, null])
})

test('a server that a shell has left behind in the background goes on', async () => {
  const { child, address, closed } = await startAs(
    'sh',
    ['-c', `node '${program}' start & echo "pid $!"; wait`],
    pinned.path,
  )
  const serverPid = Number(/^pid (\d+)$/m.exec(child.output())?.[1])
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
  // Twice as long as one that watches its launcher would need to notice.
  const until = performance.now() + 500
  while (performance.now() < until) assert.equal((await fetch(`${address}/readyz`)).status, 200)
  process.kill(serverPid, 'SIGTERM')
  await closed
})

/** Starts it as a supervisor would. `closed` is when the last process that can print has ended. */
async function startAs(command: string, args: string[], path: string[]) {
  const env = { ...settings, PATH: path.join(delimiter) }
  const child = spawn(command, args, { cwd: join(dirname(program), '..'), env, stdio: ['ignore', 'pipe', 'inherit'] })
  const closed = once(child.stdout, 'close')
  let output = ''
  const address = await new Promise<string>((resolve) => {
    child.stdout.on('data', (chunk) => {
      output += chunk
      const found = /is ready at (\S+)/.exec(output)?.[1]
      if (found) resolve(found)
    })
  })
  return { child: Object.assign(child, { output: () => output }), address, closed }
}
