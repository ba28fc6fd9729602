import { statfs } from 'node:fs/promises'

/** The message of such an error is one line for a terminal: what is wrong, where, and what to do about it. */
export class EmbeddedPostgresError extends Error {}

export const errorCode = (error: unknown): string | undefined => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}

/** For `.catch(absent)`: a file that is not there is an answer, every other problem is a problem. */
export function absent(error: unknown): undefined {
  const code = errorCode(error)
  if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error
}

export const fullDisk = (path: string) => new EmbeddedPostgresError(`the disk that holds ${path} is full`)

/** Less room than the next segment of PostgreSQL's journal takes. A full disk often swallows the log line that says so. */
export async function isDiskFull(path: string): Promise<boolean> {
  const disk = await statfs(path).catch(() => undefined)
  return disk !== undefined && disk.bavail * disk.bsize < 16 * 1024 * 1024
}

/** Lost, out of something, or broken inside: what a server says, or does not, that has no room left. */
export const isOfDatabase = (error: unknown): boolean =>
  /^(CONNECT|ECONN|EPIPE|ENOSPC|53|57|58|XX)/.test(errorCode(error) ?? '')

/** Describes an error of the file system in one line. */
export function fileProblem(error: unknown, path: string): EmbeddedPostgresError {
  if (error instanceof EmbeddedPostgresError) return error
  switch (errorCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return fullDisk(path)
    case 'EACCES':
    case 'EPERM':
      return new EmbeddedPostgresError(`${path} is not accessible to this user: check the permissions of DATA_DIR`)
    case 'EROFS':
      return new EmbeddedPostgresError(`${path} is on a read-only disk: choose another DATA_DIR`)
    case 'ENOENT':
      return new EmbeddedPostgresError(`${path} cannot be made: choose another DATA_DIR`)
    case 'EEXIST':
    case 'ENOTDIR':
      return new EmbeddedPostgresError(`${path} is not a folder: choose another DATA_DIR`)
    default:
      return new EmbeddedPostgresError(oneLine(`${path}: ${error instanceof Error ? error.message : String(error)}`))
  }
}

type ServerOutput = { output: string; cluster: string; logFile?: string }

const commonProblems: [pattern: RegExp, problem: (from: ServerOutput) => EmbeddedPostgresError][] = [
  [/No space left on device|Disk quota exceeded/, ({ cluster }) => fullDisk(cluster)],
  [
    /could not look up effective user ID (\d+)/,
    ({ output }) => {
      const uid = /effective user ID (\d+)/.exec(output)?.[1] ?? ''
      return new EmbeddedPostgresError(
        `user id ${uid} has no name on this machine, and PostgreSQL needs one: add it to /etc/passwd, or set DATABASE_URL`,
      )
    },
  ],
  [
    /could not map anonymous shared memory|Cannot allocate memory/,
    () => new EmbeddedPostgresError('there is not enough memory for the embedded PostgreSQL'),
  ],
]

/** What PostgreSQL said when it gave up, in one line; the log has the rest. */
export function serverProblem(from: ServerOutput): EmbeddedPostgresError {
  const match = commonProblems.find(([pattern]) => pattern.test(from.output))
  if (match) return match[1](from)
  const lines = from.output.split('\n').filter((line) => line.trim() !== '')
  const line = lines.findLast((text) => /(FATAL|PANIC|error): /i.test(text)) ?? lines.at(-1) ?? 'it said nothing'
  const text = line.replace(/^.*?(FATAL|PANIC|error):\s*/i, '')
  const more = from.logFile === undefined ? '' : ` (more in ${from.logFile})`
  return new EmbeddedPostgresError(oneLine(`the embedded PostgreSQL did not start: ${text}${more}`))
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
