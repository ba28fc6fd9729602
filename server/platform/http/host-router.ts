import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * At which hosts a route answers. `everywhere`: at each host alike, also at those of clubs. `shop`: it is the shop, which find-place.ts finds by
 * host or slug. `ours`: at the host of PUBLIC_URL alone; at a club's host its address is one of the shop's.
 */
export type RouteHost = 'everywhere' | 'shop' | 'ours'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every route outside the API says at which hosts it answers; one that does not cannot be registered. */
    host?: RouteHost
  }
}

/** Where the router has the pages of a shop that was asked for by its own host. No address of a browser begins so. */
export const HOST_PAGES = '/_host'

/** The API answers everywhere, for addresses that it does not know too; and so does what proxies and authorities look for. */
const NAMESPACES = ['/v1', '/baskets', '/.well-known']

/** As the browser named it, without its port. */
export const hostOf = (header: string | undefined): string =>
  (header ?? '')
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')

export type IsOwnHost = (host: string) => boolean

/** Ours is the one that PUBLIC_URL names; this machine's and bare addresses can be no organisation's, and a request may name none. */
export function ownHost(publicUrl: string): IsOwnHost {
  const { hostname } = new URL(publicUrl)
  return (host) => host === '' || host === hostname || host === 'localhost' || isIP(host) !== 0
}

export type HostRouter = {
  /** Learns at which hosts the routes answer that are registered from now on. */
  learn(app: FastifyInstance): void
  /** The address at which the router finds it: a page that was asked for at another host than ours is that of the shop there. */
  routedUrl(url: string, hostHeader: string | undefined): string
}

export function createHostRouter(isOwn: IsOwnHost): HostRouter {
  const everywhere = new Map(NAMESPACES.map((path) => [path, matcherOf(`${path}/*`)]))
  return {
    learn(app) {
      app.addHook('onRoute', ({ url, method, config }) => {
        const { host } = config ?? {}
        const isInNamespace = NAMESPACES.some((path) => url.startsWith(`${path}/`))
        if (host === undefined && !isInNamespace) throw new Error(`${method} ${url} declares no host`)
        if (host === 'everywhere') everywhere.set(url, matcherOf(url))
      })
    },
    routedUrl(url, hostHeader) {
      if (isOwn(hostOf(hostHeader))) return url
      const [path = ''] = url.split('?', 1)
      for (const matches of everywhere.values()) if (matches.test(path)) return url
      return HOST_PAGES + url
    },
  }
}

/** Of a route as the router writes it: `:name` is one part of a path, and `/*` all that follows, if anything does. */
const matcherOf = (route: string): RegExp =>
  new RegExp(
    `^${route
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/\/\*$/, '(?:/.*)?')
      .replace(/:\w+/g, '[^/]+')}/?$`,
  )
