import { Event, type EventRow, toEvent } from '../../programme/events/event.ts'
import { EventFilters, findEvents } from '../../programme/events/list-events.ts'
import { listFile } from './list-file.ts'

const config = { scope: 'programme:manage' } as const

export const exportEventsCsv = listFile({
  operationId: 'exportEventsCsv',
  ...config,
  name: 'events',
  summary: 'Export events as CSV',
  filters: EventFilters,
  item: Event,
  page: ({ view, db, now }, filters, after: EventRow | undefined, most) => {
    const query = { ...filters, page_number: 1, limit: most - 1 }
    return findEvents(view, db, now, query, after && { startsAt: after.starts_at, eventId: after.event_id })
  },
  toItem: toEvent,
})
