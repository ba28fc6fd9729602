import type { OrgId } from '../../access/principal.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'

type Person = { userId: Fragment; firstName: Fragment; lastName: Fragment }

/**
 * One person over several memberships: members with the same name behind the same customer, in any case of letters. A first
 * membership has an id that follows from the two, so that two that are made at once agree about it.
 */
export const personId = (orgId: OrgId, sql: Db, { userId, firstName, lastName }: Person): Fragment => sql`coalesce((
  select p.person_id
  from members p
  where p.org_id = ${orgId}
    and p.user_id = ${userId}
    and lower(p.first_name) = lower(${firstName})
    and lower(p.last_name) = lower(${lastName})
    and p.person_id is not null
  order by p.membership_member_id
  limit 1
), 'per_' || left(encode(sha256(convert_to(
  ${userId}::text || E'\\n' || lower(${firstName}) || E'\\n' || lower(${lastName}), 'UTF8'
)), 'hex'), 24))`

export async function findPersonId(
  orgId: OrgId,
  tx: Tx,
  { user_id, first_name, last_name }: { user_id: string | number; first_name: string; last_name: string },
): Promise<string> {
  const person = {
    userId: tx`${Number(user_id)}::bigint`,
    firstName: tx`${first_name}::text`,
    lastName: tx`${last_name}::text`,
  }
  const [row] = await tx<{ person_id: string }[]>`select ${personId(orgId, tx, person)} as person_id`
  if (!row) throw new Error('no person_id was found')
  return row.person_id
}
