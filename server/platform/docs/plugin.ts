import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import { Type } from 'typebox'
import { ApiError } from '../http/errors.ts'
import type { RouteHost } from '../http/host-router.ts'
import { redirectTo } from '../http/redirect.ts'
import type { OpenApi } from '../openapi/openapi-types.ts'
import { lazily } from '../process/lazily.ts'

/** Our own style and script, and nothing from elsewhere. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const IMAGES = join(import.meta.dirname, '../../../docs/images')

const ASSETS = {
  'docs.css': 'text/css',
  'text.css': 'text/css',
  'docs.js': 'text/javascript',
  'try.js': 'text/javascript',
}

/** At a club's host the first page is the shop's. */
const hostOfDocs = (path: string): RouteHost => (path.startsWith('/docs') ? 'everywhere' : 'ours')

/** Guides and reference under /docs, in one look and with one search. The files are read when the first reader opens a page. */
export function serveDocs(app: FastifyInstance): void {
  const library = lazily(async () => {
    const { openLibrary } = await import('./library.ts')
    return openLibrary(app.swagger() as unknown as OpenApi)
  })
  const read = (path: string, answer: Answer, querystring: object = Type.Object({})) =>
    app.get(
      path,
      { config: { scope: 'public', host: hostOfDocs(path) }, schema: { hide: true, querystring } as FastifySchema },
      async (request, reply) => {
        reply.header('content-security-policy', POLICY).header('referrer-policy', 'no-referrer')
        return answer(request, reply)
      },
    )
  const asPage = (reply: FastifyReply, text: string | undefined) => reply.type('text/html; charset=utf-8').send(text)
  const isBrowser = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html') ?? false

  read('/', async (request, reply) => {
    if (isBrowser(request)) return asPage(reply, (await library()).find('/'))
    return { name: 'Grandstand', documentation: '/docs/', openapi: '/openapi.json' }
  })
  read('/docs', async (_request, reply) => redirectTo(reply, { path: '/docs/', status: 301 }))
  const asMarkdown = (reply: FastifyReply, text: string) => reply.type('text/markdown; charset=utf-8').send(text)
  read('/llms.txt', async (_request, reply) => asMarkdown(reply, (await library()).markdown('/docs/') ?? ''))
  for (const [name, type] of Object.entries(ASSETS)) {
    const file = lazily(() => readFile(join(import.meta.dirname, name), 'utf8'))
    read(`/docs/${name}`, async (_request, reply) => reply.type(`${type}; charset=utf-8`).send(await file()))
  }
  read('/docs/images/:name', async ({ params }, reply) => {
    const { name } = params as { name: string }
    const image = /^[a-z-]+\.webp$/.test(name) ? await readFile(join(IMAGES, name)).catch(() => undefined) : undefined
    if (image === undefined) throw new ApiError('route_unknown')
    return reply.type('image/webp').send(image)
  })
  read(
    '/docs/search',
    async ({ query }, reply) => asPage(reply, (await library()).search((query as { q?: string }).q ?? '')),
    Type.Object({ q: Type.Optional(Type.String({ maxLength: 100 })) }),
  )
  read('/docs/*', async (request, reply) => {
    const { find, markdown, missing } = await library()
    const [address = ''] = request.url.split('?', 1)
    const text = address.endsWith('.md') ? markdown(address.slice(0, -'.md'.length)) : undefined
    if (text !== undefined) return asMarkdown(reply, text)
    const page = find(address)
    if (page !== undefined) return asPage(reply, page)
    if (!isBrowser(request)) throw new ApiError('route_unknown')
    return asPage(reply.code(404), missing())
  })
}

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
