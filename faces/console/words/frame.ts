import { type Spoken, speak } from '../../kit/messages.ts'
import { locale, wordsOf } from '../language/language.ts'
import type { Arguments } from './arguments.generated.ts'
import { speakCommon } from './common.ts'
import type { first as english } from './files/first-en.ts'

type First = typeof english

/** Of what stands around every page, and of the parts that pages are made of. Empty until they are loaded, which is before any page that uses them. */
export let words = {} as Spoken<First['frame'], Arguments['frame']>

export async function loadFrame(): Promise<void> {
  const first = await wordsOf<First>({
    en: async () => (await import('./files/first-en.ts')).first,
    de: async () => (await import('./files/first-de.ts')).first,
    es: async () => (await import('./files/first-es.ts')).first,
  })
  words = speak(first.frame, locale)
  speakCommon(first.common)
}
