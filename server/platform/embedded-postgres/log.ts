import { closeSync, fstatSync, openSync } from 'node:fs'
import { open, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { absent, fileProblem } from './error.ts'

const LOG_BYTES_MAX = 4 * 1024 * 1024
const TAIL_BYTES_MAX = 64 * 1024

/** The file that the server writes to, also long after the Node process that opened it. */
export type ServerLog = { file: string; fd: number; from: number; close(): void }

/** Bounded: what is too large at a start becomes the one old log. */
export async function openLog(dataDir: string): Promise<ServerLog> {
  const file = join(dataDir, 'postgres.log')
  try {
    const existing = await stat(file).catch(absent)
    if (existing && existing.size > LOG_BYTES_MAX) await rename(file, `${file}.1`)
    const fd = openSync(file, 'a', 0o600)
    return { file, fd, from: fstatSync(fd).size, close: () => closeSync(fd) }
  } catch (error) {
    throw fileProblem(error, file)
  }
}

/** What one server said since a point of the log. Another that lost a race at the same moment writes to the same file. */
export async function readLog(file: string, from: number, pid: number): Promise<string> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    const start = Math.max(from, size - TAIL_BYTES_MAX, 0)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(TAIL_BYTES_MAX), 0, TAIL_BYTES_MAX, start)
    const text = buffer.subarray(0, bytesRead).toString()
    const own = text.split('\n').filter((line) => line.includes(` [${pid}] `))
    return own.length > 0 ? own.join('\n') : text
  } finally {
    await handle.close()
  }
}
