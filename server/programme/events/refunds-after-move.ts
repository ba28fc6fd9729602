import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'

/** Until when the buyer of an order (`o`) may ask for a refund because its event was moved after they bought; null where they may not. */
export const refundsAfterMove = (orgId: OrgId, sql: Db) => sql`(
  select max(r.refunds_until)
  from event_moves r
  where r.org_id = ${orgId}
    and r.event_id = o.event_id
    and r.event_move_status <> 'dropped'
    and r.created_at >= o.created_at
)`
