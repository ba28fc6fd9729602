/*
 * Keeps the program of the page, so that it opens without a network. The document is the same for every secret and has none in it; what
 * the page shows is kept by the page itself.
 */
import { keepAssets } from '../kit/keep-assets.ts'

type WorkerScope = {
  addEventListener(
    type: 'install' | 'activate',
    listener: (event: { waitUntil(work: Promise<unknown>): void }) => void,
  ): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
}
type FetchEvent = {
  request: Request
  respondWith(answer: Promise<Response>): void
  waitUntil(work: Promise<unknown>): void
}

const worker = self as unknown as WorkerScope
const CACHE = 'ticket-page'
/** Any address of a page brings the document; this one is nobody's. */
const SHELL = '/t/shell'
const ASSETS = '/t/assets/'

worker.addEventListener('install', (event) => event.waitUntil(refresh().then(() => worker.skipWaiting())))
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (pathname.startsWith(ASSETS)) event.respondWith(keptOr(request))
  else if (request.mode === 'navigate') {
    // At once from what is kept, since a crowded network takes long to fail; what is new is there the next time.
    const refreshed = refresh().catch(() => undefined)
    event.waitUntil(refreshed)
    event.respondWith(keptOr(new Request(SHELL)))
  }
})

async function keptOr(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE)
  return (await cache.match(request)) ?? fetch(request)
}

/** The document of now, once all that it names is kept too; what no document names any more goes. */
async function refresh(): Promise<void> {
  const cache = await caches.open(CACHE)
  const shell = await fetch(SHELL, { cache: 'no-store' })
  if (!shell.ok) throw new Error(`the page answers ${shell.status}`)
  const text = await shell.clone().text()
  const wanted = await keepAssets(ASSETS, text, cache)
  await cache.put(SHELL, shell)
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url)
    if (pathname !== SHELL && !wanted.has(pathname)) await cache.delete(url)
  }
}
