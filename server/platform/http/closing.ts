import type { FastifyInstance } from 'fastify'

/** Of the time that a stop may take, most is the worker's. */
const REQUESTS_END_WITHIN_MS = 8000
const LOOK_EVERY_MS = 50

/**
 * Node closes what is idle in the moment of the stop. A connection whose answer is under way then would be kept alive for the
 * next request, for over a minute, and one whose request never ends for as long as the caller likes: nothing that is to be
 * stopped after the listener would have its turn.
 */
export function endConnections(app: FastifyInstance): void {
  let idle: NodeJS.Timeout | undefined
  let late: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    idle = setInterval(() => app.server.closeIdleConnections(), LOOK_EVERY_MS)
    late = setTimeout(() => app.server.closeAllConnections(), REQUESTS_END_WITHIN_MS)
  })
  app.addHook('onClose', async () => {
    clearInterval(idle)
    clearTimeout(late)
  })
}
