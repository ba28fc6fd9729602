import { noteMails } from '../../messages/mail/notices.ts'
import { memberStatus } from '../../programme/statuses.ts'
import type { ChangeBy } from '../../resources/change-row.ts'
import { giveUpIdle } from '../mandates/give-up-idle.ts'
import { countMember } from '../membership-catalogue/type-limit.ts'
import { hasNextTermOf } from './cancel-term.ts'
import { endCharges } from './end-charges.ts'
import type { MemberRow } from './member.ts'
import { givePlaceBack } from './seat-rule.ts'

/**
 * Whatever ends a membership comes through here, once the member is locked and, before that, orders and debts of their plans
 * (`lockMemberDebts`). With the membership go its place in the limit of its type, its seat in every event to come, the charges of
 * its plans and what they were charged by. The buyer is told by mail.
 */
export async function endMembership(by: ChangeBy, member: MemberRow): Promise<{ membership_member_status_id: number }> {
  const { orgId, tx, clock } = by
  const { membership_member_id: memberId, membership_type_id: typeId, membership_order_id: orderId } = member
  if (!(await hasNextTermOf(orgId, tx, memberId, typeId))) await countMember(orgId, tx, typeId, -1)
  await givePlaceBack(by, member)
  await endCharges(by, memberId, orderId)
  await giveUpIdle(orgId, tx, clock, memberId)
  if (orderId !== null) {
    const now = clock(orgId)
    const messageId = `membership-${memberId}-cancelled-${now.getTime()}`
    await noteMails(orgId, tx, now, [{ kind: 'membership_cancelled', orderId, aboutId: memberId, messageId }])
  }
  return { membership_member_status_id: memberStatus.cancelled }
}
