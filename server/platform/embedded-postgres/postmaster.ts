import { execFile } from 'node:child_process'
import { link, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { absent, EmbeddedPostgresError, errorCode, isDiskFull } from './error.ts'
import { isAlive } from './folders.ts'

/** What PostgreSQL says about itself in `postmaster.pid`, line by line. */
export type Postmaster = { pid: number; port: number; ready: boolean; recordedDir: string; text: string }

const pidFile = (cluster: string) => join(cluster, 'postmaster.pid')

export async function readPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(pidFile(cluster), 'utf8').catch(absent)
  if (text === undefined) return undefined
  const [pid = '', recordedDir = '', , port = '', , , , status = ''] = text.split('\n')
  return { pid: Number(pid), port: Number(port), ready: status.trim() === 'ready', recordedDir, text }
}

/**
 * Whether the server that this file speaks of still runs. The number alone proves nothing: after a reboot it may belong to
 * any program, and in a container whose first process reaps no children a dead server keeps it as a zombie.
 */
export async function isRunning(cluster: string, postmaster: Postmaster): Promise<boolean> {
  const { pid, recordedDir } = postmaster
  if (!(pid > 0)) return isBeingWritten(cluster)
  const command = await commandOf(pid)
  if (command === undefined || !/^(.*\/)?postgres( |$)/.test(command)) return false
  if (command.includes(' -D /') && !command.includes(` -D ${recordedDir}`)) return false
  // A copied folder brings the file of the original's server along; a moved one keeps its own.
  return recordedDir === cluster || (await stat(recordedDir).catch(absent)) === undefined
}

/** PostgreSQL creates the file and then fills it; one that stays empty is what a power cut left. */
async function isBeingWritten(cluster: string): Promise<boolean> {
  const file = await stat(pidFile(cluster)).catch(absent)
  return file !== undefined && Date.now() - file.mtimeMs < 3000
}

/** The command line of a process, undefined when there is none, or only its zombie, or it is just ending. */
export async function commandOf(pid: number, platform: string = process.platform): Promise<string | undefined> {
  if (platform === 'linux') {
    const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    if (status === '' || /^\) [ZX]/.test(status.slice(status.lastIndexOf(')')))) return undefined
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return command === '' ? undefined : command.replaceAll('\0', ' ')
  }
  const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', 'stat=,command=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }))
  const [, state = '', command = ''] = /^\s*(\S+)\s+(.*)/.exec(stdout) ?? []
  return state === '' || state.startsWith('Z') ? undefined : `${command} `
}

/**
 * PostgreSQL clears the file of a dead process itself, but refuses to start when the number lives on in something else.
 * Moved aside first and looked at again: should another start have put its own file there meanwhile, it goes back.
 */
export async function clearStale(cluster: string, stale: Postmaster): Promise<void> {
  if (stale.pid > 0 && !isAlive(stale.pid)) return
  const file = pidFile(cluster)
  const aside = `${file}.stale-${process.pid}`
  try {
    await rename(file, aside)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return
    throw error
  }
  if ((await readFile(aside, 'utf8')) !== stale.text) await link(aside, file).catch(() => {})
  await rm(aside, { force: true })
}

const FAST_MS = 60_000
const FAST_ON_FULL_DISK_MS = 3_000

/**
 * Fast: sessions are cut, everything committed is flushed. Immediate, after too long: the next start recovers. On a full disk
 * that is soon: there PostgreSQL, which has nowhere to flush to, may never come to an end.
 */
export async function stopPostmaster(cluster: string, fastMs?: number, immediateMs = 10_000): Promise<void> {
  const postmaster = await readPostmaster(cluster)
  if (!postmaster || !(await isRunning(cluster, postmaster))) return
  const patienceMs = fastMs ?? ((await isDiskFull(cluster)) ? FAST_ON_FULL_DISK_MS : FAST_MS)
  for (const [signal, waitMs] of [['SIGINT', patienceMs] as const, ['SIGQUIT', immediateMs] as const]) {
    try {
      process.kill(postmaster.pid, signal)
    } catch (error) {
      if (errorCode(error) === 'ESRCH') return
      throw error
    }
    const deadline = performance.now() + waitMs
    while (performance.now() < deadline) {
      if (!(await isRunning(cluster, postmaster))) return
      await sleep(10)
    }
  }
  throw new EmbeddedPostgresError(`PostgreSQL (process ${postmaster.pid}) of ${cluster} does not stop`)
}
