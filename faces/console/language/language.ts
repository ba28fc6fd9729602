import { readStored, writeStored } from '../../kit/storage.ts'

/** What the console is written in; every words file has all of it by its type. */
export const consoleLanguages = { en: 'English', de: 'Deutsch', es: 'Español' }
export type ConsoleLanguage = keyof typeof consoleLanguages

const CHOSEN = 'grandstand.language'

const spokenOf = (tag: string): ConsoleLanguage | undefined => {
  const spoken = tag.toLowerCase().split('-')[0] ?? ''
  return spoken in consoleLanguages ? (spoken as ConsoleLanguage) : undefined
}

const preferred = typeof navigator === 'undefined' ? [] : navigator.languages
const chosen = readStored<string>('local', CHOSEN)

/** The one that was chosen in this browser, else the first of the reader's that we speak. */
export const language: ConsoleLanguage =
  [...(chosen === undefined ? [] : [chosen]), ...preferred].map(spokenOf).find((spoken) => spoken !== undefined) ?? 'en'

/** How dates and amounts are written: by the reader's own customs where they are of the language, as in Austria or Australia. */
export const locale: string = preferred.find((tag) => spokenOf(tag) === language) ?? language

/** From the next page on: words are read once, so the page is loaded anew. */
export function chooseLanguage(next: ConsoleLanguage): void {
  writeStored('local', CHOSEN, next)
  location.reload()
}

/** The words of an area in the reader's language: nothing of another is loaded. */
export const wordsOf = <Words>(files: Record<ConsoleLanguage, () => Promise<Words>>): Promise<Words> =>
  files[language]()
