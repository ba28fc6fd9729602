import { retrieveEventSeatDrawing } from './retrieve-event-seat-drawing.ts'
import { retrieveEventSeats } from './retrieve-event-seats.ts'

/** What is free, for a buyer who chooses a seat. */
export const eventSeatOperations = [retrieveEventSeats, retrieveEventSeatDrawing]
