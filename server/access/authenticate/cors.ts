import type { FastifyInstance, FastifySchema, onSendHookHandler } from 'fastify'
import { Type } from 'typebox'

const PREFLIGHT = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key, x-sso-token',
  'access-control-max-age': '7200',
}
const EXPOSED = 'request-id, retry-after, x-ratelimit-limit, x-ratelimit-remaining, idempotent-replayed'

/**
 * A browser may read the answers of publishable operations, and only when a publishable key asked (or none at all, so
 * that the page can see why it was refused). No cookies are ever involved, hence the plain `*`.
 */
export function allowBrowsers(app: FastifyInstance): void {
  const methodsByUrl = new Map<string, Set<string>>()
  app.addHook('onRoute', (route) => {
    if (!route.config?.publishable) return
    route.onSend = [...[route.onSend ?? []].flat(), letBrowsersRead]
    const isFirst = !methodsByUrl.has(route.url)
    const methods = methodsByUrl.get(route.url) ?? new Set<string>()
    methodsByUrl.set(route.url, methods)
    for (const method of [route.method].flat()) methods.add(method)
    if (!isFirst) return
    app.route({
      method: 'OPTIONS',
      url: route.url,
      config: { scope: 'public' },
      // A browser asks with the whole address, whose query is for the operation to judge.
      schema: { hide: true, querystring: Type.Object({}) } as FastifySchema,
      handler: async (_request, reply) =>
        reply
          .code(204)
          .headers({ ...PREFLIGHT, 'access-control-allow-methods': [...methods].join(', ') })
          .send(),
    })
  })
}

/** Belongs to the publishable routes alone: on every other one it would only cost time. */
const letBrowsersRead: onSendHookHandler = (request, reply, _payload, done) => {
  if (!request.principal || request.principal.kind === 'pk') {
    reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', EXPOSED)
  }
  done()
}
