import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

export const WORDS = 'faces/console/words'
const root = join(import.meta.dirname, '..', '..')

/** The areas that the words are kept by: `today`. */
export const wordAreas = async (): Promise<string[]> =>
  (await readdir(join(root, WORDS, 'en'))).map((file) => file.replace(/\.ts$/, ''))

/** All words there are, for code of the console that runs without a page. */
export async function loadAllWords(): Promise<void> {
  for (const area of ['load', ...(await wordAreas())]) {
    const file = (await import(join(root, WORDS, `${area}.ts`))) as Record<string, unknown>
    for (const [name, load] of Object.entries(file)) if (name.startsWith('load')) await (load as () => Promise<void>)()
  }
}
