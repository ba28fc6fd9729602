import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

/** One line per answer: the route's template, never the address as sent, which may carry a name or an e-mail. */
export function logAnswers(app: FastifyInstance, log: Logger): void {
  if (!log.isLevelEnabled('info')) return
  app.addHook('onResponse', (request, reply, done) => {
    const { config, url = 'unknown' } = request.routeOptions
    if (config.scope !== 'health') {
      log.info({
        request_id: request.id,
        method: request.method,
        route: url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        org_id: request.principal?.orgId,
        key_id: request.principal?.keyId,
      })
    }
    done()
  })
}
