import type { FastifyInstance, FastifySchema } from 'fastify'
import { Type } from 'typebox'
import { ApiError } from '../platform/http/errors.ts'
import { redirectTo } from '../platform/http/redirect.ts'
import type { BuiltFace } from './build-faces.ts'
import { documentOf } from './document-of.ts'
import { type Face, type FaceSettings, type Get, pageHeaders } from './face.ts'
import type { FindPlace } from './find-place.ts'
import { sendAsset } from './send-asset.ts'
import { serveShop } from './serve-shop.ts'
import type { Reloads } from './watch-faces.ts'

export type ServedFaces = {
  faces: Face[]
  /** As they are now: in development they are built anew. */
  built: () => Promise<BuiltFace[]>
  settings: FaceSettings
  reloads?: Reloads
}

const FOR_EVER = 'public, max-age=31536000, immutable'

/** Pages, assets and service workers of every face, from memory. */
export function serveFaces(
  app: FastifyInstance,
  { faces, built, settings, reloads, findPlace }: ServedFaces & { findPlace: FindPlace },
): void {
  for (const face of faces) {
    const current = async () => (await built()).find((each) => each.face === face) as BuiltFace
    const get: Get = (host, path, answer) =>
      app.get(
        path,
        { config: { scope: 'asset', host }, schema: { hide: true, querystring: Type.Any() } as FastifySchema },
        answer,
      )

    if (!face.pages.includes(face.base.slice(0, -1)) && face.pages.includes(face.base))
      get('everywhere', face.base.slice(0, -1), async (request, reply) =>
        redirectTo(reply, { path: face.base + request.url.slice(face.base.length - 1), status: 301 }),
      )
    if (reloads) reloads.serve(get, face)
    get('everywhere', `${face.base}assets/*`, async (request, reply) => {
      const name = (request.params as { '*': string })['*']
      const { assets, workers } = await current()
      const asset = assets.get(name)
      if (!asset) throw new ApiError('route_unknown')
      // What runs beside the page has no policy but the one that it is sent with.
      if (Object.values(workers).includes(name)) reply.headers(pageHeaders(face, settings))
      return sendAsset(request, reply.header('cache-control', FOR_EVER), asset)
    })
    if (face.worker !== undefined)
      get('everywhere', `${face.base}worker.js`, async (request, reply) => {
        // It cannot have a new name each time; the browser asks whether it is still the same.
        const { worker } = await current()
        if (!worker) throw new ApiError('route_unknown')
        return sendAsset(
          request,
          reply.headers({ ...pageHeaders(face, settings), 'cache-control': 'no-cache' }),
          worker,
        )
      })
    for (const name of face.files ?? [])
      get('everywhere', face.base + name, async (request, reply) => {
        const file = (await current()).files.get(name)
        if (!file) throw new ApiError('route_unknown')
        return sendAsset(request, reply.header('cache-control', 'no-cache'), file)
      })
    const reload = reloads !== undefined
    if (face.name === 'shop') serveShop(app, get, { current, settings, findPlace, reload })
    for (const path of face.pages)
      get('everywhere', path, async (_request, reply) =>
        reply
          .headers(pageHeaders(face, settings))
          .type('text/html; charset=utf-8')
          .send(documentOf(await current(), { config: {}, first: {}, reload })),
      )
  }
}
