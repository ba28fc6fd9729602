import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Language, spokenOf } from '../../faces/kit/languages.ts'
import { ApiError } from '../platform/http/errors.ts'
import { HOST_PAGES } from '../platform/http/host-router.ts'
import { readerLanguage } from '../platform/http/reader-language.ts'
import { redirectTo } from '../platform/http/redirect.ts'
import type { Asset, BuiltFace } from './build-faces.ts'
import { documentOf } from './document-of.ts'
import { embedOrigins, type FaceSettings, type FirstAnswers, type Get, pageHeaders } from './face.ts'
import type { FindPlace, ShopPlace } from './find-place.ts'
import { sendAsset } from './send-asset.ts'
import { servedWords } from './served-words.ts'
import { robotsOf, sitemapOf } from './shop-addresses.ts'
import { servedPage, styleHash } from './shop-page.ts'

export type ServedShop = {
  current: () => Promise<BuiltFace>
  settings: FaceSettings
  findPlace: FindPlace
  reload: boolean
}

/** The shop's page, wherever it is asked for: whose it is decides the key in it and what its addresses begin with. */
export function serveShop(app: FastifyInstance, get: Get, { current, settings, findPlace, reload }: ServedShop): void {
  for (const path of ['/shop', '/shop/*', `${HOST_PAGES}/*`])
    get('shop', path, async (request, reply) => {
      if (path === '/shop')
        return redirectTo(reply, { path: `/shop/${request.url.slice('/shop'.length)}`, status: 301 })
      const place = await findPlace(request.url, request.headers.host)
      if (place !== undefined && 'page' in place && place.page === 'sitemap.xml')
        return reply.type('application/xml; charset=utf-8').send(await sitemapFor(app, request, place))
      if (place !== undefined && 'page' in place && place.page === 'robots.txt' && place.base === '/')
        return reply.type('text/plain; charset=utf-8').send(robotsOf(await shopUrlOf(app, request, place)))
      if (place !== undefined && 'page' in place && place.page === 'embed.js')
        return sendAsset(request, reply.headers(EMBED_HEADERS), embedScript(await current()))
      const inAddress = spokenOf(String((request.query as { lang?: unknown }).lang ?? ''))
      const wanted = inAddress ?? readerLanguage({ headers: request.headers, query: undefined })
      if (place === undefined || isFile(place))
        return reply
          .code(404)
          .headers(inLanguage(wanted ?? 'en'))
          .type('text/html; charset=utf-8')
          .send(nobodys(wanted ?? 'en'))
      if ('redirect' in place) return redirectTo(reply, { ...place.redirect, status: 302 })
      const [built, first] = await Promise.all([current(), firstAnswers(app, request, place, wanted)])
      const language = wanted ?? clubLanguage(first)
      const config = { key: place.key, base: place.base, tickets: '/t/', language }
      // Older browsers know no list of those who may frame it; newer ones go by the policy.
      if (embedOrigins(first).length > 0) reply.removeHeader('x-frame-options')
      const page = servedPage(first, place.page, place.base, { language, isAsked: inAddress !== undefined })
      return reply
        .headers(pageHeaders(built.face, settings, first, page.style === undefined ? [] : [styleHash(page.style)]))
        .headers(inLanguage(language))
        .type('text/html; charset=utf-8')
        .send(documentOf(built, { config, first, reload, page, preload: preloadOf(built, place, first) }))
    })
}

/** On any site, and asked for anew each time: its name stays the same. */
const EMBED_HEADERS = { 'cache-control': 'no-cache', 'cross-origin-resource-policy': 'cross-origin' }

function embedScript({ assets, workers }: BuiltFace): Asset {
  const script = assets.get(workers.embed ?? '')
  if (!script) throw new ApiError('route_unknown')
  return script
}

/** What a browser or a robot asks every site for, and the shop's page is not. */
const isFile = (place: object): boolean => 'page' in place && /\.\w+$/.test(String(place.page))

