import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import Fastify, { type FastifyInstance, type FastifySchema } from 'fastify'
import { marked } from 'marked'
import { lazily } from '../process/lazily.ts'

const docsFolder = join(import.meta.dirname, '..', '..', '..', 'docs')

/** The reference draws itself by script and style of its own; everything comes from this server. */
const PAGE_POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; frame-ancestors 'none'"

/** Made when somebody first looks at it: its script alone is 17 MB of memory, which a process that only sells never needs. */
const reference = lazily(async () => {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const server = Fastify()
  await server.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      pageTitle: 'Grandstand API',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      authentication: { preferredSecurityScheme: 'apiKey' },
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  })
  return server
})

/** /docs is the reference, /docs/errors what each code means: the address that `doc_url` names. */
export function serveDocs(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.url !== '/docs' && !route.url.startsWith('/docs/')) return
    route.config = { ...route.config, scope: 'public' }
    route.onSend = async (_request, reply) =>
      void reply.header('content-security-policy', PAGE_POLICY).header('referrer-policy', 'no-referrer')
  })
  for (const path of ['/docs', '/docs/', '/docs/js/scalar.js']) {
    app.get(path, { schema: { hide: true } as FastifySchema }, async (_request, reply) => {
      const { statusCode, headers, payload } = await (await reference()).inject(path)
      if (headers.location) return reply.redirect(headers.location, statusCode)
      return reply.type(headers['content-type'] as string).send(payload)
    })
  }
  app.get('/docs/errors', { schema: { hide: true } as FastifySchema }, async (_request, reply) => {
    const text = await readFile(join(docsFolder, 'errors.md'), 'utf8')
    return reply.type('text/html; charset=utf-8').send(page('Errors', text))
  })
}

function page(title: string, markdown: string): string {
  // Headings carry the code as their id, so that doc_url leads straight to the section.
  const body = (marked.parse(markdown, { async: false }) as string).replaceAll(
    /<h2>(<code>)?([a-z_]+)(<\/code>)?<\/h2>/g,
    '<h2 id="$2"><a href="#$2"><code>$2</code></a></h2>',
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} · Grandstand</title>
<style>
  body { font: 16px/1.6 system-ui, sans-serif; max-width: 46rem; margin: 3rem auto; padding: 0 1rem; color: #1a1d21; }
  h2 { margin-top: 2.5rem; } h2 a { color: inherit; text-decoration: none; } :target { background: #fff3c4; }
  code { font: 0.9em ui-monospace, monospace; background: #f1f3f5; padding: 0.1em 0.3em; border-radius: 3px; }
  pre { background: #f1f3f5; padding: 1rem; overflow: auto; border-radius: 6px; } pre code { padding: 0; }
  table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: 0.4rem 0.6rem; border-bottom: 1px solid #dee2e6; }
</style>
<nav><a href="/docs/">API reference</a></nav>
${body}
</html>
`
}
