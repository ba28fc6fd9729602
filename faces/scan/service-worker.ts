/*
 * Keeps the program of the scanner, so that it opens without a network, and changes it only when the page says that no fans are at the
 * gates: a document and whatever it names are kept together or not at all.
 */
import { answerAlone, type Installing, keepPage, keptOr, type WorkerScope } from '../kit/keep-page.ts'

/** A new program, where there is one; or leave to reach the box that opens a turnstile. */
export type PageWish = 'renew' | { relay: string | null }

const worker = self as unknown as WorkerScope
const BASE = '/scan/'
const RELAY = `${BASE}relay`
const POLICY = 'content-security-policy'
const BESIDES = ['manifest.webmanifest', 'icon-192.png', 'icon-512.png'].map((name) => BASE + name)
const page = { name: 'scanner', document: BASE, assets: `${BASE}assets/`, besides: BESIDES }

// This file only hands out what is kept, so a new one may take over at once: the program stays the one that is kept.
worker.addEventListener('install', (event) => event.waitUntil(install(event)))
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(pageWithRelay())
  else if (pathname.startsWith(page.assets) || BESIDES.includes(pathname)) event.respondWith(keptOr(page, pathname))
})

worker.addEventListener('message', (event) => {
  const done = obey(event.data as PageWish).catch(() => false)
  event.waitUntil(done.then((isDone) => event.ports[0]?.postMessage(isDone)))
})

const obey = (wish: PageWish): Promise<boolean> => (wish === 'renew' ? keepPage(page) : keepRelay(wish.relay))

/** The page. Where a box opens the turnstile its policy names that box too, and no other server. */
async function pageWithRelay(): Promise<Response> {
  const answer = await keptOr(page, BASE)
  const relay = await (await (await caches.open(page.name)).match(RELAY))?.text()
  const policy = answer.headers.get(POLICY)
  if (relay === undefined || policy === null) return answer
  const headers = new Headers(answer.headers)
  headers.set(POLICY, policy.replace("connect-src 'self'", `connect-src 'self' ${relay}`))
  return new Response(answer.body, { status: answer.status, headers })
}

async function keepRelay(origin: string | null): Promise<boolean> {
  const cache = await caches.open(page.name)
  if (origin === null) await cache.delete(RELAY)
  else await cache.put(RELAY, new Response(origin))
  return true
}

async function install(event: Installing): Promise<void> {
  await answerAlone(event)
  await keepFirst()
  await worker.skipWaiting()
}

async function keepFirst(): Promise<void> {
  const cache = await caches.open(page.name)
  if (!(await cache.match(BASE))) await keepPage(page)
}
