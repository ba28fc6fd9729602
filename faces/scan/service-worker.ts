/*
 * Keeps the program of the scanner, so that it opens without a network, and changes it only when the page says that nobody is at the
 * gates: a document and whatever it names are kept together or not at all.
 */
import { keepAssets } from '../kit/keep-assets.ts'

type WorkerScope = {
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void
  addEventListener(type: 'message', listener: (event: PageMessage) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
}
type Lasting = { waitUntil(work: Promise<unknown>): void }
type Fetching = { request: Request; respondWith(answer: Promise<Response>): void }
/** A new program, where there is one; or leave to reach the box that opens a turnstile. */
export type PageWish = 'renew' | { relay: string | null }
type PageMessage = Lasting & { data: unknown; ports: readonly MessagePort[] }

const worker = self as unknown as WorkerScope
const BASE = '/scan/'
const CACHE = 'scanner'
const ASSETS = `${BASE}assets/`
const RELAY = `${BASE}relay`
const POLICY = 'content-security-policy'
const BESIDES = ['manifest.webmanifest', 'icon-192.png', 'icon-512.png'].map((name) => BASE + name)

// This file only hands out what is kept, so a new one may take over at once: the program stays the one that is kept.
worker.addEventListener('install', (event) => event.waitUntil(keepFirst().then(() => worker.skipWaiting())))
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(pageWithRelay())
  else if (pathname.startsWith(ASSETS) || BESIDES.includes(pathname)) event.respondWith(keptOr(pathname))
})

worker.addEventListener('message', (event) => {
  const done = obey(event.data as PageWish).catch(() => false)
  event.waitUntil(done.then((isDone) => event.ports[0]?.postMessage(isDone)))
})

const obey = (wish: PageWish): Promise<boolean> => (wish === 'renew' ? renew() : keepRelay(wish.relay))

async function keptOr(path: string): Promise<Response> {
  const cache = await caches.open(CACHE)
  return (await cache.match(path)) ?? fetch(path)
}

/** The page. Where a box opens the turnstile its policy names that box too, and nobody else. */
async function pageWithRelay(): Promise<Response> {
  const page = await keptOr(BASE)
  const relay = await (await (await caches.open(CACHE)).match(RELAY))?.text()
  const policy = page.headers.get(POLICY)
  if (relay === undefined || policy === null) return page
  const headers = new Headers(page.headers)
  headers.set(POLICY, policy.replace("connect-src 'self'", `connect-src 'self' ${relay}`))
  return new Response(page.body, { status: page.status, headers })
}

async function keepRelay(origin: string | null): Promise<boolean> {
  const cache = await caches.open(CACHE)
  if (origin === null) await cache.delete(RELAY)
  else await cache.put(RELAY, new Response(origin))
  return true
}

async function keepFirst(): Promise<void> {
  const cache = await caches.open(CACHE)
  if (!(await cache.match(BASE))) await renew()
}

/** Whether there was anything new. Assets are named by what is in them, so that the old ones serve until the new document stands. */
async function renew(): Promise<boolean> {
  const cache = await caches.open(CACHE)
  const page = await fetch(BASE, { cache: 'no-store' })
  if (!page.ok) throw new Error(`the page answers ${page.status}`)
  const text = await page.clone().text()
  if (text === (await (await cache.match(BASE))?.text())) return false
  const wanted = await keepAssets(ASSETS, text, cache)
  await cache.addAll(BESIDES)
  await cache.put(BASE, page)
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url)
    if (pathname.startsWith(ASSETS) && !wanted.has(pathname)) await cache.delete(url)
  }
  return true
}
