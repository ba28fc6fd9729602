import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'

const root = join(import.meta.dirname, '..', '..')

/** The map alone on a page of the server's own origin, at `/seat-map.html`. */
export async function serveSeatMapPage(context: BrowserContext, origin: string): Promise<void> {
  const { build, stop } = await import('esbuild')
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['faces/kit/seat-map/seat-map-page-fixture.tsx'],
    alias: { '@grandstand/sdk': join(root, 'sdk/src/browser.ts') },
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    loader: { '.woff2': 'dataurl' },
    outdir: '/',
    write: false,
    logLevel: 'silent',
  })
  await stop()
  const textOf = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? ''
  const head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Seats</title>'
  const html = `<!doctype html><html lang="en">${head}<link rel="stylesheet" href="/seat-map.css"><script type="module" src="/seat-map.js"></script><body></body></html>`
  for (const [name, contentType, body] of [
    ['html', 'text/html', html],
    ['css', 'text/css', textOf('.css')],
    ['js', 'text/javascript', textOf('.js')],
  ] as const) {
    await context.route(`${origin}/seat-map.${name}*`, (route) => route.fulfill({ contentType, body }))
  }
}
