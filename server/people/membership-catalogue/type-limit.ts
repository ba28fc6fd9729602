import type { OrgId } from '../../access/principal.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import { memberStatus } from '../../programme/statuses.ts'
import { StockError } from '../../programme/stock/errors.ts'
import type { ChangeContext } from '../../resources/change-row.ts'
import type { ColumnValues } from '../../resources/resource.ts'
import type { MembershipTypeRow } from './membership-type.ts'

type Limited = Pick<MembershipTypeRow, 'membership_type_id' | 'max_members'>

/**
 * The columns of a limit: members are counted only while there is one. Setting it counts those who are there, and what baskets hold, under
 * the lock of the type, which the caller has; every one who takes or gives back a place of a limited type waits for it.
 */
export async function memberLimitColumns(
  { tx, orgId }: ChangeContext,
  limit: number | null | undefined,
  type: Limited | null,
): Promise<ColumnValues<MembershipTypeRow>> {
  if (limit === undefined) return {}
  if (limit === null) return { max_members: null, ...counters(0, 0) }
  if (type === null || type.max_members !== null) return { max_members: limit }
  const [counted] = await tx<{ sold: number; held: number }[]>`
    select (${countMembersOfType(orgId, tx, tx`${type.membership_type_id}`)}) as sold, (
      select count(*)
      from basket_memberships
      where org_id = ${orgId}
        and membership_type_id = ${type.membership_type_id}
        and holds_place
        and is_counted
    ) as held`
  return { max_members: limit, ...counters(counted?.sold ?? 0, counted?.held ?? 0) }
}

/** Members of a type now, and those who come from another one with their next term; who renews the same type has one place. */
export const countMembersOfType = (orgId: OrgId, sql: Db, typeId: Fragment) => sql`
  select count(*)
  from (
    select m.membership_member_id
    from members m
    where m.org_id = ${orgId}
      and m.membership_type_id = ${typeId}
      and m.membership_member_status_id <> ${memberStatus.cancelled}
    union
    select n.membership_member_id
    from member_terms n
    where n.org_id = ${orgId}
      and n.membership_type_id = ${typeId}
      and n.term_state = 'next'
  ) counted`

/** Columns that the row does not show. */
const counters = (sold: number, held: number): ColumnValues<MembershipTypeRow> => ({ sold, held }) as object

/** A member more, or one less, of a type with a limit; `sold_out` where there are as many as there may be. */
export async function countMember(orgId: OrgId, tx: Tx, typeId: number | null, members: 1 | -1): Promise<void> {
  if (typeId === null) return
  const [type] = await tx<{ left: number }[]>`
    select max_members - sold - held as left
    from membership_types
    where org_id = ${orgId}
      and membership_type_id = ${typeId}
      and max_members is not null
    for no key update`
  if (!type) return
  if (members > type.left) throw new StockError('sold_out', { param: 'membership_type_id', available: 0 })
  await tx`
    update membership_types
    set sold = sold + ${members}
    where org_id = ${orgId}
      and membership_type_id = ${typeId}`
}
