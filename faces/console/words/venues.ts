import { wordsOf } from '../language/language.ts'
import type { Words } from './en/venues.ts'

/** Of venues, gates and numbered seats. Empty until they are loaded, which is before any page that uses them. */
export let words = {} as Words

export async function loadVenues(): Promise<void> {
  words = await wordsOf<Words>({
    en: async () => (await import('./en/venues.ts')).venues,
    de: async () => (await import('./de/venues.ts')).venues,
    es: async () => (await import('./es/venues.ts')).venues,
  })
}
