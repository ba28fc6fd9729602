import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import { eventStatus } from '../statuses.ts'

/** Whether the organisation `g` sells in more than its own currency: where it does, every amount names its currency. */
export const severalCurrencies = (orgId: OrgId, sql: Db): Fragment => sql`exists (
  select 1
  from events x
  where x.org_id = ${orgId}
    and x.event_status_id = ${eventStatus.live}
    and x.currency <> g.currency
)`
