import { ApiError } from '../../platform/http/errors.ts'
import { memberStatus } from '../../programme/statuses.ts'
import type { ChangeBy } from '../../resources/change-row.ts'
import { countMember } from '../membership-catalogue/type-limit.ts'
import type { MemberRow } from './member.ts'
import { chooseType, seasonOfType } from './member-rules.ts'
import { movePlace } from './seat-rule.ts'

/**
 * What another type brings along: in another season the member has the same seat, if it is free there; a type without one has no seats.
 * It counts in the limits of both types.
 */
export async function changeType(at: ChangeBy, member: MemberRow, typeId: number | null): Promise<void> {
  const isCounted = member.membership_member_status_id !== memberStatus.cancelled
  // The locks of the types for itself before those that it shares.
  if (isCounted) await countTypeChange(at, member, typeId)
  const { seasonId } = typeId === null ? { seasonId: null } : await chooseType(at, typeId)
  if (!isCounted) return
  const isOtherSeason = seasonId !== (await seasonOfType(at, member.membership_type_id))
  if (isOtherSeason && seasonId === null && member.membership_seat_id !== null) {
    throw new ApiError('state_conflict', {
      param: 'membership_type_id',
      message: 'The member has a seat, and that type has no season; take the member off the seat first.',
    })
  }
  if (isOtherSeason) await movePlace(at, member, { seasonId, seatId: member.membership_seat_id })
}

/** The smaller number first, as all who lock several do. */
async function countTypeChange({ orgId, tx }: ChangeBy, member: MemberRow, typeId: number | null): Promise<void> {
  const changes = [
    { id: member.membership_type_id, members: -1 as const },
    { id: typeId, members: 1 as const },
  ]
  for (const { id, members } of changes.sort((a, b) => (a.id ?? 0) - (b.id ?? 0)))
    await countMember(orgId, tx, id, members)
}
