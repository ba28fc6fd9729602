import { chooseLanguage, type Language, spokenOf } from './choose-language.ts'
import { en, type Words } from './words/en.ts'

/** What the page speaks at the moment: whatever draws after `speak` says it in these words. */
export let words: Words = en
/** With its region where that is known, which decides how dates are written. */
export let language = 'en'

const dictionaries: Record<Language, () => Promise<Words>> = {
  en: async () => en,
  de: async () => (await import('./words/de.ts')).de,
  es: async () => (await import('./words/es.ts')).es,
}

export async function speak(ordered: string | null): Promise<void> {
  const chosen = chooseLanguage(ordered, navigator.languages)
  // English is better than nothing at the gate, where the words cannot be fetched and were never kept.
  const spoken = await dictionaries[spokenOf(chosen) ?? 'en']().catch(() => undefined)
  words = spoken ?? en
  language = spoken ? chosen : 'en'
  document.documentElement.lang = language
}
