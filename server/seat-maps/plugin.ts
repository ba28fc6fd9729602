import type { Operation } from '../operation.ts'
import { importSeatMap, reimportSeatMap } from './import-seat-map.ts'
import { listSeats } from './list-seats.ts'
import { manageSeatMaps } from './manage-seat-maps.ts'
import { manageSeats } from './manage-seats.ts'
import { retrieveSeatMap } from './retrieve-seat-map.ts'

export const seatMapOperations: Operation[] = [
  importSeatMap,
  reimportSeatMap,
  retrieveSeatMap,
  ...manageSeatMaps,
  listSeats,
  ...manageSeats,
]
