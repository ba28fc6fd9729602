import { lockMemberDebts } from '../../ledger/ledger/lock-member-debts.ts'
import { endMembership } from '../../people/members/end-membership.ts'
import { members } from '../../people/members/member-resource.ts'
import { changeType } from '../../people/members/type-rule.ts'
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

/** Their card lets them in no more, their seat is free for others, and nothing is charged any more; what is owed stays owed. */
export async function cancelMemberByRun(at: ItemContext, _type: ObjectType, id: number): Promise<ItemResult> {
  let isOver = false
  await lockMemberDebts(at.orgId, at.tx, id)
  await updateRow(
    members,
    at,
    id,
    async (member) => {
      isOver = member.membership_member_status_id === memberStatus.cancelled
      return isOver ? {} : endMembership(at, member)
    },
    'cancelled',
  )
  return isOver ? { outcome: 'skipped', reason: 'cancelled' } : { outcome: 'done' }
}
