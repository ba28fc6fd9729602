import type { OrgId } from '../../access/principal.ts'
import { hasWords } from '../../platform/http/search-words.ts'
import type { Db } from '../../platform/postgres/database.ts'

/** Events by the words of their title, by number, or by the name in their address. */
export const eventIdsFound = (orgId: OrgId, sql: Db, search: string) => sql`
  select event_id
  from events
  where org_id = ${orgId}
    ${hasWords(sql, sql`lower(title)`, search)}
  union
  select event_id
  from events
  where org_id = ${orgId}
    and url_string = lower(${search})
  ${/^[0-9]{1,15}$/.test(search) ? sql`union select event_id from events where org_id = ${orgId} and event_id = ${Number(search)}` : sql``}`
