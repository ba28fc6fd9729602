import type { MemberRow } from '../../people/members/member.ts'
import { members } from '../../people/members/member-resource.ts'
import { memberStatusAfter } from '../../people/members/member-status.ts'
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
    select m.membership_member_id as member_id, not exists (
      select 1
      from debts i
      where i.org_id = ${orgId}
        and i.order_id = ${orderId}
        and i.owed_by = 'fan'
        and i.closed_at is null
        and (i.membership_plan_id is null or i.membership_plan_id = p.membership_plan_id)
    ) as is_paid, exists (
      select 1
      from debts i
      where i.org_id = ${orgId}
        and i.order_id = ${orderId}
        and i.kind = 'instalment'
        and (i.membership_plan_id is null or i.membership_plan_id = p.membership_plan_id)
    ) as has_plan
    from order_lines l
    left join membership_plans p on p.org_id = ${orgId} and p.order_id = l.order_id and p.order_line_id = l.order_line_id
    join members m on m.org_id = ${orgId} and m.membership_member_id = l.membership_member_id
    where l.org_id = ${orgId}
      and l.order_id = ${orderId}
      and coalesce(m.membership_order_id, l.order_id) = l.order_id
    order by m.membership_member_id`
  for (const { member_id, is_paid, has_plan } of rows) {
    const action = is_paid ? 'paid' : has_plan ? 'paying_by_instalments' : 'unpaid'
    await updateRow(members, at, member_id, (member) => statusColumns(member, { is_paid, has_plan }, cameBack), action)
  }
}

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
