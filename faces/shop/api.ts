import { GrandstandError, type ShopClient, type Storefront, shopClient } from '@grandstand/sdk'
import type { Language } from '../kit/languages.ts'
import { config, firstAnswers } from './config.ts'
import { shopStorage } from './shop-storage.ts'

/** A header that pages of others may send without asking first. */
function inLanguage(init: RequestInit | undefined): RequestInit {
  const headers = new Headers(init?.headers)
  headers.set('accept-language', spoken)
  return { ...init, headers }
}

const url = config.url ?? location.origin

/**
 * How far the server's clock is ahead of this one, so that a countdown is honest on a phone whose clock is wrong; until it has answered, how
 * far the sandbox's is.
 */
let clockAheadMs = 1000 * ((firstAnswers['/v1/storefront'] as Storefront | undefined)?.clock_ahead_seconds ?? 0)

export const serverNow = (): number => Date.now() + clockAheadMs

/** Staff who look at a draft have a token, which whatever is read of that event bears; nothing else does. */
function withPreview(path: string, init: RequestInit | undefined): RequestInit | undefined {
  const eventId = init?.method === 'GET' ? /^\/v1\/events\/(\d+)(?=[/?]|$)/.exec(path)?.[1] : undefined
  const token = eventId === undefined ? undefined : shopStorage.preview(eventId)
  if (token === undefined) return init
  const headers = new Headers(init?.headers)
  headers.set('x-event-preview', token)
  return { ...init, headers }
}

/** What the shop speaks: texts of the club come in that language, where it has written them. */
let spoken: Language = 'en'

export const askIn = (language: Language): void => {
  spoken = language
}

/** What came with the page, in the language that it was asked for in, is not asked for again; it is used once, so that a later look sees what is true then. */
const fetchOrRecall: typeof fetch = async (input, init) => {
  const path = String(input).slice(url.length)
  const isSpoken = config.language === undefined || config.language === spoken
  if (init?.method === 'GET' && isSpoken && Object.hasOwn(firstAnswers, path)) {
    const answer = firstAnswers[path]
    delete firstAnswers[path]
    return Response.json(answer)
  }
  const response = await fetch(input, withPreview(path, inLanguage(init)))
  const date = Date.parse(response.headers.get('date') ?? '')
  // The header has whole seconds; half of one is the best guess.
  if (!Number.isNaN(date)) clockAheadMs = date + 500 - Date.now()
  return response
}

export const api: ShopClient = shopClient({ url, key: config.key, fetch: fetchOrRecall, timeoutMs: 15_000 })

export const codeOf = (error: unknown): string | undefined =>
  error instanceof GrandstandError ? error.code : undefined
