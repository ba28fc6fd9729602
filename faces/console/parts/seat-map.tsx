import { SeatMap as KitSeatMap, type SeatMapProps } from '../../kit/seat-map/seat-map.tsx'
import { en, type SeatMapWords } from '../../kit/seat-map/words.ts'
import { useLoad } from '../../kit/use-load.ts'
import { wordsOf } from '../language/language.ts'

/** In English where the reader's own words do not come: seats can be given all the same. */
const loadSeatWords = (): Promise<SeatMapWords> =>
  wordsOf<SeatMapWords>({
    en: async () => en,
    de: () => import('../../kit/seat-map/words/de.ts').then(({ de }) => de),
    es: () => import('../../kit/seat-map/words/es.ts').then(({ es }) => es),
  }).catch(() => en)

/** The map of the kit, in the reader's language. */
export function SeatMap(props: Omit<SeatMapProps, 'words'>) {
  const { data: words } = useLoad(loadSeatWords, [])
  return words ? <KitSeatMap {...props} words={words} /> : null
}
