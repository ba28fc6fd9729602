import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** The largest of what everything else imports. */
const FIRST = ['typebox', 'typebox/compile', 'fastify']

/**
 * Loads the program slice by slice. Node loads a file together with all that it imports, and nothing else happens meanwhile: in one go
 * the database, which is being started, would wait for as long as the whole program takes. See bench/start.ts.
 */
export async function loadInParts(signal: AbortSignal): Promise<void> {
  for (const library of FIRST) await loadPart(library, signal)
  const server = join(import.meta.dirname, '..')
  for await (const slice of glob('*/**/plugin.ts', { cwd: server })) await loadPart(`../${slice}`, signal)
}

async function loadPart(part: string, signal: AbortSignal): Promise<void> {
  await import(part)
  await pause(1)
  signal.throwIfAborted()
}
