import type { FastifyInstance, FastifyReply } from 'fastify'
import { ApiError } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer may take as long as the reader does, the list that streams, or a file that is read: what bounds it is elsewhere. */
    unhurried?: boolean
  }
}

const LOOK_EVERY_MS = 1000

/**
 * Answers 503 in place of a handler that takes too long. One look a second at the oldest requests; Fastify's own
 * handlerTimeout makes a timer and an abort signal for each request, which was a tenth of what a read costs.
 */
export function limitTime(app: FastifyInstance, limitMs: number): void {
  const underWay = new Map<FastifyReply, number>()
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.routeOptions.config.unhurried) underWay.set(reply, performance.now())
    done()
  })
  app.addHook('onResponse', (_request, reply, done) => {
    underWay.delete(reply)
    done()
  })
  const timer = setInterval(() => {
    const tooOld = performance.now() - limitMs
    for (const [reply, since] of underWay) {
      if (since > tooOld) return
      underWay.delete(reply)
      if (!reply.sent) reply.send(new ApiError('service_unavailable', { message: 'The request took too long.' }))
    }
  }, LOOK_EVERY_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
