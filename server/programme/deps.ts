import type { EventSeatDeps } from './event-seats/event-seats.ts'

/** The slices of the programme own these and hand them to operations. server/app.ts makes them; an operation names what it needs. */
export type ProgrammeDeps = EventSeatDeps
