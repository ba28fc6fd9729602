import { cancelNextTerms } from '../../people/members/cancel-term.ts'
import { endMembership } from '../../people/members/end-membership.ts'
import { members } from '../../people/members/member-resource.ts'
import { memberStatusAfter } from '../../people/members/member-status.ts'
import { memberStatus } from '../../programme/statuses.ts'
import { type ChangeContext, updateRow } from '../../resources/change-row.ts'

const UNPAID: number[] = [memberStatus.unpaid, memberStatus.instalments]

/**
 * Of a customer who is erased, whom the caller has locked with orders, debts and members: no membership goes on that has no person
 * to pay for it. What is paid for stays.
 */
export async function endUnpaidMemberships(at: ChangeContext, userId: number): Promise<void> {
  const { orgId, tx } = at
  const rows = await tx<{ membership_member_id: number }[]>`
    select membership_member_id
    from members
    where org_id = ${orgId}
      and user_id = ${userId}
    order by membership_member_id`
  for (const { membership_member_id: memberId } of rows) {
    await cancelNextTerms(at, memberId, tx`t.membership_member_status_id = any (${UNPAID}::smallint[])`)
    await updateRow(
      members,
      at,
      memberId,
      async (member) => {
        const { membership_member_status_id: status } = member
        const isUnpaid = UNPAID.includes(status) && memberStatusAfter('cancel', status) !== undefined
        return isUnpaid ? endMembership(at, member) : {}
      },
      'cancelled',
    )
  }
}
