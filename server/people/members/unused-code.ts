import type { Fragment } from 'postgres'
import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { memberCode } from './member-code.ts'

const DRAWS = 5

/**
 * A code that no member of the organisation has in that column, for use within the statement that stores it: it draws
 * several and takes the first that is free. The unique constraint has the last word.
 */
export const unusedCode = (
  orgId: OrgId,
  sql: Db,
  column: 'member_number' | 'barcode',
  draws: string[] = Array.from({ length: DRAWS }, () => memberCode()),
): Fragment => sql`(
  select drawn.code
  from unnest(${draws}::text[]) with ordinality as drawn (code, nth)
  where not exists (
    select 1
    from members m
    where m.org_id = ${orgId}
      and ${sql(`m.${column}`)} = drawn.code
  )
  order by drawn.nth
  limit 1
)`
