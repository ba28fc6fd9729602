/*
 * Keeps the program of the page, so that it opens without a network. The document is the same for every secret and has none in it; what
 * the page shows is kept by the page itself.
 */
import { answerAlone, type Installing, keepPage, keptOr, type WorkerScope } from '../kit/keep-page.ts'

const worker = self as unknown as WorkerScope
/** Any address of a page brings the document; this one is no order's. */
const SHELL = '/t/shell'
const page = { name: 'ticket-page', document: SHELL, assets: '/t/assets/' }

worker.addEventListener('install', (event) => event.waitUntil(install(event)))
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (pathname.startsWith(page.assets)) event.respondWith(keptOr(page, pathname))
  else if (request.mode === 'navigate') {
    // At once from what is kept, since a crowded network takes long to fail; what is new is there the next time.
    event.waitUntil(keepPage(page).catch(() => undefined))
    event.respondWith(keptOr(page, SHELL))
  }
})

async function install(event: Installing): Promise<void> {
  await answerAlone(event)
  await keepPage(page)
  await worker.skipWaiting()
}
