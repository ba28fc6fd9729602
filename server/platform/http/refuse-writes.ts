import type { FastifyInstance } from 'fastify'
import type { Disk } from '../process/disk.ts'
import { ApiError } from './errors.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])
const RETRY_AFTER_S = 30
/** Of a refusal that is told once in the log, and not with each request. */
export const DISK_FULL = 'the disk is full'

/**
 * While the disk of the database is full, whatever would change something is refused before it is begun: what is left of the disk keeps
 * PostgreSQL alive, and with it all that is read. Staff may sign in to look.
 */
export function refuseWritesOnFullDisk(app: FastifyInstance, disk: Disk): void {
  app.addHook('onRequest', async ({ method, routeOptions: { url = '' } }) => {
    if (READS.has(method) || disk.freeBytes() === undefined || disk.state() !== 'full') return
    if (url.startsWith('/v1/staff/')) return
    const message = 'The service can be read, but not changed at the moment. Try again later.'
    throw new ApiError('service_unavailable', {
      message,
      headers: { 'retry-after': String(RETRY_AFTER_S) },
      cause: DISK_FULL,
    })
  })
  app.addHook('onError', async (_request, _reply, error) => {
    disk.noteError((error as { cause?: unknown }).cause ?? error)
  })
}
