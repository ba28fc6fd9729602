import type { FastifyInstance } from 'fastify'
import { ApiError, unknownRoute } from './errors.ts'
import { nearestAddress } from './near-misses.ts'

/** Tells a wrong method (405, with Allow) from an unknown address (404). Only refused requests pay for the search. */
export function answerUnknownRoutes(app: FastifyInstance): void {
  const routes: { url: string; pattern: RegExp; methods: string[] }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    routes.push({ url, pattern: patternOf(url), methods: [method].flat() })
  })
  app.setNotFoundHandler((request) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const methods = new Set(routes.filter(({ pattern }) => pattern.test(path)).flatMap((route) => route.methods))
    if (methods.size === 0) {
      const addresses = routes.map(({ url }) => url).filter((url) => url.startsWith('/v1/'))
      throw unknownRoute(nearestAddress(path, addresses))
    }
    const allow = [...methods].sort().join(', ')
    throw new ApiError('method_not_allowed', {
      message: wrongMethod(request.method, path, allow, routes),
      headers: { allow },
    })
  })
}

/** Staff create and change under /v1/manage what other callers read under /v1. */
function wrongMethod(
  method: string,
  path: string,
  allow: string,
  routes: { pattern: RegExp; methods: string[] }[],
): string {
  const managed = path.replace(/^\/v1\/(?!manage\/)/, '/v1/manage/')
  const isManaged =
    managed !== path && routes.some(({ pattern, methods }) => methods.includes(method) && pattern.test(managed))
  return `This address answers to ${allow}.${isManaged ? ` Did you mean ${method} ${managed}?` : ''}`
}

function patternOf(url: string): RegExp {
  const parts = url.split(/(:[A-Za-z_]+|\*)/).map((part) => {
    if (part.startsWith(':')) return '[^/]+'
    return part === '*' ? '.*' : part.replaceAll(/[.\\+?^${}()|[\]]/g, '\\$&')
  })
  return new RegExp(`^${parts.join('')}$`)
}
