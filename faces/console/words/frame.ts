import { wordsOf } from '../language/language.ts'
import type { Words } from './en/frame.ts'

/** Of what stands around every page, and of the parts that pages are made of. Empty until they are loaded, which is before any page that uses them. */
export let words = {} as Words

export async function loadFrame(): Promise<void> {
  words = await wordsOf<Words>({
    en: async () => (await import('./en/frame.ts')).frame,
    de: async () => (await import('./de/frame.ts')).frame,
    es: async () => (await import('./es/frame.ts')).frame,
  })
}
