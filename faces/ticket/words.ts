import { type Language, localeOf, spokenOf } from '../kit/languages.ts'
import { chooseLanguage } from './choose-language.ts'
import { en, type Words } from './words/en.ts'

/** What the page speaks at the moment: whatever draws after `speak` says it in these words. */
export let words: Words = en
export let spoken: Language = 'en'
/** With its region where that is known, which decides how dates are written. */
export let language = 'en'

const dictionaries: Record<Language, () => Promise<Words>> = {
  en: async () => en,
  de: async () => (await import('./words/de.ts')).de,
  es: async () => (await import('./words/es.ts')).es,
  fr: async () => (await import('./words/fr.ts')).fr,
  nl: async () => (await import('./words/nl.ts')).nl,
  da: async () => (await import('./words/da.ts')).da,
}

export async function speak(ordered: string | null, country: string | undefined): Promise<void> {
  const chosen = chooseLanguage(ordered, navigator.languages)
  const known = spokenOf(chosen) ?? 'en'
  // English is better than nothing at the gate, where the words cannot be fetched and were never kept.
  const dictionary = await dictionaries[known]().catch(() => undefined)
  words = dictionary ?? en
  spoken = dictionary ? known : 'en'
  language = localeOf(dictionary ? chosen : 'en', country)
  document.documentElement.lang = dictionary ? chosen : 'en'
}
