import { memberStatus } from '../../programme/statuses.ts'
import type { ChangeBy } from '../../resources/change-row.ts'
import { countMember } from '../membership-catalogue/type-limit.ts'
import { hasNextTermOf } from './cancel-term.ts'
import type { MemberRow } from './member.ts'
import { givePlaceBack } from './seat-rule.ts'

/** What goes with a membership that is cancelled: its place in the limit of its type, and its seat in every event to come. */
export async function endMembership(by: ChangeBy, member: MemberRow): Promise<{ membership_member_status_id: number }> {
  const { orgId, tx } = by
  const { membership_member_id: memberId, membership_type_id: typeId } = member
  if (!(await hasNextTermOf(orgId, tx, memberId, typeId))) await countMember(orgId, tx, typeId, -1)
  await givePlaceBack(by, member)
  return { membership_member_status_id: memberStatus.cancelled }
}
