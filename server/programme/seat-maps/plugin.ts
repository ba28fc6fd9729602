import { addSeatSection, changeSeatSection } from './change-section.manage.ts'
import { importSeatMap, reimportSeatMap } from './import-seat-map.manage.ts'
import { listSeats } from './list-seats.manage.ts'
import { retrieveSeatMap } from './retrieve-seat-map.manage.ts'
import { manageSeatMaps } from './seat-maps.manage.ts'
import { manageSeats } from './seats.manage.ts'

export const seatMapOperations = [
  importSeatMap,
  reimportSeatMap,
  retrieveSeatMap,
  addSeatSection,
  changeSeatSection,
  ...manageSeatMaps,
  listSeats,
  ...manageSeats,
]
