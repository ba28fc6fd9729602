import type { EventRow } from './event.ts'
import { type EventStatus, type EventStep, nextStatus } from './event-status.ts'

/** The column of the status that a step leads to. */
export const stepTo = ({ event_status_id }: EventRow, step: EventStep) => ({
  event_status_id: Number(nextStatus(String(event_status_id) as EventStatus, step)),
})
