import type { OrgId } from '../../access/principal.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Db } from '../../platform/postgres/database.ts'

type EventFacts = { currency: string; timezone: string }

/** For what lies below an event: what its amounts and times are written in, or a 404. */
export async function requireEvent(orgId: OrgId, sql: Db, eventId: number): Promise<EventFacts> {
  const [event] = await sql<EventFacts[]>`
    select currency, timezone
    from events
    where org_id = ${orgId}
      and event_id = ${eventId}`
  if (!event) throw new ApiError('resource_missing')
  return event
}
