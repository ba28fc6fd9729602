import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'

/** The language that the buyer of the order `o` of the organisation `g` reads, as translations name it: `de` of `de-AT`. */
export const orderLanguage = (sql: Db): Fragment => sql`left(coalesce(o.language, g.language), 2)`

/** The same of the order of the ticket `t`, in a statement that reads neither. */
export const languageOfTicket = (orgId: OrgId, sql: Db): Fragment => sql`(
  select ${orderLanguage(sql)}
  from orders o
  join organisations g on g.org_id = ${orgId}
  where o.org_id = ${orgId}
    and o.order_id = t.order_id
)`
