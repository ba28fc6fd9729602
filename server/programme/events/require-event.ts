import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { type EventStatus, isEventOpen } from './event-status.ts'

type EventContext = { currency: string; timezone: string }

/** For what lies below an event: what its amounts and times are written in, or a 404. */
export async function requireEvent(orgId: OrgId, sql: Db, eventId: number): Promise<EventContext> {
  const [event] = await sql<EventContext[]>`
    select currency, timezone
    from events
    where org_id = ${orgId}
      and event_id = ${eventId}`
  if (!event) throw new ApiError('resource_missing')
  return event
}

export type OpenEvent = { event_id: number; currency: string; venue_id: number | null; seat_map_id: number | null }

/**
 * The event whose offer is about to change. Until the transaction ends, its currency, venue, map and status stay as they
 * are; other changes of its offer go on beside this one.
 */
export async function lockOpenEvent(orgId: OrgId, tx: Tx, eventId: number): Promise<OpenEvent> {
  const [event] = await tx<(OpenEvent & { event_status_id: string })[]>`
    select event_id, currency, venue_id, seat_map_id, event_status_id::text
    from events
    where org_id = ${orgId}
      and event_id = ${eventId}
    for share`
  if (!event) throw new ApiError('resource_missing')
  if (!isEventOpen(event.event_status_id as EventStatus)) {
    throw new ApiError('state_conflict', {
      message: 'The event is cancelled or archived; its offer no longer changes.',
    })
  }
  return event
}
