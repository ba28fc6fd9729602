import { type Command, Option } from 'commander'
import type { Running } from '../../main.ts'
import { readConfig } from '../../program/config.ts'
import type { Role } from '../status/processes.ts'
import { launcherGone } from './launcher.ts'

/** How long a stop may take beyond DRAIN_MS, which is for the requests under way. */
const STOP_WITHIN_MS = 25_000

export function startCommand(program: Command): void {
  program
    .command('start')
    .description('run the API, the worker and, without DATABASE_URL, an embedded PostgreSQL')
    .addOption(new Option('--role <role>', 'what this process does').choices(['all', 'api', 'worker']).default('all'))
    .option('--watch', 'build the pages anew at every change, and have open ones reload')
    .option('--json', 'say that it is ready in one JSON object')
    .action(async ({ role, json, watch }: { role: Role; json?: boolean; watch?: boolean }) => {
      // Listening for signals from the first moment on: a Ctrl-C during the start must undo it, too.
      const signal = Promise.race([firstSignal(), launcherGone()])
      const config = readConfig(process.env)
      // Only here, so that every other command starts without the web server.
      const { start } = await import('../../main.ts')
      const running = await start(config, role, { watch: watch ?? false })
      if (json)
        console.log(
          JSON.stringify({
            ready: true,
            address: running.address ?? null,
            shop: running.shop ?? null,
            console: running.console ?? null,
            demo_key: running.demoKey ?? null,
          }),
        )
      else if (role === 'all') greet(running)
      const reason = await Promise.race([signal, running.exited])
      await stopWithin(config.DRAIN_MS + STOP_WITHIN_MS, running)
      if (!reason.startsWith('SIG')) throw Object.assign(new Error(reason), { code: 'DATABASE_GONE' })
    })
}

/** One Ctrl-C on `npm start` arrives twice: from the terminal, and a moment later from npm, which passes it on. */
const SAME_SIGNAL_MS = 1000

function firstSignal(): Promise<string> {
  return new Promise((resolve) => {
    let first: number | undefined
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) {
      process.on(name, () => {
        first ??= performance.now()
        // A second Ctrl-C means now.
        if (performance.now() - first > SAME_SIGNAL_MS) process.exit(1)
        resolve(name)
      })
    }
  })
}

async function stopWithin(ms: number, running: Running): Promise<void> {
  const timer = setTimeout(() => process.exit(1), ms)
  await running.stop()
  clearTimeout(timer)
}

function greet({ address = '', demoKey, shop, console: link }: Running): void {
  const lines = [`Grandstand is ready at ${address}`]
  if (shop) lines.push(`Shop:               ${shop}`)
  if (link) lines.push(`Console, once:      ${link}`)
  lines.push(`API reference:      ${address}/docs/`)
  if (demoKey) {
    lines.push(`Demo key:           ${demoKey}`, '', 'Try it:', '')
    lines.push(`  curl '${address}/v1/customers?limit=2' -H 'Authorization: Bearer ${demoKey}'`)
  }
  console.log(`\n${lines.join('\n')}\n`)
}
