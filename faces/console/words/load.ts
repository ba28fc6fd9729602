import { wordsOf } from '../language/language.ts'
import type { files as english } from './files/en.ts'

type English = typeof english
export type Area = keyof English
type Spoken = { [Each in Area]: Awaited<ReturnType<English[Each]>>[Each & keyof Awaited<ReturnType<English[Each]>>] }
type Files = { [Each in Area]: () => Promise<{ [Name in Each]: Spoken[Each] }> }

/** The words of each area in the reader's language, once they are loaded: before any page that uses them is. */
export const spoken = {} as Spoken

/** A list for each language, because the first page would carry those of all. */
const files = wordsOf<Files>({
  en: async () => (await import('./files/en.ts')).files,
  de: async () => (await import('./files/de.ts')).files,
  es: async () => (await import('./files/es.ts')).files,
})

async function load<Each extends Area>(area: Each): Promise<void> {
  spoken[area] = (await (await files)[area]())[area]
}

/** Once they are there, what uses them may be loaded. */
export async function loadWords(...areas: Area[]): Promise<void> {
  await Promise.all(areas.map((area) => load(area)))
}
