import { type Spoken, speak } from '../../kit/messages.ts'
import { locale, wordsOf } from '../language/language.ts'
import type { Arguments } from './arguments.generated.ts'
import type { files as english } from './files/en.ts'

type English = typeof english
export type Area = keyof English
type Catalogue<Each extends Area> = Awaited<ReturnType<English[Each]>>['default']
export type WordsOf<Each extends Area> = Spoken<Catalogue<Each>, Arguments[Each]>
type Files = { [Each in Area]: () => Promise<{ default: Catalogue<Each> }> }

/** The words of each area in the reader's language, once they are loaded: before any page that uses them is. */
export const spoken = {} as { [Each in Area]: WordsOf<Each> }

/** A list for each language, because the first page would carry those of all. */
const files = wordsOf<Files>({
  en: async () => (await import('./files/en.ts')).files,
  de: async () => (await import('./files/de.ts')).files,
  es: async () => (await import('./files/es.ts')).files,
})

async function load<Each extends Area>(area: Each): Promise<void> {
  const catalogue: Catalogue<Each> = (await (await files)[area]()).default
  Object.assign(spoken, { [area]: speak<Catalogue<Each>, Arguments[Each]>(catalogue, locale) })
}

/** Once they are there, what uses them may be loaded. */
export async function loadWords(...areas: Area[]): Promise<void> {
  await Promise.all(areas.map((area) => load(area)))
}
