import { createEventSeats, type EventSeatDeps } from '../../programme/event-seats/event-seats.ts'
import { retrieveSeasonSeatDrawing } from './retrieve-season-seat-drawing.ts'
import { retrieveSeasonSeats } from './retrieve-season-seats.ts'
import { createSeasonMap, type SeasonMapDeps, type SeasonMapNeeds } from './season-map.ts'

/** What is free for a whole season, for a buyer who chooses a seat. */
export const seasonMapOperations = [retrieveSeasonSeats, retrieveSeasonSeatDrawing]

/** Of events and of seasons, which are drawn on the same grounds. */
export function createSeatViews(needs: SeasonMapNeeds): EventSeatDeps & SeasonMapDeps {
  const eventSeats = createEventSeats(needs)
  return { eventSeats, seasonMap: createSeasonMap(needs, eventSeats) }
}
