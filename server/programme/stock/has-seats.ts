import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'

/** Whether a price's category has seats at all, beside the event as `e`: one without sections is standing room within a seated event. */
export const hasSeats = (orgId: OrgId, sql: Db, price: 'p' | 't') => sql`e.reserved_seating and exists (
  select 1
  from price_category_sections n
  where n.org_id = ${orgId}
    and n.event_id = ${sql(`${price}.event_id`)}
    and n.price_category_id = ${sql(`${price}.price_category_id`)}
)`
