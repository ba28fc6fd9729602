import { join } from 'node:path'
import { lazily } from '../platform/process/lazily.ts'
import { buildFaces, presentFaces } from './build-faces.ts'
import type { ServedFaces } from './serve-faces.ts'
import { watchFaces } from './watch-faces.ts'

export type PreparedFaces = Omit<ServedFaces, 'settings'> & { stop: () => Promise<unknown> }

/** The pages: as an earlier start has kept them, or built for the first who asks; in development, at every change. */
export async function prepareFaces(dataDir: string, watch: boolean): Promise<PreparedFaces> {
  const faces = await presentFaces()
  if (watch) return { faces, ...(await watchFaces((line) => console.error(`grandstand: ${line}`))) }
  const build = lazily(() => buildFaces(join(dataDir, 'cache', 'faces')))
  return { faces, built: build, stop: async () => {} }
}
