import { ApiError } from '../../platform/http/errors.ts'
import { memberStatus } from '../../programme/statuses.ts'
import type { ChangeContext } from '../../resources/change-row.ts'
import { countMember } from '../membership-catalogue/type-limit.ts'
import type { MemberRow } from './member.ts'
import { chooseType } from './member-rules.ts'
import { seatMapOf } from './seat-rule.ts'

/** A seated member stays on the seat map of the category, whatever the type. */
export async function requireTypeFits(
  at: Pick<ChangeContext, 'tx' | 'orgId'>,
  member: MemberRow,
  typeId: number,
): Promise<void> {
  const { seatMapId } = await chooseType(at, typeId)
  const seatId = member.membership_member_status_id === memberStatus.cancelled ? null : member.membership_seat_id
  if (seatId === null || seatMapId === null) return
  if ((await seatMapOf(at, seatId)) !== seatMapId) {
    throw new ApiError('state_conflict', {
      param: 'membership_type_id',
      message: 'The member’s seat is not on the seat map of that type’s category.',
    })
  }
}

/** In the limits of both types, the smaller number first, as all who lock several do. */
export async function countTypeChange(
  { orgId, tx }: Pick<ChangeContext, 'tx' | 'orgId'>,
  member: MemberRow,
  typeId: number | null,
): Promise<void> {
  if (member.membership_member_status_id === memberStatus.cancelled) return
  const changes = [
    { id: member.membership_type_id, members: -1 as const },
    { id: typeId, members: 1 as const },
  ]
  for (const { id, members } of changes.sort((a, b) => (a.id ?? 0) - (b.id ?? 0)))
    await countMember(orgId, tx, id, members)
}
