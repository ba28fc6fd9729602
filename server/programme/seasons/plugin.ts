import { addSeasonEvent } from './add-season-event.manage.ts'
import { declineKeptSeat } from './decline-kept-seat.manage.ts'
import { extendKeptSeats } from './extend-kept-seats.manage.ts'
import { keepSeat } from './keep-seat.manage.ts'
import { listLostSeats } from './list-lost-seats.manage.ts'
import { listSeasonEvents } from './list-season-events.manage.ts'
import { listSeasonSeats } from './list-season-seats.manage.ts'
import { removeSeasonEvent } from './remove-season-event.manage.ts'
import { manageSeasons } from './seasons.manage.ts'

export const seasonOperations = [
  ...manageSeasons,
  listSeasonEvents,
  addSeasonEvent,
  removeSeasonEvent,
  listSeasonSeats,
  extendKeptSeats,
  declineKeptSeat,
  keepSeat,
  listLostSeats,
]
