import type { OrgId } from '../../access/principal.ts'
import { likeNeedle } from '../../platform/http/lists.ts'
import type { Db } from '../../platform/postgres/database.ts'

/** Whoever gave a name at the counter and no address: there is no customer behind the order. */
export const byWalkUp = (orgId: OrgId, sql: Db, search: string) => sql`
        select order_id
        from orders
        where org_id = ${orgId}
          and user_id is null
          and sales_channel = 'boxoffice'
          and lower(coalesce(first_name || ' ', '') || coalesce(last_name, '')) like lower(${likeNeedle(search)})`
