import { addSeatSection } from './add-seat-section.manage.ts'
import { changeSeatSection } from './change-seat-section.manage.ts'
import { importSeatMap } from './import-seat-map.manage.ts'
import { listSeats } from './list-seats.manage.ts'
import { reimportSeatMap } from './reimport-seat-map.manage.ts'
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
