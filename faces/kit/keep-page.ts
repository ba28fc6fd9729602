/*
 * For the service worker of a page that opens without a network: the document and whatever it loads are kept together or not at all. A file
 * is named by what is in it, so the old ones serve until the new document stands.
 */

/** What TypeScript does not know of a worker: its types are those of a page. */
export type Lasting = { waitUntil(work: Promise<unknown>): void }
type Route = { condition: { requestMode: 'navigate' }; source: 'fetch-event' }
export type Installing = Lasting & { addRoutes?(route: Route): Promise<void> }
export type Fetching = Lasting & { request: Request; respondWith(answer: Promise<Response>): void }
export type WorkerScope = {
  addEventListener(type: 'install', listener: (event: Installing) => void): void
  addEventListener(type: 'activate', listener: (event: Lasting) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void
  addEventListener(
    type: 'message',
    listener: (event: Lasting & { data: unknown; ports: readonly MessagePort[] }) => void,
  ): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
}

export type KeptPage = {
  /** The name of the cache. */
  name: string
  /** The address of the document. */
  document: string
  /** The folder of what it loads. */
  assets: string
  /** What belongs to it and no document names. */
  besides?: string[]
}

/**
 * Has the worker alone answer for its pages. Chromium asks the network at the same time to save some, and without one takes that failure for
 * the answer now and then, though the worker has the page. A browser that knows no routes does not do that either.
 */
export const answerAlone = (event: Installing): Promise<void> | undefined =>
  event.addRoutes?.({ condition: { requestMode: 'navigate' }, source: 'fetch-event' }).catch(() => undefined)

export async function keptOr({ name }: KeptPage, path: string): Promise<Response> {
  const cache = await caches.open(name)
  return (await cache.match(path)) ?? fetch(path)
}

/** The document of now, once all that it names is kept too; what no document names any more goes. Answers whether it is another one. */
export async function keepPage({ name, document, assets, besides = [] }: KeptPage): Promise<boolean> {
  const cache = await caches.open(name)
  const page = await fetch(document, { cache: 'no-store' })
  if (!page.ok) throw new Error(`the page answers ${page.status}`)
  const text = await page.clone().text()
  if (text === (await (await cache.match(document))?.text())) return false
  const wanted = await keepAssets(assets, text, cache)
  await cache.addAll(besides)
  await cache.put(document, page)
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url)
    if (pathname.startsWith(assets) && !wanted.has(pathname)) await cache.delete(url)
  }
  return true
}

/** Files with whatever they load in turn: chunks of a script, fonts of a style sheet, wasm. All of them or an error; answers their paths. */
async function keepAssets(folder: string, document: string, cache: Cache): Promise<Set<string>> {
  const addresses = new Set<string>()
  const named = [...document.matchAll(/[\w/]+\/assets\/([\w.-]+)/g)].map(([, name]) => folder + name)
  for (const queue = [...new Set(named)]; queue.length > 0; ) {
    const path = queue.pop()
    if (path === undefined || addresses.has(path)) continue
    addresses.add(path)
    const known = await cache.match(path)
    const asset = known ?? (await fetch(path))
    if (!asset.ok) throw new Error(`${path} answers ${asset.status}`)
    if (!known) await cache.put(path, asset.clone())
    if (!/\.(js|css)$/.test(path)) continue
    const text = await asset.clone().text()
    for (const [, name] of text.matchAll(/["'(](?:\.\/|[\w/]+\/assets\/)([\w-]+-[A-Z0-9]{8}\.\w+)/g))
      queue.push(folder + name)
  }
  return addresses
}
