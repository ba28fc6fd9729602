import { ApiError } from '../../platform/http/errors.ts'

/** As the API writes them. */
export type EventStatus = keyof typeof statusNames
export type EventStep = 'publish' | 'unpublish' | 'cancel' | 'archive'

const statusNames = { '0': 'a draft', '1': 'live', '2': 'archived', '3': 'cancelled' } as const

export const eventStatuses = Object.keys(statusNames) as EventStatus[]

/** Archived is the end; a cancelled event is not played after all, it is scheduled anew as another one. */
const transitions: Record<EventStatus, Partial<Record<EventStep, EventStatus>>> = {
  '0': { publish: '1', cancel: '3', archive: '2' },
  '1': { unpublish: '0', cancel: '3', archive: '2' },
  '2': {},
  '3': { archive: '2' },
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
export const isOpen = (status: EventStatus): boolean => status === '0' || status === '1'
