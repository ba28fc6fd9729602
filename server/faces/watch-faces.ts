import type { ServerResponse } from 'node:http'
import { asBuildError, type BuiltFace, collect, optionsOf, presentFaces } from './build-faces.ts'
import type { Face, Get } from './face.ts'

/** Tells open pages that the face has been built anew. */
export type Reloads = {
  serve(get: Get, face: Face): void
}

const RELOAD_SCRIPT = `const source = new EventSource(new URL('reload', import.meta.url))
source.onmessage = () => location.reload()
`

/** For `npm run dev`: builds at every change, and has open pages reload. A mistake is printed, and the last good build served on. */
export async function watchFaces(
  say: (line: string) => void,
): Promise<{ built: () => Promise<BuiltFace[]>; reloads: Reloads; stop(): Promise<void> }> {
  const { context, stop } = await import('esbuild')
  const builtFaces = new Map<string, BuiltFace>()
  const pages = new Set<ServerResponse>()
  const watched = await Promise.all(
    (await presentFaces()).map(async (face) => {
      const { promise: isBuilt, resolve } = Promise.withResolvers<void>()
      const watching = await context({
        ...optionsOf(face),
        minify: false,
        sourcemap: 'inline',
        plugins: [
          {
            name: 'reload',
            setup: (build) =>
              build.onEnd(async (result) => {
                if (result.errors.length > 0) return say(asBuildError(result).message)
                builtFaces.set(face.name, await collect(face, result as Parameters<typeof collect>[1]))
                for (const page of pages) page.write('data: built\n\n')
                resolve()
              }),
          },
        ],
      })
      await watching.watch()
      await isBuilt
      return watching
    }),
  )
  return {
    built: async () => [...builtFaces.values()],
    reloads: {
      serve(get, { base }) {
        get('everywhere', `${base}assets/reload.js`, async (_request, reply) =>
          reply.type('text/javascript').send(RELOAD_SCRIPT),
        )
        get('everywhere', `${base}assets/reload`, async (_request, reply) => {
          reply.hijack()
          reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }).write('\n')
          pages.add(reply.raw)
          reply.raw.on('close', () => pages.delete(reply.raw))
        })
      },
    },
    async stop() {
      for (const page of pages) page.end()
      await Promise.all(watched.map((each) => each.dispose()))
      await stop()
    },
  }
}
