import type { SeatMapWords } from '../kit/seat-map/words.ts'

/** What the map says in other languages than English, each loaded for its readers. */
const LANGUAGES: Record<string, () => Promise<SeatMapWords>> = {
  da: () => import('../kit/seat-map/words/da.ts').then(({ da }) => da),
  de: () => import('../kit/seat-map/words/de.ts').then(({ de }) => de),
  es: () => import('../kit/seat-map/words/es.ts').then(({ es }) => es),
  fr: () => import('../kit/seat-map/words/fr.ts').then(({ fr }) => fr),
  nl: () => import('../kit/seat-map/words/nl.ts').then(({ nl }) => nl),
}

/** Undefined is English, also where another one does not come. */
export const seatWordsOf = async (language: string): Promise<SeatMapWords | undefined> =>
  LANGUAGES[language.slice(0, 2)]?.().catch(() => undefined)
