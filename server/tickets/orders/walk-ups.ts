import type { OrgId } from '../../access/principal.ts'
import { likeNeedle } from '../../platform/http/lists.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'

/** A buyer who gave a name at the counter and no address: there is no customer behind the order. */
export const isWalkUp = (sql: Db, search: string): Fragment => sql`user_id is null
          and sales_channel = 'boxoffice'
          and lower(coalesce(first_name || ' ', '') || coalesce(last_name, '')) like lower(${likeNeedle(search)})`

export const byWalkUp = (orgId: OrgId, sql: Db, search: string) => sql`
        select order_id
        from orders
        where org_id = ${orgId}
          and ${isWalkUp(sql, search)}`
