import type { FunctionComponent } from 'preact'
import { mapParts } from './map-parts.ts'
import { part } from './part.tsx'
import { Seats } from './seats.tsx'

const SeasonPage = part(() => import('./more-pages.tsx').then(({ morePages }) => morePages.SeasonPage))

const SeasonSeats: FunctionComponent<{ season_id: string }> = ({ season_id }) => (
  <SeasonPage id={season_id} parts={mapParts} />
)

/** Pages that choose seats on a map, loaded together with it. */
export const mapPages = { SeasonSeats, Seats }
