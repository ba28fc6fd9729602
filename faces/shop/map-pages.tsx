import { mapParts } from './map-parts.ts'
import { Seats } from './seats.tsx'

/** Pages that choose seats on a map, loaded together with it. */
export const mapPages = { mapParts, Seats }
