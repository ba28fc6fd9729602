import type { MemberRow } from '../../people/members/member.ts'
import { members } from '../../people/members/member-resource.ts'
import { memberStatusAfter } from '../../people/members/member-status.ts'
import { memberStatus } from '../../programme/statuses.ts'
import { type ChangeContext, updateRow } from '../../resources/change-row.ts'
import type { ColumnValues } from '../../resources/resource.ts'

/**
 * The first payment of a plan makes its members pay by instalments (0 to 2), the last one paid (to 1); a payment that comes back leads a
 * paid one back to 2. Members whose status the table of steps does not let go that way, cancelled ones for one, stay as they are; so do
 * those who have renewed since, whose status is that of their present order.
 */
export async function moveMembers(at: ChangeContext, orderId: number, cameBack = false): Promise<void> {
  const { orgId, tx } = at
  const rows = await tx<{ member_id: number; is_paid: boolean }[]>`
    select m.membership_member_id as member_id, not exists (
      select 1
      from debts i
      where i.org_id = ${orgId}
        and i.order_id = ${orderId}
        and i.owed_by = 'fan'
        and i.closed_at is null
    ) as is_paid
    from order_lines l
    join members m on m.org_id = ${orgId} and m.membership_member_id = l.membership_member_id
    where l.org_id = ${orgId}
      and l.order_id = ${orderId}
      and coalesce(m.membership_order_id, l.order_id) = l.order_id
    order by m.membership_member_id`
  for (const { member_id, is_paid } of rows) {
    const action = is_paid ? 'paid' : 'paying_by_instalments'
    await updateRow(members, at, member_id, (member) => statusColumns(member, is_paid, cameBack), action)
  }
}

function statusColumns(
  { membership_member_status_id: status }: MemberRow,
  isPaid: boolean,
  cameBack: boolean,
): ColumnValues<MemberRow> {
  if (isPaid && (status === memberStatus.unpaid || status === memberStatus.instalments)) {
    return { membership_member_status_id: memberStatusAfter('mark_paid', status) ?? status }
  }
  const pays = status === (cameBack ? memberStatus.paid : memberStatus.unpaid)
  return isPaid || !pays ? {} : { membership_member_status_id: memberStatus.instalments, instalments: true }
}
