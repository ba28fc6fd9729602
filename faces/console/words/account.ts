import { wordsOf } from '../language/language.ts'
import type { Words } from './en/account.ts'

/** Of signing in and of one's own account. Empty until they are loaded, which is before any page that uses them. */
export let words = {} as Words

export async function loadAccount(): Promise<void> {
  words = await wordsOf<Words>({
    en: async () => (await import('./en/account.ts')).account,
    de: async () => (await import('./de/account.ts')).account,
    es: async () => (await import('./es/account.ts')).account,
  })
}
