import { SeatMap } from '../kit/seat-map/seat-map.tsx'
import { useEventSeats } from '../kit/seat-map/use-event-seats.ts'
import { MapTools } from './map-tools.tsx'
import { seatWordsOf } from './seat-words.ts'

/** What a map is drawn with, for a page that few fans open and that is therefore loaded apart from it. */
export const mapParts = { MapTools, SeatMap, seatWordsOf, useEventSeats }

export type MapParts = typeof mapParts
