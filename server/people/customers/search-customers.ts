import type { OrgId } from '../../access/principal.ts'
import { hasWords } from '../../platform/http/search-words.ts'
import type { Db } from '../../platform/postgres/database.ts'

/** Customers of whom every word is known, in whatever order: name, e-mail address, mobile number, org_customer_id. */
export const findCustomersBy = (orgId: OrgId, sql: Db, search: string, most: number) =>
  sql<{ user_id: number }[]>`
    select user_id
    from customers
    where org_id = ${orgId}
      ${hasWords(sql, sql`search_text`, search)}
    limit ${most}`.freshPlan()
