import { spawn } from 'node:child_process'
import type { ServerUser } from './user.ts'

/**
 * Nothing of our own environment is handed on: PG* variables would change what the server does, and our secrets must not
 * show in the process list of another user. A named zone also spares initdb its search for the system's.
 */
export const serverEnvironment = { LC_ALL: 'C', TZ: 'UTC', PATH: process.env.PATH ?? '/usr/bin:/bin' }

export const asUser = (user: ServerUser) => (user ? { uid: user.uid, gid: user.gid } : {})

export type Outcome = { code: number | null; output: string; problem: NodeJS.ErrnoException | undefined }

/** Runs one of PostgreSQL's programs to its end, as its user. */
export function runCommand(file: string, args: string[], user: ServerUser): Promise<Outcome> {
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
