import { createContext } from 'preact'
import { useContext, useMemo } from 'preact/hooks'
import { en, type Words } from './words/en.ts'

export const languages: Record<string, string> = { en: 'English', de: 'Deutsch' }

/** The words, and the language with its region, which decides how times are written. */
export type Spoken = {
  words: Words
  language: string
  /** Of the venue, whose clock all times are by; undefined until the event is known. */
  zone?: string | undefined
}

export const SpokenContext = createContext<Spoken>({ words: en, language: 'en' })
export const useWords = (): Words => useContext(SpokenContext).words

/** With those of a part that is loaded on demand. */
export function useWordsAnd<T extends object>(wordsOf: (language: string) => T): Words & T {
  const { words, language } = useContext(SpokenContext)
  return useMemo(() => ({ ...words, ...wordsOf(language) }), [words, language, wordsOf])
}

export function useTime(): (at: number) => string {
  const { language, zone } = useContext(SpokenContext)
  const format = { hour: '2-digit', minute: '2-digit', ...(zone && { timeZone: zone }) } as const
  return (at) => new Date(at).toLocaleTimeString(language, format)
}

/** The day too. */
export function useWhen(): (at: number) => string {
  const { language, zone } = useContext(SpokenContext)
  const day = { weekday: 'long', day: 'numeric', month: 'long' } as const
  const format = { ...day, hour: '2-digit', minute: '2-digit', ...(zone && { timeZone: zone }) } as const
  return (at) => new Date(at).toLocaleString(language, format)
}

/** The phone's language where the scanner speaks it. */
export async function speak(chosen: string | null): Promise<Spoken> {
  const isKnown = (language: string) => Object.hasOwn(languages, language.slice(0, 2))
  const language = [...(chosen ? [chosen] : []), ...navigator.languages].find(isKnown) ?? 'en'
  return { language, words: language.startsWith('de') ? (await import('./words/de.ts')).de : en }
}
