import { addSeasonEvent } from './add-season-event.manage.ts'
import { listSeasonEvents } from './list-season-events.manage.ts'
import { listSeasonSeats } from './list-season-seats.manage.ts'
import { removeSeasonEvent } from './remove-season-event.manage.ts'
import { manageSeasons } from './seasons.manage.ts'

export const seasonOperations = [...manageSeasons, listSeasonEvents, addSeasonEvent, removeSeasonEvent, listSeasonSeats]
