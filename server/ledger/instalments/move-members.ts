import type { OrgId } from '../../access/principal.ts'
import type { MemberRow } from '../../people/members/member.ts'
import { members } from '../../people/members/member-resource.ts'
import { memberStatusAfter } from '../../people/members/member-status.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { memberStatus } from '../../programme/statuses.ts'
import { type ChangeBy, updateRow } from '../../resources/change-row.ts'
import type { ColumnValues } from '../../resources/resource.ts'

/**
 * The first payment of a plan makes its members pay by instalments (0 to 2), the last one paid (to 1). A payment of a plan that comes back
 * leads a paid one back to 2; one that had paid all at once, to 0; each by its own plan, where an order has several. Members whose status the table of steps does not let go that way,
 * cancelled ones for one, stay as they are; so do those who have renewed since, whose status is that of their present order.
 */
export async function moveMembers(at: ChangeBy, orderId: number, cameBack = false): Promise<void> {
  const { orgId, tx } = at
  const rows = await tx<({ member_id: number } & Paying)[]>`
    select m.membership_member_id as member_id, ${isTermPaid(orgId, tx)} as is_paid, ${hasPlan(orgId, tx)} as has_plan
    from (
      select l.membership_member_id, coalesce(p.term_order_id, l.order_id) as order_id
      from order_lines l
      left join membership_plans p on p.org_id = ${orgId} and p.order_id = l.order_id and p.order_line_id = l.order_line_id
      where l.org_id = ${orgId}
        and l.order_id = ${orderId}
        and l.kind = 'membership'
    ) t
    join members m on m.org_id = ${orgId} and m.membership_member_id = t.membership_member_id
    where coalesce(m.membership_order_id, t.order_id) = t.order_id
    order by m.membership_member_id`
  for (const { member_id, is_paid, has_plan } of rows) {
    const action = is_paid ? 'paid' : has_plan ? 'paying_by_instalments' : 'unpaid'
    await updateRow(members, at, member_id, (member) => statusColumns(member, { is_paid, has_plan }, cameBack), action)
  }
  await moveTerms(at, orderId)
}

/** Terms that have not begun, or are over, by the same rule: paid, or by instalments where it has a plan. */
async function moveTerms({ orgId, tx, clock }: ChangeBy, orderId: number): Promise<void> {
  await tx`
    update member_terms u
    set membership_member_status_id = s.status_id, changed_at = ${clock(orgId)}
    from (
      select t.member_term_id, case
        when ${isTermPaid(orgId, tx)} then ${memberStatus.paid}::smallint
        when ${hasPlan(orgId, tx)} then ${memberStatus.instalments}::smallint
        else ${memberStatus.unpaid}::smallint
      end as status_id
      from member_terms t
      where t.org_id = ${orgId}
        and t.order_id in (
          select p.term_order_id
          from membership_plans p
          where p.org_id = ${orgId}
            and p.order_id = ${orderId}
          union
          select ${orderId}::bigint
        )
        and t.membership_member_status_id <> ${memberStatus.cancelled}
    ) s
    where u.org_id = ${orgId}
      and u.member_term_id = s.member_term_id
      and u.membership_member_status_id <> s.status_id`
}

/** Of a term `t` of a member: nothing is owed for the order that it was bought by, nor of a plan of the member's own for it. */
const isTermPaid = (orgId: OrgId, tx: Tx) => tx`not (exists (
    select 1
    from debts i
    where i.org_id = ${orgId}
      and i.order_id = t.order_id
      and i.owed_by = 'fan'
      and i.closed_at is null
      and i.membership_plan_id is null
  ) or exists (
    select 1
    from membership_plans p
    where p.org_id = ${orgId}
      and p.membership_member_id = t.membership_member_id
      and p.term_order_id = t.order_id
      and p.open_minor > 0
  ))`

const hasPlan = (orgId: OrgId, tx: Tx) => tx`(exists (
    select 1
    from debts i
    where i.org_id = ${orgId}
      and i.order_id = t.order_id
      and i.kind = 'instalment'
      and i.membership_plan_id is null
  ) or exists (
    select 1
    from membership_plans p
    where p.org_id = ${orgId}
      and p.membership_member_id = t.membership_member_id
      and p.term_order_id = t.order_id
  ))`

type Paying = { is_paid: boolean; has_plan: boolean }

function statusColumns(
  { membership_member_status_id: status }: MemberRow,
  { is_paid: isPaid, has_plan: hasPlan }: Paying,
  cameBack: boolean,
): ColumnValues<MemberRow> {
  if (isPaid && (status === memberStatus.unpaid || status === memberStatus.instalments)) {
    return { membership_member_status_id: memberStatusAfter('mark_paid', status) ?? status }
  }
  if (isPaid || status !== (cameBack ? memberStatus.paid : memberStatus.unpaid)) return {}
  if (hasPlan) return { membership_member_status_id: memberStatus.instalments, instalments: true }
  return cameBack ? { membership_member_status_id: memberStatusAfter('mark_unpaid', status) ?? status } : {}
}
