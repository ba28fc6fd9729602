import { wordsOf } from '../language/language.ts'
import type { Words } from './en/setup.ts'

/** Of what a new organisation has left to do. Empty until they are loaded, which is before any page that uses them. */
export let words = {} as Words

export async function loadSetup(): Promise<void> {
  words = await wordsOf<Words>({
    en: async () => (await import('./en/setup.ts')).setup,
    de: async () => (await import('./de/setup.ts')).setup,
    es: async () => (await import('./es/setup.ts')).setup,
  })
}
