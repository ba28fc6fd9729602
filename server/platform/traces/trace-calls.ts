import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { EndSpan, Spans } from './traces.ts'

type Said = {
  /** undici’s request has an origin, Node’s a host. */
  request: { method?: string; origin?: string | URL; host?: string | null }
  response?: { statusCode?: number }
  error?: unknown
}

/**
 * Calls of others: providers of payments and wallets, sign-on. Node's own client and undici tell of each of theirs, so that no library has to be
 * wrapped. Only the host is kept: paths and headers carry ids and keys.
 */
export function observeCalls(spans: Spans): () => void {
  const open = new WeakMap<object, EndSpan>()
  const begin = (message: unknown) => {
    const { request } = message as Said
    const { method = 'GET', origin } = request
    const host = origin === undefined ? (request.host ?? 'unknown') : new URL(origin).hostname
    const end = spans.beginCall(`${method} ${host}`, { 'http.request.method': method, 'server.address': host })
    if (end) open.set(request, end)
  }
  const end = (message: unknown) => {
    const { request, response, error } = message as Said
    open.get(request)?.(error, response ? { 'http.response.status_code': response.statusCode ?? 0 } : undefined)
    open.delete(request)
  }
  const channels = [
    ['undici:request:create', begin],
    ['undici:request:headers', end],
    ['undici:request:error', end],
    ['http.client.request.start', begin],
    ['http.client.response.finish', end],
    ['http.client.request.error', end],
  ] as const
  for (const [name, hear] of channels) subscribe(name, hear)
  return () => {
    for (const [name, hear] of channels) unsubscribe(name, hear)
  }
}
