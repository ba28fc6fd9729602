#!/usr/bin/env -S node --max-semi-space-size=16
// A bounded young generation keeps a process that streams a million members under 300 MB (bench/members-all.ts).
// The server is TypeScript run as it is, which needs Node 24. npm puts the pinned one first in PATH for `npm start` and
// `npx grandstand`; called any other way under an older Node, this hands over to the pinned one.
import { spawn } from 'node:child_process'
import module from 'node:module'
import { dirname, join } from 'node:path'

/** What somebody who knows only this process's id may send to it. */
const PASSED_ON = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2', 'SIGCONT']

const major = Number(process.versions.node.split('.')[0])
if (major >= 24) {
  // Compiled code is kept from run to run: a start takes half as long.
  module.enableCompileCache()
  await import('./cli.ts')
} else {
  handOver(pinnedNode())
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
