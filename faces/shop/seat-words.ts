import type { SeatMapWords } from '../kit/seat-map/words.ts'

/** What the map says in other languages than English, each loaded for its readers. */
const LANGUAGES: Record<string, () => Promise<Record<string, SeatMapWords>>> = {
  da: () => import('../kit/seat-map/words/da.ts'),
  de: () => import('../kit/seat-map/words/de.ts'),
  es: () => import('../kit/seat-map/words/es.ts'),
  fr: () => import('../kit/seat-map/words/fr.ts'),
  nl: () => import('../kit/seat-map/words/nl.ts'),
}

/** Undefined is English, also where another one does not come. */
export const seatWordsOf = async (language: string): Promise<SeatMapWords | undefined> => {
  const code = language.slice(0, 2)
  return (await LANGUAGES[code]?.().catch(() => undefined))?.[code]
}
