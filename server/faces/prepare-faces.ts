import { buildFaces } from './build-faces.ts'
import type { ServedFaces } from './serve-faces.ts'
import { watchFaces } from './watch-faces.ts'

export type PreparedFaces = Pick<ServedFaces, 'built' | 'reloads'> & { stop: () => Promise<unknown> }

/** The pages, built once, or again at every change. */
export function prepareFaces(watch: boolean): Promise<PreparedFaces> {
  const preparing = watch ? watchFaces((line) => console.error(`grandstand: ${line}`)) : buildOnce()
  // Awaited once the database is there: a mistake in a page that is found before must not end the process unheard.
  preparing.catch(() => {})
  return preparing
}

async function buildOnce(): Promise<PreparedFaces> {
  const built = await buildFaces()
  return { built: () => built, stop: async () => {} }
}
