import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export const program = join(import.meta.dirname, '..', '..', 'server', 'grandstand.js')

export type Ended = { code: number | null; stdout: string; stderr: string }
export type Started = { child: ChildProcess; url: string; output: () => string; ended: Promise<Ended> }

/** Settings of the machine that runs the tests must not reach the program. */
const environment = (settings: Record<string, string>) => ({
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  TMPDIR: process.env.TMPDIR ?? '/tmp',
  // In place of one in each new folder of data: what one program has compiled serves all.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
  ...settings,
})

/** Runs a command to its end, as a terminal would. */
export async function grandstand(args: string[], settings: Record<string, string> = {}): Promise<Ended> {
  const { ended } = launch(args, settings)
  return ended
}

/** Starts the server and waits for the line that says it is ready; the caller ends it. */
export async function startServer(settings: Record<string, string>, args: string[] = []): Promise<Started> {
  const started = launch(['start', ...args], settings)
  const url = await new Promise<string>((resolve, reject) => {
    started.child.stdout?.on('data', () => {
      const found = /(?:is ready at|listening at) (http:\/\/[^\s"]+)/.exec(started.output())
      if (found?.[1]) resolve(found[1])
    })
    started.ended.then(({ code, stderr }) => reject(new Error(`ended with ${code}: ${stderr}`)), reject)
  })
  return { ...started, url }
}

/** Starts it and looks on. */
export function launch(args: string[], settings: Record<string, string>) {
  const child = spawn(process.execPath, [program, ...args], {
    env: environment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr }))
  return { child, ended, output: () => stdout }
}
