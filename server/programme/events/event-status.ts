import { ApiError } from '../../platform/http/errors.ts'
import { eventStatus } from '../statuses.ts'

const { draft, live, archived, cancelled } = eventStatus

const statusNames = { [draft]: 'a draft', [live]: 'live', [archived]: 'archived', [cancelled]: 'cancelled' } as const

/** As the API writes them: as text. */
export type EventStatus = `${keyof typeof statusNames}`
export type EventStep = 'publish' | 'unpublish' | 'cancel' | 'archive'

export const eventStatuses = Object.keys(statusNames) as EventStatus[]

/** Archived is the end; a cancelled event is not played after all, it is scheduled anew as another one. */
const transitions: Record<EventStatus, Partial<Record<EventStep, EventStatus>>> = {
  [draft]: { publish: `${live}`, cancel: `${cancelled}`, archive: `${archived}` },
  [live]: { unpublish: `${draft}`, cancel: `${cancelled}`, archive: `${archived}` },
  [archived]: {},
  [cancelled]: { archive: `${archived}` },
}

/** Where a step leads; every step that the table does not have is refused. */
export function nextStatus(from: EventStatus, step: EventStep): EventStatus {
  const to = transitions[from][step]
  if (to === undefined) {
    const message = `The event is ${statusNames[from]}; ${step} is not possible.`
    throw new ApiError('state_conflict', { message, event_status_id: from })
  }
  return to
}

/** What is on offer changes only while the event is a draft or live. */
export const isEventOpen = (status: EventStatus): boolean => status === `${draft}` || status === `${live}`
