import { join } from 'node:path'
import Fastify from 'fastify'
import { type AreaDeps, operations } from '../../server/app.ts'
import type { App } from '../../server/platform/http/app.ts'
import type { Operation, PlatformDeps } from '../../server/platform/operation.ts'
import { importsOf } from '../harness/imports.ts'
import { readSources } from './source-files.ts'

const root = join(import.meta.dirname, '..', '..')

/** A route of the API, and the file that a plugin has its operation from. */
export type Registered = { route: string; operationId: string | undefined; path: string }

async function filesOfOperations(): Promise<Map<Operation<AreaDeps>, string>> {
  const plugins = (await readSources(['server'], ['plugin.ts'])).filter(({ path }) => path.endsWith('/plugin.ts'))
  const files = plugins.flatMap(importsOf).filter(({ isType }) => !isType)
  const exported = await Promise.all(
    files.map(async ({ path }) => {
      const values: unknown[] = Object.values(await import(join(root, path)))
      return values.flat().map((value) => [value as Operation<AreaDeps>, path] as const)
    }),
  )
  return new Map(exported.flat())
}

/** What each operation registers, on an app that is never started. */
export async function registeredOperations(): Promise<Registered[]> {
  const files = await filesOfOperations()
  const registered: Registered[] = []
  // Whatever an operation makes of its dependencies before the first request, it makes of these.
  const anything: PlatformDeps & AreaDeps = new Proxy(() => anything, { get: () => anything }) as never
  const app = Fastify()
  for (const operation of operations) {
    const path = files.get(operation) ?? 'nowhere'
    await app.register(async (scope) => {
      scope.addHook('onRoute', ({ method, url, schema }) => {
        if (method === 'HEAD') return
        const { operationId } = (schema ?? {}) as { operationId?: string }
        registered.push({ route: `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`, operationId, path })
      })
      operation(scope as unknown as App, anything)
    })
  }
  return registered
}
