import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import { DAY_MS } from '../../platform/values/durations.ts'

/** A document is issued within so long, or never: what is not switched on needs no attention. */
const UNISSUED_MS = 30 * DAY_MS

/** Orders with a number that is not valid, as long as another one can still be said: until the document is issued. */
export const invalidVatIds = (orgId: OrgId, sql: Db, now: Date): Fragment => sql`
  select v.order_id as id, v.answered_at as at, v.order_id, o.event_id, null::text as detail
  from vat_checks v
  join orders o on o.org_id = ${orgId} and o.order_id = v.order_id
  where v.org_id = ${orgId}
    and v.check_status = 'invalid'
    and v.answered_at > ${new Date(now.getTime() - UNISSUED_MS)}
    and o.order_status in ('pending', 'confirmed')
    and not exists (
      select 1
      from documents d
      where d.org_id = ${orgId}
        and d.source = 'order'
        and d.source_id = v.order_id
    )
  order by v.answered_at desc, v.order_id desc`
