import { readFileSync } from 'node:fs'

/** Getting the parent's id is a system call without a name to look up: often enough to be quick, too rare to be noticed. */
const LOOK_EVERY_MS = 250

type Environment = Record<string, string | undefined>
type Parent = { pid: number; name: string; parentPid: number }

/**
 * Resolves when the program that started this one for an operator is gone, as if it had passed on the signal that ended it.
 *
 * `npx` runs a shell that runs us. Where that shell is dash it stays in between, ends by the signal that npx sends it and tells us
 * nothing; a SIGHUP or SIGKILL ends npx itself and leaves both of us. An operator who stopped npx would find the server running on, as a
 * child of process 1. A server that was started by anything else (a shell in the background, a supervisor) stays when that ends.
 */
export function launcherGone(environment: Environment = process.env): Promise<'SIGTERM'> {
  const parentPid = process.ppid
  const launcher = launcherAbove(environment, readParent(parentPid))
  if (launcher === undefined) return new Promise(() => {})
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const parentStays = process.ppid === parentPid
      if (parentStays && (launcher === 'parent' || readParent(parentPid)?.parentPid === launcher.pid)) return
      clearInterval(timer)
      resolve('SIGTERM')
    }, LOOK_EVERY_MS)
    timer.unref()
  })
}

/** Who launched us: our parent, or through a shell its parent; undefined where there is none. */
function launcherAbove(environment: Environment, parent: Parent | undefined): 'parent' | { pid: number } | undefined {
  if (environment.GRANDSTAND_LAUNCHED === '1') return 'parent'
  if (parent?.name.startsWith('npm')) return 'parent'
  if (environment.npm_command !== 'exec') return undefined
  return parent === undefined || readParent(parent.parentPid) === undefined ? 'parent' : { pid: parent.parentPid }
}

/** Only Linux tells without another program, and only there a shell stays in between. */
function readParent(pid: number): Parent | undefined {
  try {
    // pid (name) state parent …; a name may hold parentheses and spaces itself.
    const [, name = '', parentPid] = /^\d+ \((.*)\) \S+ (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return { pid, name, parentPid: Number(parentPid) }
  } catch {
    return undefined
  }
}
