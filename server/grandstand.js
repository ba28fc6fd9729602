#!/usr/bin/env -S node --max-semi-space-size=16
// A bounded young generation keeps a process that streams a million members under 300 MB (bench/members-all.ts).
// The server is TypeScript run as it is, which needs Node 24. npm puts the pinned one first in PATH for `npm start` and
// `npx grandstand`; called any other way under an older Node, this hands over to the pinned one.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import module from 'node:module'
import { dirname, join } from 'node:path'

/** What a supervisor that knows only this process's id may send to it. */
const PASSED_ON = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2', 'SIGCONT']

const major = Number(process.versions.node.split('.')[0])
if (major >= 24) {
  // Code without its types, and compiled, is kept from run to run: a start takes half as long.
  module.enableCompileCache(compiledFolder())
  await import('./quick-imports.js')
  await import('./cli.ts')
} else {
  handOver(pinnedNode())
}

/**
 * Beside the data, which stays where a temporary folder is swept or new each time: a start makes the place, all other commands use it
 * where it is. Without one, Node's own.
 */
function compiledFolder() {
  const { DATA_DIR, DATABASE_URL } = process.env
  const dataDir = DATA_DIR || (DATABASE_URL ? undefined : './data')
  if (dataDir === undefined) return undefined
  const cache = join(dataDir, 'cache')
  if (process.argv[2] === 'start') {
    if (!DATABASE_URL) make(dataDir)
    make(cache, 0o700)
  }
  return existsSync(cache) ? join(cache, 'compiled') : undefined
}

/** Whatever is in the way is explained by the start itself. */
function make(folder, mode) {
  try {
    mkdirSync(folder, mode)
  } catch {}
}

/** Older Nodes cannot become another program, so this one stays, passes every signal on and ends as the other does. */
function handOver(pinned) {
  const child = spawn(pinned, [...process.execArgv, import.meta.filename, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, GRANDSTAND_LAUNCHED: '1' },
  })
  for (const signal of PASSED_ON) process.on(signal, () => child.kill(signal))
  child.once('error', () => {
    console.error(`grandstand: needs Node 24, found ${process.version} and no pinned Node at ${pinned}. Run npm ci.`)
    process.exit(1)
  })
  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

function pinnedNode() {
  try {
    return join(dirname(module.createRequire(import.meta.url).resolve('node/package.json')), 'bin/node')
  } catch {
    return 'node_modules/node/bin/node'
  }
}
