import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'

/**
 * The first of the membership types that a price `p` is for; null where it is for everybody. One whose own column is empty while it
 * has further types, which only a slip can bring about, is for those: never for everybody.
 */
export const firstMembershipType = (
  orgId: OrgId,
  sql: Db,
  p: string,
): Fragment => sql`coalesce(${sql(`${p}.membership_type_id`)}, (
  select min(f.membership_type_id)
  from price_membership_types f
  where f.org_id = ${orgId}
    and f.price_id = ${sql(`${p}.price_id`)}
))`