/** One address speaks several languages, by what its reader's browser asks for. */
const inLanguage = (language: Language) => ({ 'content-language': language, vary: 'accept-language' })

/** What a club writes in where its reader wants none of the languages that there are. */
function clubLanguage(first: FirstAnswers): Language {
  const { language = 'en' } = (first['/v1/storefront'] ?? {}) as { language?: string }
  return spokenOf(language) ?? 'en'
}

function nobodys(language: Language): string {
  const { title, heading, hint } = servedWords[language].noShop
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
</head>
<body>
<h1>${heading}</h1>
<p>${hint}</p>
</body>
</html>
`
}

/** Paths of the API that a page will ask first; their answers come with it. */
function firstPaths(page: string): string[] {
  const event = /^events\/(\d{1,15})(?:\/|$)/.exec(page)?.[1]
  if (event !== undefined)
    return ['/v1/storefront', `/v1/events/${event}`, `/v1/events/${event}/prices`, `/v1/events/${event}/availability`]
  return page === '' ? ['/v1/storefront', '/v1/storefront/programme?limit=20'] : ['/v1/storefront']
}

/**
 * What the page is going to ask, asked for it with its own key and from its own address, so that it is allowed and counted as if it had.
 * It saves a phone on a slow network a round trip. Whatever is refused the page asks again, and hears why.
 */
async function firstAnswers(
  app: FastifyInstance,
  request: FastifyRequest,
  place: ShopPlace,
  language: Language | undefined,
): Promise<FirstAnswers> {
  const answers = await Promise.all(
    firstPaths(place.page).map(async (url) => {
      const answer = await ask(app, request, place, url, language)
      return answer === undefined ? [] : [[url, answer] as const]
    }),
  )
  return Object.fromEntries(answers.flat())
}

async function ask(
  app: FastifyInstance,
  { ip }: FastifyRequest,
  { key }: ShopPlace,
  url: string,
  language?: Language | undefined,
): Promise<unknown> {
  const headers = { authorization: `Bearer ${key}`, ...(language && { 'accept-language': language }) }
  const { statusCode, payload } = await app.inject({ url, headers, remoteAddress: ip })
  return statusCode === 200 ? JSON.parse(payload) : undefined
}

/** Where seats are numbered the page draws a map: its script comes along, instead of after the first. */
function preloadOf({ parts }: BuiltFace, { page }: ShopPlace, first: FirstAnswers): string[] {
  const id = /^events\/(\d{1,15})(?:\/seats)?$/.exec(page)?.[1]
  const event = first[`/v1/events/${id}`] as { reserved_seating: boolean; seat_map_id: number | null } | undefined
  return event?.reserved_seating && event.seat_map_id !== null ? (parts.get('faces/shop/seats.tsx') ?? []) : []
}

const shopUrlOf = async (app: FastifyInstance, request: FastifyRequest, place: ShopPlace): Promise<string> =>
  ((await ask(app, request, place, '/v1/storefront')) as { shop_url: string } | undefined)?.shop_url ?? place.base

type ProgrammePage = { data: { event_id: string }[]; next_cursor: string | null }

/** So many pages of fifty: more is on sale nowhere. */
const SITEMAP_PAGES_MAX = 40

async function sitemapFor(app: FastifyInstance, request: FastifyRequest, place: ShopPlace): Promise<string> {
  const eventIds: string[] = []
  let cursor: string | null = ''
  for (let page = 0; page < SITEMAP_PAGES_MAX && cursor !== null; page += 1) {
    const url = `/v1/storefront/programme?limit=50${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`
    const programme = (await ask(app, request, place, url)) as ProgrammePage | undefined
    eventIds.push(...(programme?.data.map(({ event_id }) => event_id) ?? []))
    cursor = programme?.next_cursor ?? null
  }
  return sitemapOf(await shopUrlOf(app, request, place), eventIds)
}
