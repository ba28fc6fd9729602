import { wordsOf } from '../language/language.ts'
import type { Words } from './en/today.ts'

/** Of Today. Empty until they are loaded, which is before any page that uses them. */
export let words = {} as Words

export async function loadToday(): Promise<void> {
  words = await wordsOf<Words>({
    en: async () => (await import('./en/today.ts')).today,
    de: async () => (await import('./de/today.ts')).today,
    es: async () => (await import('./es/today.ts')).today,
  })
}
