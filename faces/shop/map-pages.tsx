import { nameOf, planOf } from '../kit/seat-map/plan.ts'
import { SeatMap } from '../kit/seat-map/seat-map.tsx'
import { useEventSeats } from '../kit/seat-map/use-event-seats.ts'
import { useFilledScreen } from './filled-screen.ts'
import { MapTools } from './map-tools.tsx'
import footStyles from './picked-seats.module.css'
import { seatWordsOf } from './seat-words.ts'
import { Seats } from './seats.tsx'

/** The page that chooses seats on a map, and what others draw one with: loaded together, and by no page that has no map. */
export const mapPages = {
  Seats,
  MapTools,
  SeatMap,
  footStyles,
  nameOf,
  planOf,
  seatWordsOf,
  useEventSeats,
  useFilledScreen,
}

export type MapParts = Omit<typeof mapPages, 'Seats'>
