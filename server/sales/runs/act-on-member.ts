import { giveUpIdle } from '../../people/mandates/give-up-idle.ts'
import { members } from '../../people/members/member-resource.ts'
import { statusColumn } from '../../people/members/member-status-column.ts'
import { givePlaceBack } from '../../people/members/seat-rule.ts'
import { changeType } from '../../people/members/type-rule.ts'
import { countMember } from '../../people/membership-catalogue/type-limit.ts'
import { memberStatus } from '../../programme/statuses.ts'
import { updateRow } from '../../resources/change-row.ts'
import type { ItemContext, ItemResult } from './run-item.ts'
import type { ObjectType } from './run-objects.ts'

/** To another membership type, by the rules of a change of one. */
export async function changeMemberType(at: ItemContext, _type: ObjectType, id: number): Promise<ItemResult> {
  const { membership_type_id: typeId } = at.details
  let isSame = false
  await updateRow(members, at, id, async (member) => {
    isSame = typeId === undefined || member.membership_type_id === typeId
    if (isSame || typeId === undefined) return {}
    await changeType(at, member, typeId)
    return { membership_type_id: typeId }
  })
  return isSame ? { outcome: 'skipped', reason: 'same_type' } : { outcome: 'done' }
}

/** Their card lets them in no more, and their seat is free for others. */
export async function cancelMember(at: ItemContext, _type: ObjectType, id: number): Promise<ItemResult> {
  let isOver = false
  await updateRow(
    members,
    at,
    id,
    async (member) => {
      isOver = member.membership_member_status_id === memberStatus.cancelled
      if (isOver) return {}
      const columns = statusColumn(member, 'cancel')
      await countMember(at.orgId, at.tx, member.membership_type_id, -1)
      await givePlaceBack(at, member)
      return columns
    },
    'cancelled',
  )
  if (!isOver) await giveUpIdle(at.orgId, at.tx, at.clock, id)
  return isOver ? { outcome: 'skipped', reason: 'cancelled' } : { outcome: 'done' }
}
