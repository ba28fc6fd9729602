import { spawn } from 'node:child_process'
import { readFile, realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { EmbeddedPostgresError } from './error.ts'

/** Whom PostgreSQL runs as when we are root, which it refuses to be; undefined: as ourselves. */
export type ServerUser = { uid: number; gid: number; name: string } | undefined

export const isRoot = (): boolean => process.getuid?.() === 0

/** A user made for PostgreSQL where there is one, else the powerless one that every system and slim image has. */
const candidates = ['postgres', '_postgres', 'nobody', 'daemon']

/** Files that exist decide: the owner of the cluster goes on running it. */
export async function serverUser(clusterOwner?: { uid: number; gid: number }): Promise<ServerUser> {
  if (!isRoot()) return undefined
  const users = await readUsers()
  if (clusterOwner && clusterOwner.uid !== 0) {
    const name = users.find((user) => user.uid === clusterOwner.uid)?.name ?? `user id ${clusterOwner.uid}`
    return { uid: clusterOwner.uid, gid: clusterOwner.gid, name }
  }
  for (const name of candidates) {
    const user = users.find((one) => one.name === name && one.uid > 0)
    if (user) return user
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and this machine has no user ${candidates.join(', ')}: start as another user`,
  )
}

async function readUsers() {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '')
  return text
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ name, uid, gid }) => name !== '' && Number.isInteger(uid) && Number.isInteger(gid))
}

/** Whether the user may enter this folder and every folder above it. */
export async function canEnter(folder: string, user: ServerUser): Promise<boolean> {
  if (!user) return true
  for (let path = await realpath(folder); ; path = dirname(path)) {
    const { uid, gid, mode } = await stat(path)
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (path === dirname(path)) return true
  }
}

/**
 * Nothing of our own environment is handed on: PG* variables would change what the server does, and our secrets must not
 * show in the process list of another user. A named zone also spares initdb its search for the system's.
 */
export const serverEnvironment = { LC_ALL: 'C', TZ: 'UTC', PATH: process.env.PATH ?? '/usr/bin:/bin' }

export const asUser = (user: ServerUser) => (user ? { uid: user.uid, gid: user.gid } : {})

export type CommandResult = { code: number | null; output: string; problem: NodeJS.ErrnoException | undefined }

/** Runs one of PostgreSQL's programs to its end, as its user. */
export function runCommand(file: string, args: string[], user: ServerUser): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      ...asUser(user),
      env: serverEnvironment,
      cwd: '/',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const collect = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-20_000)
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('error', (problem) => resolve({ code: null, output, problem }))
    child.on('close', (code) => resolve({ code, output, problem: undefined }))
  })
}
