import { wordsOf } from '../language/language.ts'
import type { Words } from './en/pictures.ts'

/** Of the fields of pictures. Empty until they are loaded, which is before any page that uses them. */
export let words = {} as Words

export async function loadPictures(): Promise<void> {
  words = await wordsOf<Words>({
    en: async () => (await import('./en/pictures.ts')).pictures,
    de: async () => (await import('./de/pictures.ts')).pictures,
    es: async () => (await import('./es/pictures.ts')).pictures,
  })
}
