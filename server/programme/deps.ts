import type { EventSeatDeps } from './event-seats/event-seats.ts'

/** What the slices of the programme own and hand to operations. For server/app.ts, which makes it; an operation names what it needs. */
export type ProgrammeDeps = EventSeatDeps
