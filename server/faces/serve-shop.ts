import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BuiltFace } from './build-faces.ts'
import { documentOf } from './document-of.ts'
import { type FaceSettings, type FirstAnswers, pageHeaders } from './face.ts'
import type { FindPlace, ShopPlace } from './find-place.ts'
import { HOST_PAGES } from './hosts.ts'

type Get = (path: string, answer: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) => void

export type ServedShop = {
  current: () => Promise<BuiltFace>
  settings: FaceSettings
  findPlace: FindPlace
  reload: boolean
}

/** The shop's page, wherever it is asked for: whose it is decides the key in it and what its addresses begin with. */
export function serveShop(app: FastifyInstance, get: Get, { current, settings, findPlace, reload }: ServedShop): void {
  for (const path of ['/shop', '/shop/*', `${HOST_PAGES}/*`])
    get(path, async (request, reply) => {
      if (path === '/shop') return reply.redirect('/shop/', 301)
      const place = await findPlace(request.url, request.headers.host)
      if (place === undefined || isFile(place)) return reply.code(404).type('text/html; charset=utf-8').send(NOBODYS)
      if ('redirect' in place) return reply.redirect(place.redirect, 302)
      const [built, first] = await Promise.all([current(), firstAnswers(app, request, place)])
      const config = { key: place.key, base: place.base, tickets: '/t/' }
      return reply
        .headers(pageHeaders(built.face, settings, first))
        .type('text/html; charset=utf-8')
        .send(documentOf(built, { config, first, reload }))
    })
}

/** What a browser or a robot asks every site for, and the shop's page is not. */
const isFile = (place: object): boolean => 'page' in place && /\.\w+$/.test(String(place.page))

const NOBODYS = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>No shop here</title>
</head>
<body>
<h1>There is no shop at this address</h1>
<p>Please check the link, or ask the club for it.</p>
</body>
</html>
`

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
  { ip }: FastifyRequest,
  { key, page }: ShopPlace,
): Promise<FirstAnswers> {
  const answers = await Promise.all(
    firstPaths(page).map(async (url) => {
      const headers = { authorization: `Bearer ${key}` }
      const { statusCode, payload } = await app.inject({ url, headers, remoteAddress: ip })
      return statusCode === 200 ? [[url, JSON.parse(payload) as unknown] as const] : []
    }),
  )
  return Object.fromEntries(answers.flat())
}
