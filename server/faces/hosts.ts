import { isIP } from 'node:net'

/** Where the router has the pages of a shop that was asked for by its own host. No address of a browser begins so. */
export const HOST_PAGES = '/_host'

/** What is the same at every host: the API, the tickets, files of pages, what staff, operators and developers open. */
const SAME_EVERYWHERE =
  /^\/(?:v1|baskets|t|shop\/assets|console|scan|docs|openapi\.json|healthz|readyz|tls|\.well-known)(?=[/?]|$)/

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

/** The address at which the router finds it: a page that was asked for at another host than ours is that of the shop there. */
export const routedUrl = (isOwn: IsOwnHost, url: string, hostHeader: string | undefined): string =>
  SAME_EVERYWHERE.test(url) || isOwn(hostOf(hostHeader)) ? url : HOST_PAGES + url
