import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { memberStatus } from '../../programme/statuses.ts'
import type { Rejection } from './importer.ts'

/** Types that may have so many members and no more, until the import has committed. */
export const lockLimitedTypes = (orgId: OrgId, tx: Tx) => tx`
  select 1
  from membership_types
  where org_id = ${orgId}
    and max_members is not null
  order by membership_type_id
  for no key update`

/** Of a file that has more members of a type than there may be, those that come last. */
export const typeFull = (orgId: OrgId, tx: Tx) => tx<Rejection[]>`
  with counted as materialized (
    select line, membership_type_id, row_number() over (partition by membership_type_id order by line) as nth
    from staged
    where membership_member_status_id <> ${memberStatus.cancelled}
  )
  delete from staged s
  using counted c, membership_types t
  where c.line = s.line
    and t.org_id = ${orgId}
    and t.membership_type_id = c.membership_type_id
    and c.nth > t.max_members - t.sold - t.held
  returning s.line, 'The membership type has as many members as it may have.' as reason`

/** The members of a file, in the counters of the types with a limit. */
export const countImported = (orgId: OrgId, tx: Tx) => tx`
  update membership_types t
  set sold = t.sold + c.members
  from (
    select membership_type_id, count(*) as members
    from staged
    where membership_member_status_id <> ${memberStatus.cancelled}
    group by membership_type_id
  ) c
  where t.org_id = ${orgId}
    and t.membership_type_id = c.membership_type_id
    and t.max_members is not null`
