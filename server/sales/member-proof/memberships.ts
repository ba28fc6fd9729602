import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { memberStatus } from '../../programme/statuses.ts'
import { overdueFrom } from '../instalments/overdue.ts'

export type MembershipCount = { user_id: number; membership_type_id: number; memberships: number }

/**
 * How many memberships of each type people have that count for members-only prices: paid, or by instalments; not run out; and
 * without an overdue instalment, as at the gates. A person who was erased has none.
 */
export const countMemberships = (orgId: OrgId, sql: Db, now: Date, userIds: number[]) => sql<MembershipCount[]>`
  select m.user_id, m.membership_type_id, count(*)::integer as memberships
  from members m
  join customers c on c.org_id = m.org_id and c.user_id = m.user_id
  where m.org_id = ${orgId}
    and m.user_id = any (${userIds}::bigint[])
    and m.membership_type_id is not null
    and m.membership_member_status_id in (${memberStatus.paid}, ${memberStatus.instalments})
    and (m.expires is null or m.expires > ${now})
    and coalesce(${overdueFrom(orgId, sql)} >= ${now}, true)
    and c.erased_at is null
  group by m.user_id, m.membership_type_id
  order by m.user_id, m.membership_type_id`
